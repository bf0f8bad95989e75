/**
 * `npm run learn`: learns from our cases and the corpus which wording asks for which tool, and writes
 * `src/concierge/learned/weights.bin`. Takes about a minute.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { clausesOf } from '../../../src/concierge/clauses.ts';
import { type Facts, factsOf } from '../../../src/concierge/facts.ts';
import { eachFeature, type Grams, gramsOf } from '../../../src/concierge/learned/features.ts';
import { latticeOf } from '../../../src/concierge/learned/lattice.ts';
import { type Wording, wordingOf } from '../../../src/concierge/learned/model.ts';
import { requestsFor } from '../../../src/concierge/learned/requests.ts';
import { planOf } from '../../../src/concierge/plan.ts';
import { type Reading, readMessage } from '../../../src/concierge/reading.ts';
import { type Ranked, rank } from '../../../src/concierge/score.ts';
import { createVocabulary } from '../../../src/concierge/vocabulary.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { root } from '../../harness/sources.ts';
import { type Example, fingerprintOf, readExamples } from './examples.ts';
import { type Lesson, learn } from './learner.ts';

const vocabulary = createVocabulary(await loadCatalogue());
const tools = [...new Set([...vocabulary.tools.keys()].map(vocabulary.familyOf))].sort();

/** Families, without the place that the weather starts from. */
function familiesOf(list: readonly string[]): string[] {
  const all = list.map(vocabulary.familyOf);
  return [...new Set(all.filter((tool, at) => !(tool === 'smart-geo' && all.indexOf('weather') > at)))];
}

const same = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();

/** Of several right answers the one that the lexicons give, else the first; “no tool” may be either. */
function settled({ expect }: Example, reading: Reading): string[][] {
  const lists = expect.map(familiesOf);
  const [first = []] = lists;
  if (lists.every((list) => same(list, first)) || lists.some((list) => list.length === 0)) return lists;
  const { steps } = planOf(reading, vocabulary, clausesOf(reading, vocabulary), {});
  const given = familiesOf(steps.map(({ tool }) => tool));
  return [lists.find((list) => same(list, given)) ?? first];
}

function lessonOf(
  grams: Grams,
  start: number,
  end: number,
  facts: Facts,
  ranked: readonly Ranked[],
  lists: string[][],
): Lesson {
  const features = new Set<number>();
  eachFeature(grams, start, end, facts, ranked, (bucket) => features.add(bucket));
  const targets = tools.map((tool) => {
    const asks = lists.filter((list) => list.includes(tool)).length;
    return asks === lists.length ? 1 : asks === 0 ? 0 : null;
  });
  return { features: Uint32Array.from(features), targets };
}

interface Read {
  reading: Reading;
  lists: string[][];
  lesson: Lesson;
}

/** What the lexicons say of a case that they were tuned on is heard every other time. */
function read(example: Example, at: number): Read {
  const reading = readMessage(example.message, vocabulary);
  const end = reading.command.length;
  const facts = factsOf(reading, 0, end);
  const ranked = example.isTunedOn && (at * 0.618) % 1 < 0.5 ? [] : rank(reading, vocabulary, 0, end, facts);
  const lists = settled(example, reading);
  return { reading, lists, lesson: lessonOf(gramsOf(reading), 0, end, facts, ranked, lists) };
}

/** Parts of messages that ask for several tools, cut where what was learned so far cuts them. */
function partsOf({ reading, lists }: Read, wording: Wording): Lesson[] {
  const [first = []] = lists;
  if (first.length < 2 || !lists.every((list) => same(list, first))) return [];
  const requests = requestsFor(latticeOf(reading, vocabulary, wording), first);
  if (requests.length < 2) return [];
  const grams = gramsOf(reading);
  return requests.map(({ start, end, facts, ranked, tools: own }) =>
    lessonOf(grams, start, end, facts, ranked, [[...own]]),
  );
}

const SCALE_MAX = 40;

/** Stored as whole numbers; they stand for weights by their squares. */
function stored(weights: Float32Array): { scale: number; values: Int8Array } {
  const scale = Math.min(
    weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0),
    SCALE_MAX,
  );
  const values = Int8Array.from(
    weights,
    (weight) => Math.sign(weight) * Math.min(127, Math.round(Math.sqrt(Math.abs(weight) / scale) * 127)),
  );
  return { scale, values };
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const lessons = readExamples().map(read);
print(`${lessons.length} messages, ${tools.length} tools`);
const whole = lessons.map(({ lesson }) => lesson);
const firstTry = wordingOf({ tools, ...stored(learn(whole, tools.length)) });
const parts = lessons.flatMap((one) => partsOf(one, firstTry));
print(`${parts.length} parts of messages that ask for several`);
const { scale, values } = stored(learn([...whole, ...parts], tools.length));
const learnedFrom = fingerprintOf();
const packed = gzipSync(
  Buffer.concat([Buffer.from(`${JSON.stringify({ tools, scale, learnedFrom })}\n`), Buffer.from(values.buffer)]),
  {
    level: 9,
  },
);
writeFileSync(join(root, 'src/concierge/learned/weights.bin'), packed);
print(`weights.bin: ${packed.length} bytes`);
