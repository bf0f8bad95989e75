/** Factors that multiply every dimension, so that nothing is earned by lists of words, repetition, empty phrases or a line of text. */
import { type Article, readRange } from './article.ts';
import { readLatinWords } from './size.ts';
import { countFacts, measureVariety } from './words.ts';

export interface Gates {
  length: number;
  share: number;
  /** Neither the same runs of words nor the same words in ever new order. */
  uniqueness: number;
  /** Facts that can be checked. */
  substance: number;
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

export function measureGates(article: Article): Gates {
  const proseSize = article.prose.reduce((sum, { size }) => sum + size, 0);
  const length = Math.min(1, proseSize / article.lexicon.sizes.prose);
  const share = article.bodySize === 0 ? 0 : Math.min(1, proseSize / article.bodySize / PROSE_SHARE);
  const distinct = (measureDistinct(article) - UNIQUE_NONE) / (UNIQUE_ALL - UNIQUE_NONE);
  const variety = (measureVariety(article) - VARIETY_NONE) / (VARIETY_ALL - VARIETY_NONE);
  const uniqueness = clamp(distinct) * clamp(variety);
  const facts = Math.min(1, countFacts(article) / FACTS_ENOUGH);
  const substance = SUBSTANCE_LEAST + (1 - SUBSTANCE_LEAST) * facts;
  return { length, share, uniqueness, substance, factor: length * share * uniqueness * substance };
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
