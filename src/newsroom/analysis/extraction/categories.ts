/** Categorizes texts: weighted hits of each category's words, and softmax over the categories that have any. */

import type { Language } from '../../../text/language.ts';
import type { ReadText } from '../mentions/read-text.ts';
import { indexTerms, type TermIndex } from '../mentions/terms.ts';
import { ENGLISH_CATEGORIES } from './lexicon/categories-en.ts';
import { JAPANESE_CATEGORIES } from './lexicon/categories-ja.ts';
import { CHINESE_CATEGORIES } from './lexicon/categories-zh.ts';
import { CATEGORY_LABELS, type CategoryKey, type CategoryWords } from './lexicon/category.ts';

export interface Category {
  key: CategoryKey;
  /** In the language of the text. */
  label: string;
  /** 0–1. */
  score: number;
}

interface CategoryIndex {
  readonly terms: TermIndex;
  readonly meanings: ReadonlyMap<string, readonly { key: CategoryKey; weight: number }[]>;
}

const SCORE_MIN = 0.2;
const CATEGORIES_MAX = 3;
/** A word of the title is worth so many of the body. */
const TITLE_WEIGHT = 3;
/** A word repeated more often says nothing more. */
const REPEATS_MAX = 4;
/** Softmax over `STEEPNESS × ln(1 + points)`: hits count less the more there are. */
const STEEPNESS = 1.6;
/** Score of `other` in every text. */
const OTHER_POINTS = 1;

/** Longer words with another meaning than the word in them: 株式会社 says nothing of 株式. */
const DECOYS = '株式会社 税込 税抜 税別 米国 会社 社会人 県庁 都道府県 公司 有限公司 药品监督 社会主义'.split(' ');

const INDEXES: Readonly<Record<Language, CategoryIndex>> = {
  ja: buildIndex(JAPANESE_CATEGORIES, /\s+/),
  zh: buildIndex(CHINESE_CATEGORIES, /\s+/),
  en: buildIndex(ENGLISH_CATEGORIES, /;/),
};

/** At most three, best first, none below 0.2. `titleEnd` is a unit of the folded text. */
export function findCategories({ plain, language }: ReadText, titleEnd: number): Category[] {
  const { terms, meanings } = INDEXES[language];
  const hits = new Map<string, number>();
  for (const { term, start } of terms.find(plain)) {
    const weight = start < titleEnd ? TITLE_WEIGHT : 1;
    hits.set(term, Math.min((hits.get(term) ?? 0) + weight, REPEATS_MAX));
  }
  const points = new Map<CategoryKey, number>([['other', OTHER_POINTS]]);
  for (const [term, count] of hits) {
    for (const { key, weight } of meanings.get(term) ?? []) points.set(key, (points.get(key) ?? 0) + weight * count);
  }
  return softmax([...points]).map(([key, score]) => ({ key, label: CATEGORY_LABELS[key][language], score }));
}

function softmax(points: readonly (readonly [CategoryKey, number])[]): [CategoryKey, number][] {
  const powers = points.map(([key, value]): [CategoryKey, number] => [key, Math.exp(STEEPNESS * Math.log1p(value))]);
  const sum = powers.reduce((total, [, power]) => total + power, 0);
  return powers
    .map(([key, power]): [CategoryKey, number] => [key, Math.round((power / sum) * 100) / 100])
    .filter(([, score]) => score >= SCORE_MIN)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, CATEGORIES_MAX);
}

function buildIndex(words: CategoryWords, separator: RegExp): CategoryIndex {
  const meanings = new Map<string, { key: CategoryKey; weight: number }[]>();
  for (const key of Object.keys(words).filter(isListed)) {
    for (const entry of words[key].split(separator)) {
      const [word = '', weight = '1'] = entry.split('*');
      const forms = /^[a-z]{3,}[a-rt-z]$/.test(word) ? [word, `${word}s`] : [word];
      for (const form of forms) meanings.set(form, [...(meanings.get(form) ?? []), { key, weight: Number(weight) }]);
    }
  }
  return { terms: indexTerms([...meanings.keys(), ...DECOYS]), meanings };
}

function isListed(key: string): key is keyof CategoryWords {
  return key in CATEGORY_LABELS && key !== 'other';
}
