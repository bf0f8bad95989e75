/** Normalizes spelling (width, case, kana, traditional characters, spaces) and maps positions back to the original. */

import { truncate } from '../../text/truncate.ts';
import { listWords } from '../words/tables.ts';

/** The longest message that is read. */
export const MESSAGE_CHARS_MAX = 2000;

export interface Text {
  /** As it was written, cut to what is read. */
  original: string;
  /** NFKC, lower case, one space for many, without characters that nobody sees. */
  plain: string;
  /** `plain` with kana as large hiragana and traditional characters as simplified ones; of the same length. */
  folded: string;
  /** For each unit of `plain`, and its end, where it stands in `original`. */
  starts: readonly number[];
}

/** Bidirectional marks, zero-width characters, variation selectors, tags, soft hyphens. */
const UNSEEN = /\p{Cf}|\p{Default_Ignorable_Code_Point}/u;

const smallKana = new Map(
  [...'ぁぃぅぇぉっゃゅょゎゕゖ'].map((kana, at) => [kana, [...'あいうえおつやゆよわかけ'][at] ?? kana]),
);
const simplified = new Map(
  listWords('traditional').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1, 2)]),
);

export function readText(message: string): Text {
  const original = truncate(message, MESSAGE_CHARS_MAX).toWellFormed();
  const starts: number[] = [];
  let plain = '';
  for (const { piece, at } of splitClusters(original)) {
    const whole = normaliseCluster(piece);
    const isSecondSpace = whole === ' ' && (plain === '' || /[ \n]$/.test(plain));
    if (isSecondSpace) continue;
    for (let unit = 0; unit < whole.length; unit++) starts.push(at);
    plain += whole;
  }
  starts.push(original.length);
  plain = plain.replace(/(?<=[ァ-ヺー])[一―‐–—](?=[ァ-ヺー])/g, 'ー');
  return { original, plain, folded: fold(plain), starts };
}

/** Characters with the marks that belong to them, such as half-width kana and their voicing. */
function* splitClusters(original: string): Generator<{ piece: string; at: number }> {
  let piece = '';
  let start = 0;
  let at = 0;
  for (const character of original) {
    const joins = piece !== '' && piece.length < 8 && !isPlain(character) && /^[\uff9e\uff9f\p{Mn}]$/u.test(character);
    if (!joins) {
      if (piece !== '') yield { piece, at: start };
      piece = '';
      start = at;
    }
    piece += character;
    at += character.length;
  }
  if (piece !== '') yield { piece, at: start };
}

/** Kana and characters, which every form leaves as they are; joined with no mark. */
function isPlain(character: string): boolean {
  const code = character.charCodeAt(0);
  return (
    character.length === 1 &&
    ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa))
  );
}

function normaliseCluster(piece: string): string {
  if (isPlain(piece)) return piece;
  // ① begins the next of several requests.
  if (piece === '\n' || /^[①-⑳⓵-⓾]$/.test(piece)) return '\n';
  if (piece.length <= 2 && UNSEEN.test(piece)) return '';
  // Compatibility forms of quotation marks and of an ellipsis would lose what they are.
  const normal = piece.normalize('NFKC').toLowerCase();
  return /^\s+$/.test(normal) ? ' ' : normal;
}

/** Kana as large hiragana, traditional characters as simplified ones. Keeps the length. */
export function fold(plain: string): string {
  let folded = '';
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charAt(at);
    const code = plain.charCodeAt(at);
    if (code < 0xc0) folded += unit;
    else if (code < 0x250) folded += stripAccents(unit);
    else if (code < 0x3041) folded += unit;
    else if (code >= 0x30a1 && code <= 0x30f6) folded += enlargeKana(String.fromCharCode(code - 0x60));
    else if (code <= 0x3096) folded += enlargeKana(unit);
    else folded += simplified.get(unit) ?? unit;
  }
  return folded;
}

/** é as e; ł and ß stay. */
function stripAccents(letter: string): string {
  const [base = letter] = letter.normalize('NFD');
  return /[a-z]/.test(base) ? base : letter;
}

const enlargeKana = (kana: string): string => smallKana.get(kana) ?? kana;

/** The original text at a part of `plain`. */
export function readOriginal({ original, starts }: Text, start: number, end: number): string {
  return original.slice(starts[start] ?? original.length, starts[end] ?? original.length);
}
