/**
 * BM25 over weighted fields, kept up to date item by item. What was removed leaves nothing behind: the same items give the
 * same scores in whatever order they came.
 */
import { normalizeText } from '../../../text/fold.ts';
import { splitTerms, splitWords } from '../../../text/words.ts';
import { STOP_WORDS } from '../../analysis/mentions/lexicon/stop-words.ts';
import { isGenericEnglish, isGenericPair } from './content-words.ts';
import { unifyForms } from './variants.ts';

export interface WeightedText {
  text: string;
  /** An occurrence counts so often. */
  weight: number;
}

/** Weights of terms. */
export type TermWeights = ReadonlyMap<string, number>;

const K1 = 1.2;
const B = 0.75;
/** Saturation of a term that is repeated in the query. */
const K3 = 8;
/** Terms of a long text that tell the most; the others only cost time. */
const QUERY_TERMS_MAX = 400;
/** Terms in a larger share of items tell nothing, once there are some items. */
const SHARE_MAX = 0.5;
const SIZE_TELLING = 100;
/** Terms of a search that have to be there. */
const FIND_TERMS_MAX = 100;
/** Two characters with hiragana are an ending, a particle or a piece of a word; two with katakana a piece of one. */
const KANA_PAIR = /^(?:[ぁ-ん].|.[ぁ-ん]|[ァ-ヺー]{2})$/u;
const KANA_RUN = /[ぁ-ん]{3,}|[ァ-ヺー]{2,}/gu;

interface Item {
  slot: number;
  /** Numbers of its terms and how often each stands in it. */
  terms: Uint32Array;
  counts: Float64Array;
  length: number;
}

interface Posting {
  slots: number[];
  counts: number[];
}

export class LexicalIndex {
  readonly #numbers = new Map<string, number>();
  readonly #postings: Posting[] = [];
  readonly #items = new Map<number, Item>();
  readonly #lengths: number[] = [];
  readonly #free: number[] = [];
  readonly #split: (text: string) => string[];
  #length = 0;

  constructor(split: (text: string) => string[] = readTerms) {
    this.#split = split;
  }

  get size(): number {
    return this.#items.size;
  }

