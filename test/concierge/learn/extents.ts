/** Learns where names and topics begin and end: of all extents of a message, the marked ones should score highest. */
import { clausesOf } from '../../../src/concierge/clauses.ts';
import { type Field, fieldOf, type Slot } from '../../../src/concierge/learned/boundaries.ts';
import { byEnds } from '../../../src/concierge/learned/extents.ts';
import { BUCKETS } from '../../../src/concierge/learned/hash.ts';
import { type Planned, planOf } from '../../../src/concierge/plan.ts';
import { type Reading, readMessage } from '../../../src/concierge/reading.ts';
import type { Vocabulary } from '../../../src/concierge/vocabulary.ts';
import { inRounds } from './learner.ts';
import { type Marked, readMarked } from './spans.ts';

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
  const lessons = readMarked().flatMap((marked, at) => lessonsOf(marked, at, vocabulary));
  const model = { weights: new Float32Array(BUCKETS), slopes: new Float32Array(BUCKETS) };
  inRounds(lessons, ROUNDS, SEED, (lesson) => takeStep(lesson, model));
  return { weights: model.weights, lessons: lessons.length };
}

/** One for each slot that is marked. What rules say of a message that they were tuned on is heard every other time. */
function lessonsOf({ message, spans, isTunedOn }: Marked, at: number, vocabulary: Vocabulary): Lesson[] {
  const reading = readMessage(message, vocabulary);
  const planned = planOf(reading, vocabulary, clausesOf(reading, vocabulary), {});
  const isHeard = !isTunedOn || (at * 0.618) % 1 < 0.5;
  return [...new Set(spans.map(({ slot }) => slot))].flatMap((slot) => {
    const ruled = isHeard ? ruledFor(slot, planned) : null;
    const field = fieldOf(slot, reading, 0, reading.command.length, ruled);
    const right = new Set(
      spans.filter((span) => span.slot === slot).flatMap((span) => extentFor(span, field, reading) ?? []),
    );
    return right.size === 0 ? [] : [{ slot, field, right, wholes: new Map() }];
  });
}

function extentFor(
  span: { start: number; end: number },
  { units }: Field,
  { text: { starts } }: Reading,
): string | null {
  const [start, end] = [span.start, span.end].map((place) => starts.findIndex((written) => written >= place));
  const from = units.findIndex((unit) => unit.start === start);
  const to = units.findIndex((unit) => unit.end === end) + 1;
  return from >= 0 && to > from ? `${from}-${to}` : null;
}

/** What the rules cut out for a slot, where they cut out one thing. */
function ruledFor(slot: Slot, { steps, entities }: Planned): { start: number; end: number } | null {
  const values = steps.flatMap(({ tool, input }) => {
    if (slot === 'place') return /geo/.test(tool) ? [input.q ?? input.query] : [];
    if (slot === 'from' || slot === 'to')
      return tool === 'directions' ? [slot === 'from' ? input.origin : input.destination] : [];
    if (slot === 'text') return /translate|tts|speech/.test(tool) ? [input.text] : [];
    return /search|news|encyclopedia/.test(tool) ? [input.query] : [];
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
  const all = byEnds(slot, field, sumOf).map(({ extent, score }) => {
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
