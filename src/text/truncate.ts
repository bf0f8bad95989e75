import { runOnce } from '../lib/memoize.ts';

const graphemes = runOnce(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** A character this long is cut between its code points: combining marks can be piled up without end. */
const GRAPHEME_UNITS_MAX = 64;
/** Below the first combining mark only CR and LF belong together. */
const FIRST_COMBINING = 0x300;

/**
 * The longest beginning of `text` that has at most `unitsMax` UTF-16 units and ends between two characters as readers see
 * them: an emoji, a flag and a letter with its accents stay whole. Returns `text` itself when it is short enough. A text that
 * is cut ends with `ellipsis`, which counts toward the limit.
 */
export function truncate(text: string, unitsMax: number, ellipsis = ''): string {
  if (text.length <= unitsMax) return text;
  return text.slice(0, findBoundary(text, Math.max(0, unitsMax - ellipsis.length))) + ellipsis;
}

/** The same for a limit of `pointsMax` code points. */
export function cutCodePoints(text: string, codePointsMax: number): string {
  if (text.length <= codePointsMax) return text;
  let unit = 0;
  for (let point = 0; point < codePointsMax && unit < text.length; point++) unit += isPairAt(text, unit) ? 2 : 1;
  return truncate(text, unit);
}

/** Whether two halves of one character stand at `unit` and behind it. */
export function isPairAt(text: string, unit: number): boolean {
  return (text.charCodeAt(unit) & 0xfc00) === 0xd800 && (text.charCodeAt(unit + 1) & 0xfc00) === 0xdc00;
}

/** The longest end of `text` that has at most `unitsMax` UTF-16 units and begins between two characters. */
export function keepEnd(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : text.slice(findBoundary(text, text.length - unitsMax, 'after'));
}

/** `unit` itself where no character lies across it, else where that character begins or ends. */
function findBoundary(text: string, unit: number, side: 'before' | 'after' = 'before'): number {
  if (unit <= 0 || unit >= text.length) return unit;
  const [before, after] = [text.charCodeAt(unit - 1), text.charCodeAt(unit)];
  if (before < FIRST_COMBINING && after < FIRST_COMBINING && after !== 0x0a) return unit;
  const head = text.slice(0, unit + GRAPHEME_UNITS_MAX);
  const { index = unit, segment = '' } = graphemes().segment(head).containing(unit) ?? {};
  if (index === unit) return unit;
  if (segment.length <= GRAPHEME_UNITS_MAX) return side === 'before' ? index : index + segment.length;
  if (!isPairAt(text, unit - 1)) return unit;
  return side === 'before' ? unit - 1 : unit + 1;
}
