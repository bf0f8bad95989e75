/** Learns where names and topics begin and end: of all extents of a message, the marked ones should score highest. */
import { buildField, type Field, listExtents } from '../../../src/concierge/learned/extent-features.ts';
import { scoreByEnds } from '../../../src/concierge/learned/extents.ts';
import { EXTENT_BUCKETS } from '../../../src/concierge/learned/hash.ts';
import type { Reading, Slot } from '../../../src/concierge/reading/message.ts';
import { readMessage } from '../../../src/concierge/reading/reading.ts';
import type { Vocabulary } from '../../../src/concierge/reading/vocabulary.ts';
import { type MarkedMessage, readMarked } from './marked.ts';
import { runRounds } from './regression.ts';

interface Lesson {
  slot: Slot;
  field: Field;
  /** `from-to` of the marked ones. */
  right: ReadonlySet<string>;
  /** The message has none. */
  isLacking: boolean;
  /** Features of each extent as a whole, by `from-to`; filled as they are needed. */
  wholes: Map<string, Uint32Array>;
}

const ROUNDS = 8;
const STEP = 0.5;
const SHRINK = 1e-4;
const SEED = 3;

export function learnExtents(vocabulary: Vocabulary): { weights: Float32Array; lessons: number } {
  const lessons = readMarked().flatMap((marked) => buildLessons(marked, vocabulary));
  const model = { weights: new Float32Array(EXTENT_BUCKETS), slopes: new Float32Array(EXTENT_BUCKETS) };
  runRounds(lessons, ROUNDS, SEED, (lesson) => takeStep(lesson, model));
  return { weights: model.weights, lessons: lessons.length };
}

/** One for each slot that is marked or lacking. */
function buildLessons({ message, spans, lacks }: MarkedMessage, vocabulary: Vocabulary): Lesson[] {
  const reading = readMessage(message, vocabulary);
  const build = (slot: Slot): Lesson => {
    const field = buildField(slot, reading, 0, reading.command.length);
    const own = spans.filter((span) => span.slot === slot);
    const exact = own.filter(({ isPart }) => !isPart).flatMap((span) => findExtent(span, field, reading) ?? []);
    const around = own.filter(({ isPart }) => isPart).flatMap((span) => listAround(slot, span, field, reading));
    const right = new Set(exact.length > 0 ? exact : around);
    return { slot, field, right, isLacking: own.length === 0, wholes: new Map() };
  };
  return [...new Set([...spans.map(({ slot }) => slot), ...lacks])]
    .map(build)
    .filter(({ right, isLacking }) => right.size > 0 || isLacking);
}

function findExtent(
  span: { start: number; end: number },
  { units }: Field,
  { text: { starts } }: Reading,
): string | null {
  const [start, end] = [span.start, span.end].map((place) => starts.findIndex((length) => length >= place));
  const from = units.findIndex((unit) => unit.start === start);
  const to = units.findIndex((unit) => unit.end === end) + 1;
  return from >= 0 && to > from ? `${from}-${to}` : null;
}

/** All extents that hold what is known to belong to it and nothing of what is known not to. */
function listAround(
  slot: Slot,
  { start, end, without = [] }: MarkedMessage['spans'][number],
  field: Field,
  { text: { starts } }: Reading,
): string[] {
  const place = (at: number): number => starts[at] ?? 0;
  return [...listExtents(slot, field)].flatMap(({ from, to }) => {
    const [first, last] = [place(field.units[from]?.start ?? 0), place(field.units[to - 1]?.end ?? 0)];
    const isRight = first <= start && last >= end && !without.some((one) => one.start < last && one.end > first);
    return isRight ? [`${from}-${to}`] : [];
  });
}

interface Model {
  weights: Float32Array;
  slopes: Float32Array;
}

function takeStep({ slot, field, right, isLacking, wholes }: Lesson, model: Model): void {
  const sumOf = (buckets: Uint32Array): number =>
    buckets.reduce((sum, bucket) => sum + (model.weights[bucket] ?? 0), 0);
  const all = scoreByEnds(slot, field, sumOf).map(({ extent, score }) => {
    const key = `${extent.from}-${extent.to}`;
    const whole = wholes.get(key) ?? field.whole(extent);
    wholes.set(key, whole);
    return { extent, whole, isRight: right.has(key), weight: score + sumOf(whole) };
  });
  if (!isLacking && !all.some(({ isRight }) => isRight)) return;
  const nothing = { isRight: isLacking, weight: sumOf(field.nothing) };
  const choices = [...all, nothing];
  const most = choices.reduce((max, { weight }) => Math.max(max, weight), Number.NEGATIVE_INFINITY);
  for (const one of choices) one.weight = Math.exp(one.weight - most);
  const sum = choices.reduce((total, { weight }) => total + weight, 0);
  const sumRight = choices.reduce((total, { weight, isRight }) => total + (isRight ? weight : 0), 0);
  correct(field.nothing, nothing.weight / sum - (isLacking ? 1 : 0), model);
  const starts = new Float64Array(field.units.length);
  const ends = new Float64Array(field.units.length);
  for (const { extent, whole, weight, isRight } of all) {
    const error = weight / sum - (isRight ? weight / sumRight : 0);
    starts[extent.from] = (starts[extent.from] ?? 0) + error;
    ends[extent.to - 1] = (ends[extent.to - 1] ?? 0) + error;
    correct(whole, error, model);
  }
  for (const [at, buckets] of field.starts.entries()) correct(buckets, starts[at] ?? 0, model);
  for (const [at, buckets] of field.ends.entries()) correct(buckets, ends[at] ?? 0, model);
}

function correct(buckets: Uint32Array, error: number, { weights, slopes }: Model): void {
  if (Math.abs(error) < 1e-3) return;
  for (const bucket of buckets) {
    const weight = weights[bucket] ?? 0;
    const slope = error + SHRINK * weight;
    slopes[bucket] = (slopes[bucket] ?? 0) + slope * slope;
    weights[bucket] = weight - (STEP * slope) / (Math.sqrt(slopes[bucket] ?? 0) + 1e-6);
  }
}
