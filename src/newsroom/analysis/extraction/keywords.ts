/** The terms that a text turns on, for display: compounds in Japanese, dictionary words in Chinese, words and pairs in English. */

import type { Language } from '../../../text/language.ts';
import { splitWords } from '../../../text/words.ts';
import { COMMON_KATAKANA, COMMON_LATIN, isCommonEnglish } from '../facts-check/common-words.ts';
import { STOP_WORDS } from '../mentions/lexicon/stop-words.ts';
import type { ReadText } from '../mentions/read-text.ts';
import { keepLongest, type Mention } from '../mentions/types.ts';

export interface Keyword {
  term: string;
  /** 0–1: the term's part of the length of all of them taken as one vector. */
  weight: number;
}

const KEYWORDS_MAX = 10;
const TITLE_WEIGHT = 2;
/** Weight of everyday words. */
const EVERYDAY = 0.4;
const PAIR_WEIGHT = 1.4;
const PART_COST = 0.7;
const NAME_WEIGHT = 1.5;
/** Longer runs of Chinese characters are several words. */
const COMPOUND_MAX = 6;
const JAPANESE_RUN = /(?<![\d\p{Script=Han}々])[\p{Script=Han}々]{2,40}|[ァ-ヶー]{2,40}|[A-Za-z][\w&+-]{1,40}/gu;
const ENGLISH_WORD = /[A-Za-z][\p{L}\d]*(?:['’-]\p{L}+)*/gu;

/** Best first. `titleEnd` is a unit of the folded text; `names` (as folded) count more, what is in `masks` doesn't count. */
export function findKeywords(
  { plain, language }: ReadText,
  titleEnd: number,
  { names, masks }: { names: readonly string[]; masks: readonly Mention[] },
): Keyword[] {
  const tallies = new Tallies();
  const readers = { ja: readJapanese, zh: readChinese, en: readEnglish };
  readers[language](blankOut(plain, masks), {
    term: (term, unit, weight) => tallies.add(term, weight * (unit < titleEnd ? TITLE_WEIGHT : 1)),
    pair: (first, second, glue) => tallies.addPair(first, second, glue),
  });
  for (const name of names) tallies.favour(name);
  return tallies.list(language);
}

function blankOut(plain: string, masks: readonly Mention[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of keepLongest(masks)) {
    parts.push(plain.slice(at, start), ' '.repeat(end - start));
    at = end;
  }
  return parts.join('') + plain.slice(at);
}

interface Take {
  term(term: string, unit: number, weight: number): void;
  pair(first: string, second: string, glue: string): void;
}

function readJapanese(plain: string, take: Take): void {
  for (const { index, 0: run } of plain.matchAll(JAPANESE_RUN)) {
    const isCompound = /^\p{Script=Han}/u.test(run) && run.length > COMPOUND_MAX;
    const parts = isCompound ? splitWords(run, 'ja').map(({ text }) => text) : [run];
    const isEveryday = COMMON_KATAKANA.has(run) || COMMON_LATIN.has(run);
    for (const part of parts) if (part.length >= 2) take.term(part, index, isEveryday ? EVERYDAY : 1);
  }
}

function readChinese(plain: string, take: Take): void {
  let before: { text: string; end: number } | null = null;
  for (const word of readUnits(plain, 'zh')) {
    const isTerm = /^(?:\p{Script=Han}{2,}|[A-Za-z][\w+-]+)$/u.test(word.text) && !STOP_WORDS.zh.has(word.text);
    if (isTerm) take.term(word.text, word.start, COMMON_LATIN.has(word.text) ? EVERYDAY : 1);
    // A pair that comes back is one term: 会议 + 纪要.
    if (isTerm && before?.end === word.start) take.pair(before.text, word.text, '');
    before = isTerm ? word : null;
  }
}

function readEnglish(plain: string, take: Take): void {
  let before: { text: string; end: number } | null = null;
  for (const { index, 0: word } of plain.matchAll(ENGLISH_WORD)) {
    const term = /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase();
    const isTerm = word.length >= 2 && !STOP_WORDS.en.has(word.toLowerCase());
    if (isTerm) take.term(term, index, isCommonEnglish(word) || COMMON_LATIN.has(word) ? EVERYDAY : 1);
    if (isTerm && before?.end === index - 1 && plain[index - 1] === ' ') take.pair(before.text, term, ' ');
    before = isTerm ? { text: term, end: index + word.length } : null;
  }
}

function* readUnits(plain: string, language: Language): Generator<{ text: string; start: number; end: number }> {
  // Code points of the pieces tell units as long as all words are found in order.
  let at = 0;
  for (const { text } of splitWords(plain, language)) {
    const start = plain.indexOf(text, at);
    at = start + text.length;
    yield { text, start, end: at };
  }
}

class Tallies {
  readonly #weights = new Map<string, number>();
  readonly #pairs = new Map<string, { count: number; parts: string[] }>();

  add(term: string, weight: number): void {
    this.#weights.set(term, (this.#weights.get(term) ?? 0) + weight);
  }

  /** Two neighbours are a term only where they come back. */
  addPair(first: string, second: string, glue: string): void {
    const pair = this.#pairs.get(first + glue + second) ?? { count: 0, parts: [first, second] };
    pair.count++;
    this.#pairs.set(first + glue + second, pair);
  }

  /** Names are what texts are about more than their number tells. */
  favour(name: string): void {
    const weight = this.#weights.get(name) ?? this.#weights.get(name.toLowerCase());
    if (weight !== undefined)
      this.#weights.set(this.#weights.has(name) ? name : name.toLowerCase(), weight * NAME_WEIGHT);
  }

  list(language: Language): Keyword[] {
    for (const [pair, { count, parts }] of this.#pairs) {
      if (count < 2) continue;
      this.#weights.set(pair, count * PAIR_WEIGHT);
      for (const part of parts)
        this.#weights.set(part, Math.max(0, (this.#weights.get(part) ?? 0) - count * PART_COST));
    }
    const best = [...this.#weights]
      .map(([term, weight]): [string, number] => [term, Math.log1p(weight)])
      .filter(([term]) => !STOP_WORDS[language].has(term))
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .filter(([term], at, all) => !all.slice(0, Math.min(at, KEYWORDS_MAX)).some(([longer]) => isPart(term, longer)))
      .slice(0, KEYWORDS_MAX);
    const norm = Math.hypot(...best.map(([, weight]) => weight));
    return best.map(([term, weight]) => ({ term, weight: Math.round((weight / norm) * 100) / 100 }));
  }
}

const isPart = (term: string, longer: string): boolean => longer !== term && longer.includes(term);
