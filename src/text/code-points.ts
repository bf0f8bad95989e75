/**
 * Code points: what the newsroom counts characters and offsets in. JavaScript's own strings count UTF-16 units, of which a
 * supplementary character has two. Every span is half open: `start` included, `end` excluded.
 */
import { isPairAt } from './truncate.ts';

/** A piece of a text and where it stands there, in code points: `sliceCodePoints(whole, start, end) === text`. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

/** The way between UTF-16 units and code points of one text. Offsets beyond either end are read as that end. */
export interface Offsets {
  /** How many code points the text has. */
  readonly length: number;
  toCodePoint(unit: number): number;
  toUnit(point: number): number;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Number of code points in `text`; a lone surrogate is one. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at + 1 < text.length; at++) {
    if (!isPairAt(text, at)) continue;
    pairs++;
    at++;
  }
  return text.length - pairs;
}

/** As `String.prototype.slice`, in code points; negative offsets count from the end. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const { length, toUnit } = indexOffsets(text);
  const resolve = (offset: number): number => toUnit(offset < 0 ? length + offset : offset);
  return text.slice(resolve(start), resolve(end ?? length));
}

/** Reads `text` once; each question is then answered at once. */
export function indexOffsets(text: string): Offsets {
  if (!SURROGATE.test(text)) {
    const within = (offset: number): number => Math.min(Math.max(offset, 0), text.length);
    return { length: text.length, toCodePoint: within, toUnit: within };
  }
  const points = new Uint32Array(text.length + 1);
  const units = new Uint32Array(text.length + 1);
  let point = 0;
  for (let unit = 0; unit < text.length; unit++) {
    points[unit] = point;
    units[point] = unit;
    if (isPairAt(text, unit)) points[++unit] = point;
    point++;
  }
  points[text.length] = point;
  units[point] = text.length;
  return {
    length: point,
    toCodePoint: (unit) => points[Math.min(Math.max(unit, 0), text.length)] ?? 0,
    toUnit: (term) => units[Math.min(Math.max(term, 0), point)] ?? 0,
  };
}

/** The span of `text` between two UTF-16 units. */
export function spanBetween(text: string, offsets: Offsets, startUnit: number, endUnit: number): Span {
  return {
    text: text.slice(startUnit, endUnit),
    start: offsets.toCodePoint(startUnit),
    end: offsets.toCodePoint(endUnit),
  };
}
