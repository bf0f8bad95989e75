/** Directions within a line of text, by the Unicode bidirectional algorithm (UAX #9). */
import createBidi from 'bidi-js';

/** The embedding level of each code unit; empty where everything runs from left to right. */
export type Levels = ArrayLike<number>;

const bidi = createBidi();
/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The first letter decides the direction of the line. */
export const readLevels = (text: string): Levels =>
  RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'auto').levels : [];

export const isRightToLeft = (text: string): boolean =>
  RIGHT_TO_LEFT.test(text) && bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;

/** Bracket or another paired mark as it looks from right to left. */
export const mirror = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

/** From the order in which pieces are read to the order in which they stand from left to right. */
export function orderVisually<T extends { level: number }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
