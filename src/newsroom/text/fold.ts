/**
 * One form for what is the same text: NFKC (full-width digits and letters, half-width kana, kana with separate voicing marks,
 * compatibility ideographs), without characters that nobody sees. `foldText` keeps the way back to the original.
 */
import { indexOffsets, type Span, spanBetween } from './points.ts';

export interface FoldedText {
  readonly original: string;
  /** NFKC, with its capitals. Full-width punctuation is ASCII here, apart from `。、「」『』・`. */
  readonly plain: string;
  /** `plain` in lower case, of the same length. */
  readonly lower: string;
  /** The piece of the original that stands between two UTF-16 units of `plain` (or `lower`). */
  span(startUnit: number, endUnit: number): Span;
  /** Where in `plain` stands what stands at a UTF-16 unit of the original. */
  locate(originalUnit: number): number;
}

/** Joiners, zero-width characters, variation selectors, text direction, soft hyphens. */
const UNSEEN = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
/** What belongs to the character before it: accents, voicing marks of either width, vowels and finals of Hangul. */
const JOINING = /^[\p{M}\uff9e\uff9f\u1160-\u11ff]$/u;
/** A character with more marks than this is nobody's writing; putting marks in order takes quadratic time. */
const MARKS_MAX = 8;

/** NFKC in bounded time, without unseen characters. */
export function normalizeText(text: string): string {
  return foldText(text).plain;
}

/** For comparing: NFKC, lower case, white space collapsed, trimmed. */
export function normalizeForMatch(text: string): string {
  return foldText(text).lower.replace(/\s+/g, ' ').trim();
}

/** Folds `text` and remembers where each unit came from. Linear in the length of `text`. */
export function foldText(text: string): FoldedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at);
    const piece = end === at + 1 && isPlain(text.charCodeAt(at)) ? text.charAt(at) : foldCluster(text.slice(at, end));
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(at);
      ends.push(end);
    }
    pieces.push(piece);
    at = end;
  }
  const plain = pieces.join('');
  const offsets = indexOffsets(text);
  return {
    original: text,
    plain,
    lower: lowerCase(plain),
    span: (startUnit, endUnit) => {
      const start = starts[startUnit] ?? text.length;
      return spanBetween(text, offsets, start, endUnit > startUnit ? (ends[endUnit - 1] ?? text.length) : start);
    },
    locate: (originalUnit) => {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) < originalUnit) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

function clusterEnd(text: string, start: number): number {
  let end = start + widthAt(text, start);
  for (let marks = 0; marks < MARKS_MAX && end < text.length; marks++) {
    const code = text.charCodeAt(end);
    if (isPlain(code) || !JOINING.test(text.slice(end, end + widthAt(text, end)))) break;
    end += widthAt(text, end);
  }
  return end;
}

const widthAt = (text: string, unit: number): number => ((text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1);

/** What NFKC leaves as it is: ASCII, kana, most ideographs, and the common marks of Japanese and Chinese. */
function isPlain(code: number): boolean {
  return (
    code < 0x80 ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fe) ||
    (code >= 0x3001 && code <= 0x3003) ||
    (code >= 0x3008 && code <= 0x3011) ||
    (code >= 0x2013 && code <= 0x2014) ||
    (code >= 0x2018 && code <= 0x2019) ||
    (code >= 0x201c && code <= 0x201d)
  );
}

function foldCluster(piece: string): string {
  const seen = [...piece].filter((character) => !UNSEEN.test(character)).join('');
  return seen.toWellFormed().normalize('NFKC');
}

/** `toLowerCase` lengthens one letter (İ); it stays as it is, so that offsets hold. */
function lowerCase(plain: string): string {
  const lower = plain.toLowerCase();
  return lower.length === plain.length
    ? lower
    : [...plain].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}
