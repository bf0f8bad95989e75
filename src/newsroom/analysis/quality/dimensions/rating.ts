/** Rating of a dimension before the gates apply. */
import { type Article, findMatches, type Range } from '../article.ts';
import type { Matcher } from '../lexicons/lexicon.ts';
import type { PartKey } from '../wording/wording.ts';

export interface Part {
  key: PartKey;
  points: number;
  max: number;
  /** How to get the rest of the points. */
  fix?: string;
}

export interface Rating {
  raw: number;
  parts: readonly Part[];
  evidence: readonly Range[];
  /** For the largest gain; null when nothing is missing. */
  fix: string | null;
  /** What the fix would add to `raw`. */
  gain: number;
}

/** Adds up the parts; the fix is that of the part with most to gain. */
export function rateParts(parts: readonly Part[], evidence: readonly Range[]): Rating {
  const raw = parts.reduce((sum, { points }) => sum + points, 0);
  const [best] = parts
    .map((part) => ({ part, gain: part.max - part.points }))
    .filter(({ part, gain }) => gain > 0 && part.fix !== undefined)
    .sort((a, b) => b.gain - a.gain);
  return { raw, parts, evidence, fix: best?.part.fix ?? null, gain: best?.gain ?? 0 };
}

/** The first match in the body. */
export function findFirst(article: Article, ...lists: (readonly Matcher[])[]): Range | undefined {
  return findMatches(article, lists.flat(), article.body)[0];
}

export const collectRanges = (...ranges: (Range | undefined)[]): Range[] =>
  ranges.filter((range) => range !== undefined);

/** Falls from 1 at `least` to 0 at `most`. */
export const fall = (value: number, least: number, most: number): number =>
  Math.min(1, Math.max(0, (most - value) / (most - least)));
