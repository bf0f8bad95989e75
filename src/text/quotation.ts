/** Quotation marks and brackets: which pairs a text has, and what is quoted in it. */
import { indexOffsets, type Span, spanBetween } from './code-points.ts';

/** A pair of marks, by the UTF-16 units at which they stand. */
export interface Pair {
  open: number;
  close: number;
  /** Quotation marks, not brackets or the signs of a title such as 《》. */
  isQuotation: boolean;
}

/** Opening mark of each closing mark. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  ['」', '「'],
  ['』', '『'],
  ['｣', '｢'],
  ['”', '“'],
  ['〟', '〝'],
  ['）', '（'],
  [')', '('],
  ['》', '《'],
]);
const MARK = /[「」『』｢｣“”〝〟（）()《》"]/g;
const QUOTATION = new Set(['「', '『', '｢', '“', '〝', '"']);
/** A nesting deeper than this is not read. */
const DEPTH_MAX = 20;

/** Every outermost pair that closes on its line, in order. An unclosed mark counts for nothing. Linear. */
export function findPairs(text: string): Pair[] {
  const pairs: Pair[] = [];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    findPairsInLine(text.slice(start, end), start, pairs);
    start = end + 1;
  }
  return pairs;
}

/** Texts between outermost quotation marks (「」『』“” and straight double quotes), without the marks. */
export function findQuotations(text: string): Span[] {
  const offsets = indexOffsets(text);
  return findPairs(text)
    .filter(({ isQuotation }) => isQuotation)
    .map(({ open, close }) => spanBetween(text, offsets, open + 1, close));
}

function findPairsInLine(line: string, start: number, pairs: Pair[]): void {
  const stack: { mark: string; at: number; first: number }[] = [];
  // Straight quotes pair off only when there is an even number on the line; one alone is an inch.
  const straight = line.split('"').length % 2 === 1;
  for (const match of line.matchAll(MARK)) {
    const [mark] = match;
    const at = start + match.index;
    if (mark === '"' && !straight) continue;
    const opener = mark === '"' ? '"' : OPENERS.get(mark);
    const depth = opener === undefined ? -1 : stack.findLastIndex((one) => one.mark === opener);
    const open = stack[depth];
    if (open && opener !== undefined) {
      // What stood inside is inside: only the outermost pair counts.
      pairs.length = open.first;
      pairs.push({ open: open.at, close: at, isQuotation: QUOTATION.has(opener) });
      stack.length = depth;
    } else if ((opener === undefined || mark === '"') && stack.length < DEPTH_MAX) {
      stack.push({ mark, at, first: pairs.length });
    }
  }
}
