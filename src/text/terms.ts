/** Does the text hold the term, both folded alike? Latin terms as whole words. */
export function hasTerm(text: string, term: string): boolean {
  if (term === '') return false;
  if (!/^[\p{Script=Latin}\p{N}]/u.test(term)) return text.includes(term);
  const isWordAt = (at: number): boolean => /[\p{Script=Latin}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (!isWordAt(at - 1) && !isWordAt(at + term.length)) return true;
  }
  return false;
}
