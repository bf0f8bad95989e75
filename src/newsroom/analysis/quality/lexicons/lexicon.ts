/** Types of the quality lexicons. Changing a lexicon changes the version of the rubric. */
import type { Language } from '../../../../text/language.ts';
import type { Essential, Genre } from '../genre.ts';
import type { HookKey, WKey } from '../types.ts';

/** A pattern with the `g` flag, for folded text as it is (`cased`) or in lower case. */
export interface Matcher {
  pattern: RegExp;
  cased: boolean;
}

/** Words that mark a genre, and those beside its facts. */
export interface GenreWords {
  marks: Readonly<Record<Genre, Matcher>>;
  essentials: Readonly<Record<Essential, Matcher>>;
}

export interface Lexicon {
  language: Language;
  genres: GenreWords;
  sizes: Sizes;
  newsVerbs: Matcher;
  hooks: Readonly<Record<HookKey, readonly Matcher[]>>;
  fiveW: Readonly<Record<WKey, readonly Matcher[]>>;
  hype: Matcher;
  /** Calls to order, discounts and gifts, time pressure. */
  selling: readonly Matcher[];
  vague: Matcher;
  /** What must have a source in its paragraph. */
  superlatives: Matcher;
  /** A named source, a sample size, a survey. */
  sources: Matcher;
  /** A name in a headline. */
  names: Matcher;
  /** A person with a role. */
  speakers: readonly Matcher[];
  about: Matcher;
  media: Matcher;
}

/** Code points without white space (ja, zh) or words (en); the headline always in code points. */
export interface Sizes {
  prose: number;
  lead: number;
  /** What figures and hype are counted per. */
  per: number;
  headline: { least: number; most: number; longest: number };
  body: { least: number; most: number; shortest: number; longest: number };
  sentence: { least: number; most: number; mean: number };
  quotation: number;
}

/** Words of a script without spaces. */
export const phrases = (list: string): Matcher => ({ pattern: new RegExp(list, 'gu'), cased: true });

/** Whole words, in lower case. */
export const words = (list: string): Matcher => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'gu'),
  cased: false,
});

/** Whole words with their capitals. */
export const casedWords = (list: string): Matcher => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'gu'),
  cased: true,
});

/** Beginnings of lines, in lower case, after any marks of a heading. */
export const lines = (list: string): Matcher => ({
  pattern: new RegExp(`(?<=(?:^|\\n)[#* ]{0,4})(?:${list})`, 'gu'),
  cased: false,
});
