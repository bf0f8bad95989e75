/** Factors that multiply every dimension, so that nothing is earned by lists of words, repetition, empty phrases or a line of text. */
import { type Article, findMatches, readRange } from './article.ts';
import { EXCLAMATION } from './patterns.ts';
import { measureSize, readLatinWords } from './size.ts';
import { countFacts, measureVariety } from './words.ts';

export interface Gates {
  length: number;
  share: number;
  /** Neither the same runs of words nor the same words in ever new order. */
  uniqueness: number;
  /** Facts that can be checked. */
  substance: number;
  /** News, not an advertisement: which kinds of selling the text does without. */
  selling: number;
  /** The product of all. */
  factor: number;
}

const PROSE_SHARE = 0.5;
const UNIQUE_NONE = 0.4;
const UNIQUE_ALL = 0.8;
const GRAM = 4;
/** Different content words among fifty: good releases have more than seven in ten. */
const VARIETY_NONE = 0.5;
const VARIETY_ALL = 0.7;
/** A text without any fact keeps this much. */
const SUBSTANCE_LEAST = 0.3;
const FACTS_ENOUGH = 4;
/** A sale has a discount or little time; an advertisement has nearly all kinds of selling. */
const SELLING_KINDS = 3;
const SELLING_FACTOR = 0.4;
const EXCLAMATIONS = 3;
/** `Date: 6 February 2027`: a line that tells a fact under its name. */
const PARTICULAR = /^[^\p{L}\p{N}\n]{0,3}[^\n:]{1,16}: ?[^\n]{0,80}\d[^\n]{0,80}$/gmu;

export function measureGates(article: Article): Gates {
  const written = article.prose.reduce((sum, { size }) => sum + size, 0);
  const proseSize = written + Math.min(written, measureParticulars(article));
  const length = Math.min(1, proseSize / article.lexicon.sizes.prose);
  const share = article.bodySize === 0 ? 0 : Math.min(1, proseSize / article.bodySize / PROSE_SHARE);
  const distinct = (measureDistinct(article) - UNIQUE_NONE) / (UNIQUE_ALL - UNIQUE_NONE);
  const variety = (measureVariety(article) - VARIETY_NONE) / (VARIETY_ALL - VARIETY_NONE);
  const uniqueness = clamp(distinct) * clamp(variety);
  const facts = Math.min(1, countFacts(article) / FACTS_ENOUGH);
  const substance = SUBSTANCE_LEAST + (1 - SUBSTANCE_LEAST) * facts;
  const selling = countSelling(article) >= SELLING_KINDS ? SELLING_FACTOR : 1;
  return {
    ...{ length, share, uniqueness, substance, selling },
    factor: length * share * uniqueness * substance * selling,
  };
}

/** Facts in a list are read as sentences are, as long as there are as many sentences. */
function measureParticulars({ prose, folded, body, lexicon }: Article): number {
  const ends = [body.start, ...prose.map(({ end }) => end)];
  const rest = ends.map((end, at) => folded.plain.slice(end, prose[at]?.start ?? body.end));
  const lines = rest.join('\n').match(PARTICULAR) ?? [];
  return lines.reduce((sum, line) => sum + measureSize(line, lexicon.language), 0);
}

/** Calls to order, discounts, time pressure and exclamations. */
function countSelling(article: Article): number {
  const whole = { start: 0, end: article.folded.plain.length };
  const kinds = article.lexicon.selling.filter((kind) => findMatches(article, [kind], whole).length > 0).length;
  return kinds + (findMatches(article, EXCLAMATION, whole).length >= EXCLAMATIONS ? 1 : 0);
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Distinct among all runs of four characters or words; figures count as one, so that a template with other figures is repetition. */
function measureDistinct(article: Article): number {
  const body = readRange(article, article.body).toLowerCase().replace(/\d+/g, '0');
  const units = article.lexicon.language === 'en' ? readLatinWords(body) : [...body.replace(/\s+/g, '')];
  const all = units.length - GRAM + 1;
  if (all < 1) return 1;
  const grams = new Set<string>();
  const joint = article.lexicon.language === 'en' ? ' ' : '';
  for (let at = 0; at < all; at++) {
    grams.add(`${units[at]}${joint}${units[at + 1]}${joint}${units[at + 2]}${joint}${units[at + 3]}`);
  }
  return grams.size / all;
}
