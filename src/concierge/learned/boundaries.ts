/** By what the beginning, the end and the whole of a name or topic are told. */
import type { Reading } from '../reading.ts';
import { bucketOf } from './features.ts';
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
  const features = (names: readonly string[]): Uint32Array =>
    Uint32Array.from(new Set(names.flatMap((name) => [bucketOf(`${slot} ${name}`), bucketOf(name)])));
  return {
    units,
    starts: units.map((_, at) => features(startNames(units, at, edges))),
    ends: units.map((_, at) => features(endNames(units, at + 1, edges))),
    whole: (extent) => features(wholeNames(units, extent, ruled)),
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

const textAt = (units: readonly Unit[], at: number): string => units[at]?.text ?? '·';
const shapeAt = (units: readonly Unit[], at: number): string => units[at]?.shape ?? '·';
const row = (units: readonly Unit[], from: number, count: number, of: typeof textAt): string =>
  Array.from({ length: count }, (_, index) => of(units, from + index)).join(' ');

function startNames(units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): string[] {
  const { before, behind, across } = edges.get(units[at]?.start ?? -1) ?? NOTHING;
  const space = (units[at]?.start ?? 0) - (units[at - 1]?.end ?? 0) > 0 ? '_' : '';
  return [
    `s-1 ${textAt(units, at - 1)}`,
    `s-2 ${row(units, at - 2, 2, textAt)}`,
    `s-3 ${row(units, at - 3, 3, textAt)}`,
    `s0 ${textAt(units, at)}`,
    `s1 ${row(units, at, 2, textAt)}`,
    `sx ${textAt(units, at - 1)} ${textAt(units, at)}`,
    `sh ${space}${row(units, at - 2, 2, shapeAt)}|${row(units, at, 2, shapeAt)}`,
    `sh1 ${space}${shapeAt(units, at - 1)}|${shapeAt(units, at)}`,
    `shx ${textAt(units, at - 1)}|${shapeAt(units, at)}`,
    ...before.map((name) => `sb ${name}`),
    ...behind.map((name) => `sa ${name}`),
    ...across.map((name) => `so ${name}`),
  ];
}

function endNames(units: readonly Unit[], at: number, edges: ReadonlyMap<number, Edge>): string[] {
  const { before, behind, across } = edges.get(units[at - 1]?.end ?? -1) ?? NOTHING;
  const next = edges.get(units[at]?.start ?? -1) ?? NOTHING;
  const space = (units[at]?.start ?? 0) - (units[at - 1]?.end ?? 0) > 0 ? '_' : '';
  return [
    `e0 ${textAt(units, at)}`,
    `e1 ${row(units, at, 2, textAt)}`,
    `e2 ${row(units, at, 3, textAt)}`,
    `e-1 ${textAt(units, at - 1)}`,
    `e-2 ${row(units, at - 2, 2, textAt)}`,
    `ex ${textAt(units, at - 1)} ${textAt(units, at)}`,
    `eh ${space}${row(units, at - 2, 2, shapeAt)}|${row(units, at, 2, shapeAt)}`,
    `eh1 ${space}${shapeAt(units, at - 1)}|${shapeAt(units, at)}`,
    `ehx ${shapeAt(units, at - 1)}|${textAt(units, at)}`,
    ...before.map((name) => `eb ${name}`),
    ...[...behind, ...next.behind].map((name) => `ea ${name}`),
    ...across.map((name) => `eo ${name}`),
  ];
}

function wholeNames(
  units: readonly Unit[],
  { from, to }: Extent,
  ruled: { start: number; end: number } | null,
): string[] {
  const own = units.slice(from, to);
  const shapes = [...new Set(own.map(({ shape }) => shape))].sort().join('');
  const length = own.length > 12 ? 12 : own.length;
  const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
  const names = [`l ${shapes} ${length}`, `lk ${shapes}`, `ll ${length} ${/[Aa]/.test(shapes) ? 'a' : 'c'}`];
  const signs = own.filter(({ shape }) => shape === '.').map(({ text }) => `p ${text}`);
  const words = own.length <= 6 ? [`w ${own.map(({ text }) => text).join(' ')}`] : [];
  return [...names, ...signs, ...words, ...againstRuled(start, end, ruled)];
}

function againstRuled(start: number, end: number, ruled: { start: number; end: number } | null): string[] {
  if (!ruled) return ['r none'];
  if (start === ruled.start && end === ruled.end) return ['r same'];
  if (start === ruled.start) return [end < ruled.end ? 'r begins it' : 'r goes on'];
  if (end === ruled.end) return [start > ruled.start ? 'r ends it' : 'r begins before'];
  if (start >= ruled.start && end <= ruled.end) return ['r inside'];
  return [end <= ruled.start || start >= ruled.end ? 'r elsewhere' : 'r around'];
}
