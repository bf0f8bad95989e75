/** Corrects Latin words that are one typo away from a word that asks for a tool, and nearly correct names. */

import { listWords } from '../words/tables.ts';
import type { Term, TermMatch } from './terms.ts';

const everydayWords: ReadonlySet<string> = new Set(listWords('everyday'));

const TRIED_MAX = 60;
const LONG = 8;
const MIDDLE = 6;
const KNOWN_MIN = 4;

export interface Correction {
  text: string;
  /** For each unit of `text`, where it stands in what was written. */
  at: readonly number[];
}

/** Null when nothing is mistyped. `words`: all that can be meant. */
export function correctSpelling(command: string, words: ReadonlySet<string>): Correction | null {
  const byHead = groupByHead(words);
  let text = '';
  const at: number[] = [];
  let from = 0;
  const looked = new Map<string, string | null>();
  const copy = (to: number): void => {
    for (; from < to; from++) {
      text += command.charAt(from);
      at.push(from);
    }
  };
  for (const { 0: word, index } of command.matchAll(/(?<![a-z0-9@#.\-_])[a-z]{4,16}(?![a-z0-9@_])/g)) {
    if (words.has(word) || everydayWords.has(word)) continue;
    if (!looked.has(word)) {
      if (looked.size >= TRIED_MAX) continue;
      looked.set(word, findNearest(word, byHead));
    }
    const meant = looked.get(word) ?? null;
    if (meant === null) continue;
    copy(index);
    for (let unit = 0; unit < meant.length; unit++) at.push(index + Math.min(unit, word.length - 1));
    text += meant;
    from = index + word.length;
  }
  if (text === '') return null;
  copy(command.length);
  at.push(command.length);
  return { text, at };
}

/** Known words by first letter and length; kept for the vocabulary that was asked for last. */
let lastWords: ReadonlySet<string> | null = null;
let lastHeads = new Map<string, KnownWord[]>();

interface KnownWord {
  word: string;
  letters: number;
}

function groupByHead(words: ReadonlySet<string>): ReadonlyMap<string, KnownWord[]> {
  if (words === lastWords) return lastHeads;
  const heads = new Map<string, KnownWord[]>();
  for (const word of words) {
    const key = `${word.charAt(0)}${word.length}`;
    const list = heads.get(key);
    const term = { word, letters: countLetters(word) };
    if (list) list.push(term);
    else heads.set(key, [term]);
  }
  lastWords = words;
  lastHeads = heads;
  return heads;
}

/** Which letters it has, one bit each. */
const countLetters = (word: string): number => {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
};

/** A slip changes two letters at most: words that differ in more are not looked at. */
function isFar(a: number, b: number, most: number): boolean {
  let rest = a ^ b;
  let count = 0;
  for (; rest !== 0; count++) rest &= rest - 1;
  return count > 2 * most;
}

function findNearest(word: string, byHead: ReadonlyMap<string, KnownWord[]>): string | null {
  const own = countLetters(word);
  const most = word.length >= MIDDLE ? 2 : 1;
  let best: string | null = null;
  let least = most + 1;
  for (const head of new Set([word.charAt(0), word.charAt(1)])) {
    for (let length = Math.max(KNOWN_MIN, word.length - most); length <= word.length + most; length++) {
      for (const { word: term, letters } of byHead.get(`${head}${length}`) ?? []) {
        if (isFar(own, letters, least - 1)) continue;
        const distance = countSlips(word, term, least - 1);
        if (distance >= least || !isSlip(word, term, head, distance)) continue;
        least = distance;
        best = term;
      }
    }
  }
  return best;
}

/** Only a swap of the first two letters changes how a word begins; the last letter of a short word is not a slip. */
function isSlip(word: string, term: string, head: string, distance: number): boolean {
  const isMixed = sortLetters(word) === sortLetters(term);
  if (term.length < 5 && word.length < 5) return isMixed && word.charAt(0) === term.charAt(0);
  if (distance > 1 && word.length < LONG && !isMixed) return false;
  if (head !== word.charAt(0) && !(term.charAt(1) === word.charAt(0) && distance === 1)) return false;
  const isInflected = term.startsWith(word) || word.startsWith(term);
  return !isInflected || (word.length >= 6 && Math.abs(term.length - word.length) <= 1);
}

const sortLetters = (word: string): string => [...word].sort().join('');

/** Letters put in, left out, changed or swapped; more than `most` is told as `most + 1`. */
export function countSlips(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

const RUNS_MAX = 20;
const KANA_MIN = 5;
const MESSAGE_MAX = 160;

/**
 * Names of coins, currencies and languages with a slip: イーサリュウム, 以太访. Only in short messages, and only where
 * no name is written right.
 */
export function findNearNames<K>(
  folded: string,
  plain: string,
  names: readonly Term<K>[],
  isTaken: (start: number, end: number) => boolean,
): TermMatch<K>[] {
  if (folded.length > MESSAGE_MAX) return [];
  const matches: TermMatch<K>[] = [];
  for (const { 0: run, index } of [...plain.matchAll(/[\u30a1-\u30fc]{5,16}/g)].slice(0, RUNS_MAX)) {
    const end = index + run.length;
    const words = folded.slice(index, end);
    if (isTaken(index, end)) continue;
    const near = names.find(
      ({ text }) =>
        text.length >= KANA_MIN && Math.abs(text.length - run.length) <= 1 && countSlips(words, text, 1) <= 1,
    );
    if (near) matches.push({ start: index, end, text: near.text, key: near.key });
  }
  for (const { text, key } of names) {
    // ドル円 is two currencies: only a longer name may be part kana.
    if (!/^(?:[ぁ-ゖー]{3,})?\p{Script=Han}+$/u.test(text)) continue;
    const start = findNear(folded, text);
    if (start >= 0 && !isTaken(start, start + text.length))
      matches.push({ start, end: start + text.length, text, key });
  }
  return matches;
}

/** 越南的 is not 越南盾. */
const isSmall = (words: string, name: string): boolean =>
  [...words].some(
    (unit, at) => unit !== name.charAt(at) && /[的是有在和吗了人新地今明到去这那首现最大多产出进对]/.test(unit),
  );

/** Finds a name with one other character in it, except at its beginning. */
function findNear(text: string, name: string): number {
  const [first = ''] = name;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    let wrong = 0;
    for (let next = 1; next < name.length && wrong < 2; next++)
      if (text.charAt(at + next) !== name.charAt(next)) wrong++;
    const words = text.slice(at, at + name.length);
    if (wrong === 1 && /^[ぁ-ゖー]*\p{Script=Han}+$/u.test(words) && !isSmall(words, name)) return at;
  }
  return -1;
}
