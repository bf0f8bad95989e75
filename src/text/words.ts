/** Words for display and counting, and the terms by which texts are compared. */
import { setImmediate } from 'node:timers/promises';
import { indexOffsets, type Span, spanBetween } from './code-points.ts';
import { foldText } from './fold.ts';
import type { Language } from './language.ts';

/** Dictionary segmentation is made on pieces of this many UTF-16 units at most, so that no run is read as a whole. */
const PIECE_MAX = 2_000;

const segmenters = new Map<Language, Intl.Segmenter>();

function wordSegmenter(language: Language): Intl.Segmenter {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** The words of `text` with their places, as `Intl.Segmenter` cuts them: for display, not for ranking. */
export function splitWords(text: string, language: Language): Span[] {
  const offsets = indexOffsets(text);
  const words: Span[] = [];
  eachWord(text, language, (start, end) => words.push(spanBetween(text, offsets, start, end)));
  return words;
}

/** Number of words that `splitWords` returns. */
export function countWords(text: string, language: Language): number {
  let words = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    for (const line of text.slice(start, end).split('\n')) {
      if (NOT_ASCII.test(line)) eachWord(line, language, () => words++);
      else words += line.match(ASCII_WORD)?.length ?? 0;
    }
    start = end;
  }
  return words;
}

const NOT_ASCII = /[^\0-\x7f]/;
/**
 * Words of the segmenter in ASCII, in a fraction of its time: letters, digits and underscores, across a full stop,
 * colon or apostrophe between letters and a comma, semicolon, full stop or apostrophe between digits.
 */
const ASCII_WORD = /_*[A-Za-z\d](?:\w|(?<=[A-Za-z])[.:'](?=[A-Za-z])|(?<=\d)[.,;'](?=\d))*|__+/g;

/** UTF-16 units that are counted before others get their turn: some ten milliseconds. */
const TURN = 5 * PIECE_MAX;

/** The same of a text of any length, which may take seconds, without keeping everybody else waiting. */
export async function countWordsInTurns(text: string, language: Language): Promise<number> {
  let words = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start, TURN);
    words += countWords(text.slice(start, end), language);
    start = end;
    if (start < text.length) await setImmediate();
  }
  return words;
}

/**
 * Pairs of neighbouring characters within each run of Chinese characters or kana, folded; a run of one character gives that
 * character. `'議事録を'` → `['議事', '事録', '録を']`.
 */
export function characterBigrams(text: string): string[] {
  return (foldText(text).lower.match(CJK_RUN) ?? []).flatMap(pairUp);
}

/**
 * Terms for ranking: character bigrams of Chinese characters and kana, whole katakana runs, Latin words and numbers.
 * Folded and in lower case, in the order of the text, repetitions included.
 */
export function splitTerms(text: string): string[] {
  const runs = foldText(text).lower.match(TERM_RUN) ?? [];
  return runs.flatMap((run) => {
    if (!CJK_CHARACTER.test(run)) return [run];
    return [...pairUp(run), ...(run.match(KATAKANA_RUN) ?? [])];
  });
}

const CJK = '\\p{Script=Han}\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc々〆';
const CJK_CHARACTER = new RegExp(`[${CJK}]`, 'u');
const CJK_RUN = new RegExp(`[${CJK}]+`, 'gu');
const TERM_RUN = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}])+(?:['’](?:(?![${CJK}])\\p{L})+)?`, 'gu');
const KATAKANA_RUN = /[\u30a1-\u30fa\u30fc]{3,}/g;

function pairUp(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function eachWord(text: string, language: Language, take: (startUnit: number, endUnit: number) => void): void {
  const segmenter = wordSegmenter(language);
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    for (const { index, segment, isWordLike } of segmenter.segment(text.slice(start, end))) {
      if (isWordLike) take(start + index, start + index + segment.length);
    }
    start = end;
  }
}

/** Cuts at the last white space or full stop of the piece where there is one, never inside a character. */
function pieceEnd(text: string, start: number, size: number = PIECE_MAX): number {
  const most = start + size;
  if (most >= text.length) return text.length;
  for (let at = most; at > most - PIECE_MAX / 2; at--) if (/[\s。、，！？]/.test(text.charAt(at - 1))) return at;
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most + 1 : most;
}
