/** Learns where names and topics begin and end: of all extents of a message, the marked ones should score highest. */
import { cutClauses } from '../../../src/concierge/choosing/clauses.ts';
import { planSteps, type StepPlan } from '../../../src/concierge/choosing/plan.ts';
import { buildField, type Field } from '../../../src/concierge/learned/extent-features.ts';
import { scoreByEnds } from '../../../src/concierge/learned/extents.ts';
import { BUCKETS } from '../../../src/concierge/learned/hash.ts';
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
  /** Features of each extent as a whole, by `from-to`; filled as they are needed. */
  wholes: Map<string, Uint32Array>;
}

const ROUNDS = 8;
const STEP = 0.5;
const SHRINK = 1e-4;
const SEED = 3;

export function learnExtents(vocabulary: Vocabulary): { weights: Float32Array; lessons: number } {
  const lessons = readMarked().flatMap((marked, at) => buildLessons(marked, at, vocabulary));
  const model = { weights: new Float32Array(BUCKETS), slopes: new Float32Array(BUCKETS) };
  runRounds(lessons, ROUNDS, SEED, (lesson) => takeStep(lesson, model));
  return { weights: model.weights, lessons: lessons.length };
}

/** One for each slot that is marked. What rules say of a message that they were tuned on counts every other time. */
function buildLessons({ message, spans, isTunedOn }: MarkedMessage, at: number, vocabulary: Vocabulary): Lesson[] {
  const reading = readMessage(message, vocabulary);
  const planned = planSteps(reading, vocabulary, cutClauses(reading, vocabulary), {});
  const isCounted = !isTunedOn || (at * 0.618) % 1 < 0.5;
  return [...new Set(spans.map(({ slot }) => slot))].flatMap((slot) => {
    const ruled = isCounted ? findRuled(slot, planned, vocabulary) : null;
    const field = buildField(slot, reading, 0, reading.command.length, ruled);
    const right = new Set(
      spans.filter((span) => span.slot === slot).flatMap((span) => findExtent(span, field, reading) ?? []),
    );
    return right.size === 0 ? [] : [{ slot, field, right, wholes: new Map() }];
  });
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

/** What the rules cut out for a slot, where they cut out one thing. */
function findRuled(
  slot: Slot,
  { steps, entities }: StepPlan,
  { findTask }: Vocabulary,
): { start: number; end: number } | null {
  const values = steps.flatMap(({ tool, input }) => {
    const task = findTask(tool);
    if (slot === 'place') return task === 'position' ? [input.q ?? input.query] : [];
    if (slot === 'from' || slot === 'to')
      return task === 'journey' ? [slot === 'from' ? input.origin : input.destination] : [];
    if (slot === 'text') return task === 'translation' || task === 'speech' ? [input.text] : [];
    return task === 'search' || task === 'news' || task === 'article' ? [input.query] : [];
  });
  return entities.find(({ value }) => values.includes(value)) ?? null;
}

interface Model {
  weights: Float32Array;
  slopes: Float32Array;
}

function takeStep({ slot, field, right, wholes }: Lesson, model: Model): void {
  const sumOf = (buckets: Uint32Array): number =>
    buckets.reduce((sum, bucket) => sum + (model.weights[bucket] ?? 0), 0);
  const all = scoreByEnds(slot, field, sumOf).map(({ extent, score }) => {
    const key = `${extent.from}-${extent.to}`;
    const whole = wholes.get(key) ?? field.whole(extent);
    wholes.set(key, whole);
    return { extent, whole, isRight: right.has(key), weight: score + sumOf(whole) };
  });
  if (!all.some(({ isRight }) => isRight)) return;
  const most = all.reduce((max, { weight }) => Math.max(max, weight), Number.NEGATIVE_INFINITY);
  for (const one of all) one.weight = Math.exp(one.weight - most);
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  const sumRight = all.reduce((total, { weight, isRight }) => total + (isRight ? weight : 0), 0);
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
