/** Explains a recommendation with the words of the release. */

import { normalizeText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { CATEGORY_LABELS } from '../../analysis/extraction/lexicon/category.ts';
import { namePrefecture } from '../contacts/prefectures.ts';
import type { Medium, RankedMedium, ReleaseFeatures } from '../recommend-types.ts';
import { findBoundaries, isContentWord, isJoint } from './content-words.ts';
import { type LexicalIndex, readEnglish, readKana, readTerms, type TermWeights } from './lexical-index.ts';
import { unifyForms } from './variants.ts';

const TERMS_MAX = 5;
const NAMED_MAX = 2;
const READ_MAX = 2_000;
const RECENT_MS = 92 * 86_400_000;
/** Words as a reader sees them: without the endings and particles in kana. */
const RUN = /[\p{Script=Latin}\p{N}]+|[\p{Script=Han}\p{Script=Katakana}ー々〆]+/gu;
const ASCII_WORD = /^[\p{Script=Latin}\p{N}]+$/u;

const SENTENCES = {
  ja: {
    quote: (term: string) => `「${term}」`,
    recent: (terms: string, count: number) => `${terms}を直近3か月で${count}本掲載`,
    topic: (terms: string) => `${terms}を扱っている`,
    category: (label: string) => `分野が一致：${label}`,
    locality: (place: string) => `地域が一致：${place}`,
    history: (count: number) => `過去に${count}件掲載`,
  },
  zh: {
    quote: (term: string) => `“${term}”`,
    recent: (terms: string, count: number) => `近三个月刊登过${count}篇关于${terms}的报道`,
    topic: (terms: string) => `报道${terms}`,
    category: (label: string) => `领域一致：${label}`,
    locality: (place: string) => `地区一致：${place}`,
    history: (count: number) => `曾刊登${count}次`,
  },
  en: {
    quote: (term: string) => `“${term}”`,
    recent: (terms: string, count: number) =>
      `${count} ${count === 1 ? 'article' : 'articles'} on ${terms} in the last three months`,
    topic: (terms: string) => `Covers ${terms}`,
    category: (label: string) => `Same field: ${label}`,
    locality: (place: string) => `Same place: ${place}`,
    history: (count: number) => `Published you ${count === 1 ? 'once' : `${count} times`} before`,
  },
} as const satisfies Record<Language, object>;

/** Words of the release that a medium has, too; the telling ones first. Reads the release once. */
export function createMatcher(
  index: LexicalIndex,
  query: TermWeights,
  facts: ReleaseFeatures,
): (id: number) => string[] {
  const text = cutCodePoints(normalizeText([facts.title, facts.lead, ...facts.entities].join('\n')), READ_MAX);
  const runs = [...new Set(text.match(RUN) ?? [])].map((run): Run => {
    return { characters: [...run], boundaries: findBoundaries(run, facts.language) };
  });
  return (id) => {
    const terms = index.match(query, id);
    const weights = new Map<string, number>();
    for (const run of runs) collectStretches(run, terms, query, weights);
    const words = [...weights]
      .filter(([word]) => isContentWord(word))
      .sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1));
    return words.slice(0, TERMS_MAX).map(([word]) => word);
  };
}

interface Run {
  characters: readonly string[];
  boundaries: ReadonlySet<number>;
}

/** Characters of a word that is left out before another. */
const JOINT_MAX = 3;
const KATAKANA = /[\p{Script=Katakana}ー]/u;

/** A word in katakana is a word from its first sign to its last: スタ of スタジオ says nothing. */
function isWhole(run: readonly string[], start: number, end: number): boolean {
  const isInside = (at: number): boolean => KATAKANA.test(run[at - 1] ?? '') && KATAKANA.test(run[at] ?? '');
  return !isInside(start) && !isInside(end);
}

