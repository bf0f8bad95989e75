/** By what the beginning, the end and the whole of a name or topic are told. */
import type { Reading } from '../reading.ts';
import { bucketOf, hashOf, mixed } from './hash.ts';
import { type Edge, edgesOf, type Unit, unitsIn } from './units.ts';

/** What is cut out: the place of the weather, the ends of a way, what is searched or looked up, words to translate or speak. */
export type Slot = 'place' | 'from' | 'to' | 'topic' | 'text';

/** From the first unit to before the last one, by their indexes. */
export interface Extent {
  from: number;
  to: number;
}

/** A part of a message with the features of each place where an extent may begin or end. */
export interface Field {
  units: readonly Unit[];
  starts: readonly Uint32Array[];
  ends: readonly Uint32Array[];
  /** Features of an extent as a whole. */
  whole(extent: Extent): Uint32Array;
}

const LONGEST: Readonly<Record<Slot, number>> = { place: 16, from: 16, to: 16, topic: 26, text: 60 };

/** `ruled`: what the rules cut out. */
export function fieldOf(
  slot: Slot,
  reading: Reading,
  start: number,
  end: number,
  ruled: { start: number; end: number } | null,
): Field {
  const units = unitsIn(reading, start, end);
  const edges = edgesOf(reading, start, end);
  const own = hashOf(slot);
  // Each is heard for this slot and for all of them.
  const features = (hashes: readonly number[]): Uint32Array => {
    const buckets = new Uint32Array(hashes.length * 2);
    hashes.forEach((hash, at) => {
      buckets[2 * at] = bucketOf(hash);
      buckets[2 * at + 1] = bucketOf(mixed(own, hash));
    });
    return buckets;
  };
  return {
    units,
    starts: units.map((_, at) => features(startOf(units, at, edges))),
    ends: units.map((_, at) => features(endOf(units, at + 1, edges))),
    whole: (extent) => features(wholeOf(units, extent, ruled)),
  };
}

/** Extents that may be it: all of bounded length that begin and end with no sign. */
export function* extentsIn(slot: Slot, { units }: Field): Generator<Extent> {
  for (let from = 0; from < units.length; from++) {
    if (/[.]/.test(units[from]?.shape ?? '')) continue;
    for (let to = from + 1; to <= Math.min(units.length, from + LONGEST[slot]); to++) {
      if (units[to - 1]?.shape === '"') break;
      if (units[to - 1]?.shape !== '.' || /[)）]/.test(units[to - 1]?.text ?? '')) yield { from, to };
    }
  }
}

const NOTHING: Edge = { before: [], behind: [], across: [] };

const textAt = (units: readonly Unit[], at: number): number => units[at]?.hash ?? 0;
const shapeAt = (units: readonly Unit[], at: number): number => units[at]?.shape.charCodeAt(0) ?? 0;

/** Numbers of the kinds of features, one after the other. */
const kind = (index: number): number => Math.imul(index + 1, 0x2545f491);

/** What stands before and behind a place between two units, from near to far, and both sides together. */
function around(units: readonly Unit[], at: number, edge: Edge, side: number): number[] {
  const [a, b, c] = [textAt(units, at - 1), textAt(units, at - 2), textAt(units, at - 3)];
  const [x, y, z] = [textAt(units, at), textAt(units, at + 1), textAt(units, at + 2)];
  const [sa, sb] = [shapeAt(units, at - 1), shapeAt(units, at - 2)];
  const [sx, sy] = [shapeAt(units, at), shapeAt(units, at + 1)];
  const space = (units[at]?.start ?? 0) - (units[at - 1]?.end ?? 0) > 0 ? 1 : 0;
  const shapes = mixed(mixed(sa, sx), space);
  const hashes = [a, mixed(a, b), mixed(mixed(a, b), c), x, mixed(x, y), mixed(mixed(x, y), z), mixed(a, x)];
  const kinds = [shapes, mixed(mixed(shapes, sb), sy), mixed(a, sx), mixed(sa, x)];
  return [
    ...[...hashes, ...kinds].map((hash, index) => mixed(kind(side + index), hash)),
    ...edge.before.map((hash) => mixed(kind(side + 20), hash)),
    ...edge.behind.map((hash) => mixed(kind(side + 21), hash)),
    ...edge.across.map((hash) => mixed(kind(side + 22), hash)),
  ];
}

const START = 0;
const END = 100;
const WHOLE = 200;

const startOf = (units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): number[] =>
  around(units, at, edges.get(units[at]?.start ?? -1) ?? NOTHING, START);

/** Known words may begin behind a space. */
function endOf(units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): number[] {
  const [here, next] = [units[at - 1]?.end ?? -1, units[at]?.start ?? -1];
  const edge = edges.get(here) ?? NOTHING;
  const behind = next === here ? edge.behind : [...edge.behind, ...(edges.get(next)?.behind ?? [])];
  return around(units, at, { ...edge, behind }, END);
}

function wholeOf(units: readonly Unit[], { from, to }: Extent, ruled: { start: number; end: number } | null): number[] {
  let shapes = 0;
  let words = 0;
  const hashes: number[] = [];
  for (let at = from; at < to; at++) {
    const shape = shapeAt(units, at);
    shapes |= 1 << (shape % 31);
    words = mixed(words, textAt(units, at));
    if (units[at]?.shape === '.') hashes.push(mixed(kind(WHOLE), textAt(units, at)));
  }
  const length = Math.min(to - from, 12);
  hashes.push(
    mixed(kind(WHOLE + 1), mixed(shapes, length)),
    mixed(kind(WHOLE + 2), shapes),
    mixed(kind(WHOLE + 3), length),
  );
  if (to - from <= 6) hashes.push(mixed(kind(WHOLE + 4), words));
  hashes.push(mixed(kind(WHOLE + 5), againstRuled(units[from]?.start ?? 0, units[to - 1]?.end ?? 0, ruled)));
  return hashes;
}

/** How it lies beside what the rules cut out. */
function againstRuled(start: number, end: number, ruled: { start: number; end: number } | null): number {
  if (!ruled) return 0;
  if (start === ruled.start && end === ruled.end) return 1;
  if (start === ruled.start) return end < ruled.end ? 2 : 3;
  if (end === ruled.end) return start > ruled.start ? 4 : 5;
  if (start >= ruled.start && end <= ruled.end) return 6;
  return end <= ruled.start || start >= ruled.end ? 7 : 8;
}
