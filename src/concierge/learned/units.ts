/** A message as words and characters with what kind each is of: where names and topics begin and end. */
import { findHits, type Reading } from '../reading/message.ts';
import { DATA } from '../reading/spans.ts';
import { hashKey, hashText } from './hash.ts';

export interface Unit {
  hash: number;
  /** Folded; data is one mark. */
  text: string;
  /** Script and case: `A` a capital word, `a` another one, `9` digits, `k` katakana, `h` hiragana, `c` a character, `.` a sign, `"` data. */
  shape: string;
  start: number;
  end: number;
}

/** Longer parts are looked at from their beginning. */
const UNITS_MAX = 160;

const UNIT =
  /[a-z]+(?:['’.-](?!s(?![a-z]))[a-z]+)*|['’]s(?![a-z])|[\p{Script=Latin}]+|\p{Script=Cyrillic}+|\p{Script=Hangul}+|\p{Script=Greek}+|[\p{Script=Thai}\p{Mn}]+|\p{Script=Arabic}+|\d+(?:[.,:/]\d+)*|\ufffc+|[^\s]/gu;

export function splitUnits(reading: Reading, from: number, to: number): Unit[] {
  return [...reading.command.slice(from, to).matchAll(UNIT)].slice(0, UNITS_MAX).map(({ 0: text, index }) => {
    const [start, end] = [from + index, from + index + text.length];
    const own = text.startsWith(DATA) ? DATA : text;
    return { text: own, hash: hashText(own), shape: readShape(reading, text, start), start, end };
  });
}

function readShape({ text: { original, plain, starts } }: Reading, folded: string, at: number): string {
  if (folded.startsWith(DATA)) return '"';
  if (/^\d/.test(folded)) return '9';
  if (/^\p{Script=Latin}/u.test(folded)) return /^\p{Lu}/u.test(original.slice(starts[at] ?? 0)) ? 'A' : 'a';
  if (/^[\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Greek}\p{Script=Thai}\p{Script=Arabic}]/u.test(folded))
    return 'A';
  const character = plain.charAt(at);
  if (/[\u30a1-\u30fa\u30fc]/.test(character)) return 'k';
  if (/[ぁ-ゖ]/.test(character)) return 'h';
  return /\p{Script=Han}/u.test(character) ? 'c' : '.';
}

/** Lexicon facts around a place between two units. */
export interface Edge {
  before: number[];
  behind: number[];
  across: number[];
}

/** By place in the message: which known words end there, begin there, or go on over it. */
export function findEdges(reading: Reading, from: number, to: number): Map<number, Edge> {
  const edges = new Map<number, Edge>();
  const at = (place: number): Edge => {
    const edge = edges.get(place) ?? { before: [], behind: [], across: [] };
    edges.set(place, edge);
    return edge;
  };
  for (const { key, start, end } of findHits(reading, from, to)) {
    const name = hashKey(key);
    at(end).before.push(name);
    at(start).behind.push(name);
    for (let place = start + 1; place < end; place++) at(place).across.push(name);
  }
  return edges;
}
