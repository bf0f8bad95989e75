/** Normalizes error texts before matching, and limits their length. */
import { keepEnd, truncate } from '../../text/truncate.ts';

/** Of a longer text its beginning and its end are read: both ends of a stack trace name the error. */
const HEAD_CHARS = 8_000;
const TAIL_CHARS = 4_000;

/** Control, format and surrogate characters but line breaks and tabs: terminal colours, joiners, text direction. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Color sequences of terminals. */
const COLOURS = /\p{Cc}\[[\d;]{0,16}[A-Za-z]/gu;

/** NFKC, plain quotes and dashes, no unseen characters, spaces collapsed within lines. */
export function normaliseText(text: string): string {
  // Once before, so that no more than this is normalised, and once after: a character may become eighteen.
  return cutMiddle(cutMiddle(text).toWellFormed().normalize('NFKC'))
    .replace(/\r\n?/g, '\n')
    .replace(COLOURS, '')
    .replace(UNSEEN, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

function cutMiddle(text: string): string {
  return text.length > HEAD_CHARS + TAIL_CHARS ? `${truncate(text, HEAD_CHARS)}\n${keepEnd(text, TAIL_CHARS)}` : text;
}
