/**
 * One form for what is the same text: NFKC (full-width digits and letters, half-width kana, kana with separate voicing marks,
 * compatibility ideographs), without characters that nobody sees. `foldText` keeps the way back to the original.
 */
import { indexOffsets, type Span, spanBetween } from './code-points.ts';

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
/**
 * Marks that belong to the character before them: accents, voicing marks of either width, vowels and finals of Hangul.
 */
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

/** A piece of the folded text: one that stands as it stood, unit by unit, or a character that was folded as a whole. */
interface Piece {
  plain: number;
  plainEnd: number;
  original: number;
  originalEnd: number;
  isSame: boolean;
}

/** Folds `text` and remembers where each unit came from. Linear in the length of `text`. */
export function foldText(text: string): FoldedText {
  const { plain, pieces } = foldPieces(text);
  const offsets = indexOffsets(text);
  const last = { plain: plain.length, plainEnd: plain.length, original: text.length, originalEnd: text.length };
  const find = (isBefore: (piece: Piece) => boolean): Piece =>
    findPiece(pieces, isBefore) ?? { ...last, isSame: false };
  return {
    original: text,
    plain,
    lower: lowerCase(plain),
    span: (startUnit, endUnit) => {
      const first = find(({ plainEnd }) => plainEnd <= startUnit);
      const start = first.original + (first.isSame ? startUnit - first.plain : 0);
      if (endUnit <= startUnit) return spanBetween(text, offsets, start, start);
      const end = find(({ plainEnd }) => plainEnd < endUnit);
      return spanBetween(text, offsets, start, end.isSame ? end.original + endUnit - end.plain : end.originalEnd);
    },
    locate: (originalUnit) => {
      const piece = find(({ originalEnd }) => originalEnd <= originalUnit);
      if (originalUnit <= piece.original) return piece.plain;
      return piece.isSame ? piece.plain + originalUnit - piece.original : piece.plainEnd;
    },
  };
}

function foldPieces(text: string): { plain: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let plain = '';
  const add = (folded: string, original: number, originalEnd: number, isSame: boolean): void => {
    pieces.push({ plain: plain.length, plainEnd: plain.length + folded.length, original, originalEnd, isSame });
    plain += folded;
  };
  let begin = 0;
  for (let at = 0; at < text.length; ) {
    const end = isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at + 1)) ? at + 1 : clusterEnd(text, at);
    if (end > at + 1 || !isPlain(text.charCodeAt(at))) {
      if (at > begin) add(text.slice(begin, at), begin, at, true);
      add(foldCluster(text.slice(at, end)), at, end, false);
      begin = end;
    }
    at = end;
  }
  if (begin < text.length) add(text.slice(begin), begin, text.length, true);
  return { plain, pieces };
}

/** The first that is not before. */
function findPiece(pieces: readonly Piece[], isBefore: (piece: Piece) => boolean): Piece | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece && isBefore(piece)) low = middle + 1;
    else high = middle;
  }
  return pieces[low];
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

/**
 * Characters that NFKC leaves as they are: ASCII, kana, most ideographs, and the common marks of Japanese and Chinese.
 */
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
  const visible = [...piece].filter((character) => !UNSEEN.test(character)).join('');
  return visible.toWellFormed().normalize('NFKC');
}

/** `toLowerCase` lengthens one letter (İ); it stays as it is, so that offsets hold. */
function lowerCase(plain: string): string {
  const lower = plain.toLowerCase();
  return lower.length === plain.length
    ? lower
    : [...plain].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}