  /** Adds an item or replaces it. */
  set(id: number, texts: readonly WeightedText[]): void {
    this.delete(id);
    const weights = [...this.#weigh(texts)];
    const slot = this.#free.pop() ?? this.#lengths.length;
    const length = weights.reduce((sum, [, weight]) => sum + weight, 0);
    const terms = Uint32Array.from(weights, ([term]) => this.#number(term));
    const counts = Float64Array.from(weights, ([, weight]) => weight);
    for (const [at, term] of terms.entries()) {
      this.#postings[term]?.slots.push(slot);
      this.#postings[term]?.counts.push(counts[at] ?? 0);
    }
    this.#lengths[slot] = length;
    this.#length += length;
    this.#items.set(id, { slot, terms, counts, length });
  }

  delete(id: number): void {
    const item = this.#items.get(id);
    if (!item) return;
    for (const term of item.terms) {
      const posting = this.#postings[term];
      const at = posting?.slots.indexOf(item.slot) ?? -1;
      if (!posting || at < 0) continue;
      posting.slots.splice(at, 1);
      posting.counts.splice(at, 1);
    }
    this.#items.delete(id);
    this.#free.push(item.slot);
    this.#lengths[item.slot] = 0;
    this.#length -= item.length;
  }

  /** The terms of a query that say something here, and how much each says. */
  prepare(texts: readonly WeightedText[]): TermWeights {
    const weighted = [...this.#weigh(texts)].flatMap(([term, weight]): [string, number][] => {
      const count = this.#postings[this.#numbers.get(term) ?? -1]?.slots.length ?? 0;
      if (count === 0 || (this.size > SIZE_TELLING && count > this.size * SHARE_MAX)) return [];
      const rarity = Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
      return [[term, (rarity * (weight * (K3 + 1))) / (weight + K3)]];
    });
    weighted.sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1));
    return new Map(weighted.slice(0, QUERY_TERMS_MAX));
  }

  /** The score of each of these items; 0 for one that has none of the terms or is not here. */
  score(query: TermWeights, ids: Iterable<number>): Map<number, number> {
    const scores = new Float64Array(this.#lengths.length);
    const mean = this.#length / Math.max(this.size, 1);
    for (const [term, weight] of query) {
      const posting = this.#postings[this.#numbers.get(term) ?? -1];
      if (!posting) continue;
      const { slots, counts } = posting;
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0;
        const count = counts[at] ?? 0;
        const norm = K1 * (1 - B + (B * (this.#lengths[slot] ?? 0)) / mean);
        scores[slot] = (scores[slot] ?? 0) + (weight * count * (K1 + 1)) / (count + norm);
      }
    }
    return new Map(Array.from(ids, (id) => [id, scores[this.#items.get(id)?.slot ?? -1] ?? 0]));
  }

  /** Those terms of the query that stand in the item. */
  match(query: TermWeights, id: number): Set<string> {
    const terms = new Set(this.#items.get(id)?.terms);
    return new Set([...query.keys()].filter((term) => terms.has(this.#numbers.get(term) ?? -1)));
  }

  /** Those that have every term of the text, with their scores. A single character finds what has it anywhere. */
  findAll(text: string): Map<number, number> {
    const terms = [...new Set(this.#split(text))].slice(0, FIND_TERMS_MAX);
    const counts = new Uint16Array(this.#lengths.length);
    const scores = new Float64Array(this.#lengths.length);
    const mean = this.#length / Math.max(this.size, 1);
    let number = 0;
    for (const term of terms) {
      const postings = this.#listPostings(term);
      number++;
      for (const { slots, counts: weights } of postings) {
        const rarity = Math.log(1 + (this.size - slots.length + 0.5) / (slots.length + 0.5));
        for (let at = 0; at < slots.length; at++) {
          const slot = slots[at] ?? 0;
          // It has all terms before this one, too, and has not been counted for this one.
          if (counts[slot] === number - 1) counts[slot] = number;
          else if (counts[slot] !== number) continue;
          const weight = weights[at] ?? 0;
          const norm = K1 * (1 - B + (B * (this.#lengths[slot] ?? 0)) / mean);
          scores[slot] = (scores[slot] ?? 0) + (rarity * weight * (K1 + 1)) / (weight + norm);
        }
      }
    }
    const totals = new Map<number, number>();
    if (terms.length === 0) return totals;
    for (const [id, { slot }] of this.#items) {
      if (counts[slot] === terms.length) totals.set(id, scores[slot] ?? 0);
    }
    return totals;
  }

  #listPostings(term: string): Posting[] {
    const own = this.#postings[this.#numbers.get(term) ?? -1];
    if ([...term].length > 1 || !/[^\p{Script=Latin}\p{N}]/u.test(term)) return own ? [own] : [];
    return [...this.#numbers].flatMap(([known, number]) =>
      known.includes(term) ? (this.#postings[number] ?? []) : [],
    );
  }

  #weigh(texts: readonly WeightedText[]): Map<string, number> {
    const weights = new Map<string, number>();
    for (const { text, weight } of texts) {
      for (const term of this.#split(text)) weights.set(term, (weights.get(term) ?? 0) + weight);
    }
    return weights;
  }

  #number(term: string): number {
    const termNumber = this.#numbers.get(term);
    if (termNumber !== undefined) return termNumber;
    const number = this.#postings.length;
    this.#numbers.set(term, number);
    this.#postings.push({ slots: [], counts: [] });
    return number;
  }
}

/** Terms as the index has them: one form for old and new characters, without endings. */
export function readTerms(text: string): string[] {
  const unified = unifyForms(normalizeText(text));
  const terms = splitTerms(unified).filter((term) => !KANA_PAIR.test(term) && !isGenericPair(term));
  return [...terms.flatMap(readEnglish), ...readKana(unified).map(({ text: word }) => word)];
}

/** Words in kana, which pairs of characters don't tell from endings: おもちゃ, and バス of バス会社 but not of バスケット. */
export function readKana(text: string): { text: string; start: number }[] {
  return [...text.matchAll(KANA_RUN)].flatMap(({ index, 0: run }) =>
    splitWords(run, 'ja')
      .map((word) => ({ text: word.text, start: index + word.start }))
      .filter(({ text: word }) =>
        /^[ァ-ヺ]/.test(word) ? word.length >= 2 : word.length >= 3 && !STOP_WORDS.ja.has(word),
      ),
  );
}

/** In the singular: pharmacies is pharmacy. Words of other kinds as they are. */
export function readEnglish(term: string): string[] {
  if (!/^[a-z]/.test(term)) return [term];
  if (isGenericEnglish(term)) return [];
  const singular = term
    .replace(/['’]s$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$|(?<=[^sui])s$/, '');
  return isGenericEnglish(singular) ? [] : [singular];
}

/** Similarity of two names, 0–1: Dice's measure over their groups of three characters. */
export function compareNames(one: string, other: string): number {
  const [first, second] = [cutTrigrams(one), cutTrigrams(other)];
  const common = [...first].filter((group) => second.has(group)).length;
  return first.size + second.size === 0 ? 0 : (2 * common) / (first.size + second.size);
}

function cutTrigrams(name: string): Set<string> {
  const characters = [...` ${unifyForms(normalizeText(name)).toLowerCase().replace(/\s+/g, ' ').trim()} `];
  return new Set(characters.slice(2).map((character, at) => `${characters[at]}${characters[at + 1]}${character}`));
}
