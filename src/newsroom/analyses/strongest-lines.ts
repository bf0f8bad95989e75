/** What a letter about a release says of it. */
/**
 * The strongest sentences: what is announced, the strongest number's, why it matters. `why` may be empty; each sentence once.
 */
export function chooseLines(facts: {
  what: readonly string[];
  numbers: readonly { context: string; unit: string | null }[];
  why: readonly string[];
}): string[] {
  const announcement = facts.what.at(-1);
  const number = facts.numbers.find(({ context, unit }) => unit !== null && context !== announcement)?.context;
  const lines = [announcement, number, facts.why.find((sentence) => sentence !== announcement && sentence !== number)];
  return [...new Set(lines.flatMap((line) => (line === undefined || line.trim() === '' ? [] : [line])))];
}
