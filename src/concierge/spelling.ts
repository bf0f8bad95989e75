/** Mistyped Latin words, set right where a word that asks for something is one slip away. */
import { everydayWords } from './words/everyday.ts';

const TRIED_MAX = 60;
const LONG = 8;
const KNOWN_MIN = 4;

export interface Corrected {
  text: string;
  /** For each unit of `text`, where it stands in what was written. */
  at: readonly number[];
}

/** Null when nothing is mistyped. `words`: all that can be meant. */
export function correct(command: string, words: ReadonlySet<string>): Corrected | null {
  const byHead = headsOf(words);
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
  for (const { 0: word, index } of command.matchAll(/(?<![a-z0-9@#.\-_/])[a-z]{4,16}(?![a-z0-9@_])/g)) {
    if (words.has(word) || everydayWords.has(word)) continue;
    if (!looked.has(word)) {
      if (looked.size >= TRIED_MAX) continue;
      looked.set(word, nearest(word, byHead));
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
let lastHeads = new Map<string, string[]>();

function headsOf(words: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  if (words === lastWords) return lastHeads;
  const heads = new Map<string, string[]>();
  for (const word of words) {
    const key = `${word.charAt(0)}${word.length}`;
    const list = heads.get(key);
    if (list) list.push(word);
    else heads.set(key, [word]);
  }
  lastWords = words;
  lastHeads = heads;
  return heads;
}

function nearest(word: string, byHead: ReadonlyMap<string, string[]>): string | null {
  const most = word.length >= LONG ? 2 : 1;
  let best: string | null = null;
  let least = most + 1;
  for (const head of new Set([word.charAt(0), word.charAt(1)])) {
    for (let length = Math.max(KNOWN_MIN, word.length - most); length <= word.length + most; length++) {
      for (const known of byHead.get(`${head}${length}`) ?? []) {
        const distance = slips(word, known, least - 1);
        if (distance >= least || !isSlip(word, known, head, distance)) continue;
        least = distance;
        best = known;
      }
    }
  }
  return best;
}

/** Only a swap of the first two letters changes how a word begins; the last letter of a short word is no slip. */
function isSlip(word: string, known: string, head: string, distance: number): boolean {
  if (known.length < 5 && word.length < 5) return false;
  if (head !== word.charAt(0) && !(known.charAt(1) === word.charAt(0) && distance === 1)) return false;
  const isInflected = known.startsWith(word) || word.startsWith(known);
  return !isInflected || (word.length >= 6 && Math.abs(known.length - word.length) <= 1);
}

/** Letters put in, left out, changed or swapped; more than `most` is told as `most + 1`. */
export function slips(a: string, b: string, most: number): number {
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
