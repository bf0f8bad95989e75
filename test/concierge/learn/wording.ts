/** Learns which wording asks for which tool, from whole messages first and then from their parts as well. */
import { clausesOf } from '../../../src/concierge/clauses.ts';
import { type Facts, factsOf } from '../../../src/concierge/facts.ts';
import { eachFeature, type Grams, gramsOf } from '../../../src/concierge/learned/features.ts';
import { latticeOf } from '../../../src/concierge/learned/lattice.ts';
import { requestsFor } from '../../../src/concierge/learned/requests.ts';
import { type Wording, wordingOf } from '../../../src/concierge/learned/wording.ts';
import { familiesIn } from '../../../src/concierge/likelier.ts';
import { planOf } from '../../../src/concierge/plan.ts';
import { type Reading, readMessage } from '../../../src/concierge/reading.ts';
import { type Ranked, rank } from '../../../src/concierge/score.ts';
import type { Vocabulary } from '../../../src/concierge/vocabulary.ts';
import { type Example, readExamples } from './examples.ts';
import { type Lesson, learn } from './learner.ts';
import { stored } from './pack.ts';

export interface Learned {
  tools: string[];
  weights: Float32Array;
  lessons: number;
}

export function learnWording(vocabulary: Vocabulary): Learned {
  const tools = [...new Set([...vocabulary.tools.keys()].map(vocabulary.familyOf))].sort();
  const pupil = { vocabulary, tools };
  const messages = readExamples().map((example, at) => read(example, at, pupil));
  const whole = messages.map(({ lesson }) => lesson);
  const first = wordingOf({ classes: tools, ...stored(learn(whole, tools.length)) });
  const parts = messages.flatMap((message) => partsOf(message, first, pupil));
  const weights = learn([...whole, ...parts], tools.length);
  return { tools, weights, lessons: whole.length + parts.length };
}

interface Pupil {
  vocabulary: Vocabulary;
  tools: readonly string[];
}

const same = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();

/** Of several right answers the one that the lexicons give, else the first; “no tool” may be either. */
function settled({ expect }: Example, reading: Reading, vocabulary: Vocabulary): string[][] {
  const lists = expect.map((list) => familiesIn(list, vocabulary));
  const [first = []] = lists;
  if (lists.every((list) => same(list, first)) || lists.some((list) => list.length === 0)) return lists;
  const { steps } = planOf(reading, vocabulary, clausesOf(reading, vocabulary), {});
  const given = familiesIn(
    steps.map(({ tool }) => tool),
    vocabulary,
  );
  return [lists.find((list) => same(list, given)) ?? first];
}

function lessonOf(
  grams: Grams,
  { start, end, facts, ranked }: Seen,
  lists: string[][],
  tools: readonly string[],
): Lesson {
  const features = new Set<number>();
  eachFeature(grams, start, end, facts, ranked, (bucket) => features.add(bucket));
  const targets = tools.map((tool) => {
    const asks = lists.filter((list) => list.includes(tool)).length;
    return asks === lists.length ? 1 : asks === 0 ? 0 : null;
  });
  return { features: Uint32Array.from(features), targets };
}

interface Seen {
  start: number;
  end: number;
  facts: Facts;
  ranked: readonly Ranked[];
}

interface Read {
  reading: Reading;
  lists: string[][];
  lesson: Lesson;
}

/** What the lexicons say of a case that they were tuned on is heard every other time. */
function read(example: Example, at: number, { vocabulary, tools }: Pupil): Read {
  const reading = readMessage(example.message, vocabulary);
  const end = reading.command.length;
  const facts = factsOf(reading, 0, end);
  const ranked = example.isTunedOn && (at * 0.618) % 1 < 0.5 ? [] : rank(reading, vocabulary, 0, end, facts);
  const lists = settled(example, reading, vocabulary);
  return { reading, lists, lesson: lessonOf(gramsOf(reading), { start: 0, end, facts, ranked }, lists, tools) };
}

/** Parts of messages that ask for several tools, cut where what was learned so far cuts them. */
function partsOf({ reading, lists }: Read, wording: Wording, { vocabulary, tools }: Pupil): Lesson[] {
  const [first = []] = lists;
  if (first.length < 2 || !lists.every((list) => same(list, first))) return [];
  const requests = requestsFor(latticeOf(reading, vocabulary, wording), first);
  if (requests.length < 2) return [];
  const grams = gramsOf(reading);
  return requests.map((request) => lessonOf(grams, request, [[...request.tools]], tools));
}
