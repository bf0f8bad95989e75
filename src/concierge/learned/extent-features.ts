/** Features that tell where a name or topic begins and ends. */
import type { Reading, Slot } from '../reading/message.ts';
import { EXTENT_BUCKETS, findBucket, hashText, mixHashes } from './hash.ts';
import { type Edge, findEdges, splitUnits, type Unit } from './units.ts';

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
  /** Features of there being none. */
  nothing: Uint32Array;
}

const LONGEST: Readonly<Record<Slot, number>> = { place: 16, from: 16, to: 16, topic: 26, text: 60 };

export function buildField(slot: Slot, reading: Reading, start: number, end: number): Field {
  const units = splitUnits(reading, start, end);
  const edges = findEdges(reading, start, end);
  const own = hashText(slot);
  // Each is heard for this slot and for all of them.
  const features = (hashes: readonly number[]): Uint32Array => {
    const buckets = new Uint32Array(hashes.length * 2);
    hashes.forEach((hash, at) => {
      buckets[2 * at] = findBucket(hash, EXTENT_BUCKETS);
      buckets[2 * at + 1] = findBucket(mixHashes(own, hash), EXTENT_BUCKETS);
    });
    return buckets;
  };
  return {
    units,
    starts: units.map((_, at) => features(listStartFeatures(units, at, edges))),
    ends: units.map((_, at) => features(listEndFeatures(units, at + 1, edges))),
    whole: (extent) => features(listWholeFeatures(units, extent)),
    nothing: features(listNothingFeatures(units, edges)),
  };
}

/** Extents that may be it: all of bounded length that begin and end with no sign. */
export function* listExtents(slot: Slot, { units }: Field): Generator<Extent> {
  for (let from = 0; from < units.length; from++) {
    if (/[.]/.test(units[from]?.shape ?? '')) continue;
    for (let to = from + 1; to <= Math.min(units.length, from + LONGEST[slot]); to++) {
      if (units[to - 1]?.shape === '"') break;
      if (units[to - 1]?.shape !== '.' || /[)）]/.test(units[to - 1]?.text ?? '')) yield { from, to };
    }
  }
}

const NOTHING: Edge = { before: [], behind: [], across: [] };

const readText = (units: readonly Unit[], at: number): number => units[at]?.hash ?? 0;
const readShape = (units: readonly Unit[], at: number): number => units[at]?.shape.charCodeAt(0) ?? 0;

/** Numbers of the kinds of features, one after the other. */
const numberKind = (index: number): number => Math.imul(index + 1, 0x2545f491);

/** Words before and after a place between two units, from near to far, and both sides together. */
function listNeighbours(units: readonly Unit[], at: number, edge: Edge, side: number): number[] {
  const [a, b, c] = [readText(units, at - 1), readText(units, at - 2), readText(units, at - 3)];
  const [x, y, z] = [readText(units, at), readText(units, at + 1), readText(units, at + 2)];
  const [sa, sb] = [readShape(units, at - 1), readShape(units, at - 2)];
  const [sx, sy] = [readShape(units, at), readShape(units, at + 1)];
  const space = (units[at]?.start ?? 0) - (units[at - 1]?.end ?? 0) > 0 ? 1 : 0;
  const shapes = mixHashes(mixHashes(sa, sx), space);
  const hashes = [
    a,
    mixHashes(a, b),
    mixHashes(mixHashes(a, b), c),
    x,
    mixHashes(x, y),
    mixHashes(mixHashes(x, y), z),
    mixHashes(a, x),
  ];
  const kinds = [shapes, mixHashes(mixHashes(shapes, sb), sy), mixHashes(a, sx), mixHashes(sa, x)];
  return [
    ...[...hashes, ...kinds].map((hash, index) => mixHashes(numberKind(side + index), hash)),
    ...edge.before.map((hash) => mixHashes(numberKind(side + 20), hash)),
    ...edge.behind.map((hash) => mixHashes(numberKind(side + 21), hash)),
    ...edge.across.map((hash) => mixHashes(numberKind(side + 22), hash)),
  ];
}

const START = 0;
const END = 100;
const WHOLE = 200;
const NOTHING_KIND = 300;

const listStartFeatures = (units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): number[] =>
  listNeighbours(units, at, edges.get(units[at]?.start ?? -1) ?? NOTHING, START);

/** Known words may begin behind a space. */
function listEndFeatures(units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): number[] {
  const [here, next] = [units[at - 1]?.end ?? -1, units[at]?.start ?? -1];
  const edge = edges.get(here) ?? NOTHING;
  const behind = next === here ? edge.behind : [...edge.behind, ...(edges.get(next)?.behind ?? [])];
  return listNeighbours(units, at, { ...edge, behind }, END);
}

function listWholeFeatures(units: readonly Unit[], { from, to }: Extent): number[] {
  let shapes = 0;
  let words = 0;
  const hashes: number[] = [];
  for (let at = from; at < to; at++) {
    const shape = readShape(units, at);
    shapes |= 1 << (shape % 31);
    words = mixHashes(words, readText(units, at));
    if (units[at]?.shape === '.') hashes.push(mixHashes(numberKind(WHOLE), readText(units, at)));
  }
  const length = Math.min(to - from, 12);
  hashes.push(
    mixHashes(numberKind(WHOLE + 1), mixHashes(shapes, length)),
    mixHashes(numberKind(WHOLE + 2), shapes),
    mixHashes(numberKind(WHOLE + 3), length),
  );
  if (to - from <= 6) hashes.push(mixHashes(numberKind(WHOLE + 4), words));
  return hashes;
}

/** Words with their neighbours, and known words, as far as they say something together. */
function listNothingFeatures(units: readonly Unit[], edges: ReadonlyMap<number, Edge>): number[] {
  const hashes = units.flatMap((_, at) => [
    mixHashes(numberKind(NOTHING_KIND), readText(units, at)),
    mixHashes(numberKind(NOTHING_KIND + 1), mixHashes(readText(units, at), readText(units, at + 1))),
  ]);
  for (const { behind } of edges.values())
    hashes.push(...behind.map((hash) => mixHashes(numberKind(NOTHING_KIND + 2), hash)));
  return [...new Set([numberKind(NOTHING_KIND + 3), ...hashes])];
}
