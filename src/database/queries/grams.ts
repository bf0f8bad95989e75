/** Searches names by pairs and triples of characters, so that parts of names are found without a full scan. */

/** Full-width letters are letters, and capitals are small. Here and not in SQL: SQLite knows the case of ASCII alone. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The pairs and triples of what is folded, each once. */
export function cutGrams(text: string): string[] {
  const characters = [...foldText(text)];
  return [...new Set([...cut(characters, 2), ...cut(characters, 3)])];
}

/** Grams that every name with this text contains; null for fewer than two characters, which say too little. */
export function cutWantedGrams(text: string): string[] | null {
  const characters = [...foldText(text)];
  return characters.length < 2 ? null : [...new Set(cut(characters, Math.min(3, characters.length)))];
}

const cut = (characters: readonly string[], length: number): string[] =>
  characters.slice(length - 1).map((_, start) => characters.slice(start, start + length).join(''));

/** As words that a full-text index of SQLite takes as they are. */
export const formatGrams = (grams: readonly string[]): string =>
  grams.map((gram) => Buffer.from(gram).toString('hex')).join(' ');

/** Input of `formatGrams`. */
export const decodeGrams = (words: string): string[] =>
  words === '' ? [] : words.split(' ').map((word) => Buffer.from(word, 'hex').toString());
