/** Learns which wording asks for which tool, from whole messages first and then from their parts as well. */
import { listUsualTools } from '../../../src/concierge/choosing/interpretation.ts';
import { buildGrams, eachFeature, type Grams } from '../../../src/concierge/learned/features.ts';
import { buildLattice } from '../../../src/concierge/learned/lattice.ts';
import { splitRequests } from '../../../src/concierge/learned/requests.ts';
import { createWording, type Wording } from '../../../src/concierge/learned/wording.ts';
import { type Facts, readFacts } from '../../../src/concierge/reading/facts.ts';
import type { Reading } from '../../../src/concierge/reading/message.ts';
import { readMessage } from '../../../src/concierge/reading/reading.ts';
import type { Vocabulary } from '../../../src/concierge/reading/vocabulary.ts';
import { type RankedTool, rankTools } from '../../../src/concierge/scoring/ranking.ts';
import { type Example, readExamples } from './examples.ts';
import { quantize } from './pack.ts';
import { type Lesson, learnWeights } from './regression.ts';

export interface LearnedWording {
  tools: string[];
  weights: Float32Array;
  lessons: number;
}

export function learnWording(vocabulary: Vocabulary): LearnedWording {
  const tools = [...new Set([...vocabulary.tools.keys()].map(vocabulary.findUsual))].sort();
  const pupil = { vocabulary, tools };
  const messages = readExamples().map((example, at) => readExample(example, at, pupil));
  const whole = messages.map(({ lesson }) => lesson);
  const first = createWording({ classes: tools, ...quantize(learnWeights(whole, tools.length)) });
  const parts = messages.flatMap((message) => listParts(message, first, pupil));
  const weights = learnWeights([...whole, ...parts], tools.length);
  return { tools, weights, lessons: whole.length + parts.length };
}

interface Pupil {
  vocabulary: Vocabulary;
  tools: readonly string[];
}

const same = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();

function buildLesson(
  grams: Grams,
  { start, end, facts, ranked }: SeenClause,
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

interface SeenClause {
  start: number;
  end: number;
  facts: Facts;
  ranked: readonly RankedTool[];
}

interface ReadExample {
  reading: Reading;
  lists: string[][];
  lesson: Lesson;
}

/** What the lexicons say of a case that they were tuned on counts every other time. */
function readExample(example: Example, at: number, { vocabulary, tools }: Pupil): ReadExample {
  const reading = readMessage(example.message, vocabulary);
  const end = reading.command.length;
  const facts = readFacts(reading, 0, end);
  const ranked = example.isTunedOn && (at * 0.618) % 1 < 0.5 ? [] : rankTools(reading, vocabulary, 0, end, facts);
  const lists = example.expect.map((list) => listUsualTools(list, vocabulary));
  return { reading, lists, lesson: buildLesson(buildGrams(reading), { start: 0, end, facts, ranked }, lists, tools) };
}

/** Parts of messages that ask for several tools, cut where what was learned so far cuts them. */
function listParts({ reading, lists }: ReadExample, wording: Wording, { vocabulary, tools }: Pupil): Lesson[] {
  const [first = []] = lists;
  if (first.length < 2 || !lists.every((list) => same(list, first))) return [];
  const requests = splitRequests(buildLattice(reading, vocabulary, wording), first);
  if (requests.length < 2) return [];
  const grams = buildGrams(reading);
  return requests.map((request) => buildLesson(grams, request, [[...request.tools]], tools));
}