/** The longest stretches of a run whose terms all match, from the beginning of a word to the end of one. */
function collectStretches(
  { characters: run, boundaries }: Run,
  terms: ReadonlySet<string>,
  query: TermWeights,
  weights: Map<string, number>,
): void {
  const whole = run.join('');
  if (ASCII_WORD.test(whole)) {
    const [term] = readEnglish(whole.toLowerCase());
    const isKnown = [...weights.keys()].some((word) => readEnglish(word.toLowerCase())[0] === term);
    if (term !== undefined && terms.has(term) && !isKnown) weights.set(whole, query.get(term) ?? 0);
    return;
  }
  const forms = run.map((character) => unifyForms(character).toLowerCase());
  const pairs = forms.map((form, at) => `${form}${forms[at + 1] ?? ''}`);
  // A word in katakana is one term: all of it matches, and counts where it begins.
  for (const { text: word, start: from } of readKana(forms.join(''))) {
    if (!terms.has(word)) continue;
    pairs.fill(word, from, from + word.length - 1);
  }
  const lastBoundary = (end: number): number => {
    let at = end - 1;
    while (at > 0 && !boundaries.has(at)) at--;
    return at;
  };
  const add = (from: number, to: number): void => {
    let [start, end] = [from, to];
    while (start < end && !boundaries.has(start)) start++;
    while (end > start && !boundaries.has(end)) end--;
    // 面向工厂 is about 工厂.
    for (let next = start + 1; next < end && next <= start + JOINT_MAX; next++) {
      if (boundaries.has(next) && isJoint(run.slice(start, next).join(''))) start = next;
    }
    while (end > start && isJoint(run.slice(lastBoundary(end), end).join(''))) end = lastBoundary(end);
    if (end - start < 2 || !isWhole(run, start, end)) return;
    const weight = [...new Set(pairs.slice(start, end - 1))].reduce((sum, pair) => sum + (query.get(pair) ?? 0), 0);
    weights.set(run.slice(start, end).join(''), weight);
  };
  let start = -1;
  for (let at = 0; at < run.length; at++) {
    if (at + 1 < run.length && terms.has(pairs[at] ?? '')) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) add(start, at + 1);
    start = -1;
  }
}

/** Sentences in the language of the release, the strongest first. */
export function explainRecommendation(
  { medium, components }: Pick<RankedMedium, 'medium' | 'components'>,
  matchedTerms: readonly string[],
  facts: ReleaseFeatures,
  now: number,
): string[] {
  const words = SENTENCES[facts.language];
  const reasons: string[] = [];
  // What it has written about lately says more than what it says of itself.
  const recent = matchedTerms.filter((term) => countArticles(medium, [term], now) > 0);
  const names = (recent.length > 0 ? recent : matchedTerms).slice(0, NAMED_MAX);
  if (names.length > 0) {
    const terms = names.map(words.quote).join(facts.language === 'en' ? ' and ' : '');
    const count = countArticles(medium, names, now);
    reasons.push(count > 0 ? words.recent(terms, count) : words.topic(terms));
  }
  const category = facts.categories.find((key) => medium.industries.includes(key));
  if (category !== undefined && components.category === 1) {
    reasons.push(words.category(CATEGORY_LABELS[category][facts.language]));
  }
  if (components.locality === 1 && medium.prefecture !== null) {
    reasons.push(words.locality(namePrefecture(medium.prefecture, facts.language)));
  }
  if (medium.history.placements > 0) reasons.push(words.history(medium.history.placements));
  return reasons;
}

/** Recent articles whose title has one of the terms. */
function countArticles({ recentArticles }: Medium, terms: readonly string[], now: number): number {
  const readings = terms.map((term) => readTerms(term));
  return recentArticles.filter(({ title, publishedAt }) => {
    if (publishedAt === null || now - publishedAt > RECENT_MS || publishedAt > now) return false;
    const words = new Set(readTerms(title));
    return readings.some((parts) => parts.length > 0 && parts.every((part) => words.has(part)));
  }).length;
}
