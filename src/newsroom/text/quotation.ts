/** Quotation marks and brackets: which pairs a text has, and what is quoted in it. */
import { indexOffsets, type Span, spanBetween } from './points.ts';

/** A pair of marks, by the UTF-16 units at which they stand. */
export interface Pair {
  open: number;
  close: number;
  /** Quotation marks, not brackets or the signs of a title such as 《》. */
  isQuotation: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = {
  '「': '」',
  '『': '』',
  '｢': '｣',
  '“': '”',
  '〝': '〟',
  '（': '）',
  '(': ')',
  '《': '》',
};
const OPENERS = new Map(Object.entries(CLOSERS).map(([open, close]) => [close, open]));
const QUOTATION = new Set(['「', '『', '｢', '“', '〝', '"']);
/** A nesting deeper than this is not read. */
const DEPTH_MAX = 20;

/** Every outermost pair that closes on its line, in order. An unclosed mark counts for nothing. Linear. */
export function findPairs(text: string): Pair[] {
  const pairs: Pair[] = [];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    findPairsInLine(text, start, end, pairs);
    start = end + 1;
  }
  return pairs;
}

/** What stands between outermost quotation marks (「」『』“” and straight double quotes), without the marks. */
export function findQuotations(text: string): Span[] {
  const offsets = indexOffsets(text);
  return findPairs(text)
    .filter(({ isQuotation }) => isQuotation)
    .map(({ open, close }) => spanBetween(text, offsets, open + 1, close));
}

function findPairsInLine(text: string, start: number, end: number, pairs: Pair[]): void {
  const stack: { mark: string; at: number; first: number }[] = [];
  const straight = hasEvenQuotes(text, start, end);
  for (let at = start; at < end; at++) {
    const mark = text.charAt(at);
    const opener = mark === '"' && straight ? '"' : OPENERS.get(mark);
    const depth = opener === undefined ? -1 : stack.findLastIndex((one) => one.mark === opener);
    const open = stack[depth];
    if (open && opener !== undefined) {
      // What stood inside is inside: only the outermost pair counts.
      pairs.length = open.first;
      pairs.push({ open: open.at, close: at, isQuotation: QUOTATION.has(opener) });
      stack.length = depth;
    } else if ((mark in CLOSERS || (mark === '"' && straight)) && stack.length < DEPTH_MAX) {
      stack.push({ mark, at, first: pairs.length });
    }
  }
}

/** Straight quotes pair off only when there is an even number on the line; one after a digit is an inch. */
function hasEvenQuotes(text: string, start: number, end: number): boolean {
  let count = 0;
  for (let at = text.indexOf('"', start); at !== -1 && at < end; at = text.indexOf('"', at + 1)) count++;
  return count > 0 && count % 2 === 0;
}
