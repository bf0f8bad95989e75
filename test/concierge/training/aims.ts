/** Learns which messages ask for a search, for a model's knowledge, for another tool or for nothing. */
import { listCues } from '../../../src/concierge/choosing/fallback.ts';
import { AIMS, type Aim, eachAimFeature } from '../../../src/concierge/learned/aims.ts';
import { readMessage } from '../../../src/concierge/reading/reading.ts';
import type { Vocabulary } from '../../../src/concierge/reading/vocabulary.ts';
import { readAimExamples } from './examples.ts';
import { type Lesson, learnWeights } from './regression.ts';

/** Fewer and smaller steps than for tools: their likelihoods are compared with thresholds. */
const PACE = { rounds: 6, step: 2 };

export function learnAims(vocabulary: Vocabulary): { weights: Float32Array; lessons: number } {
  const findAim = (tool: string): Aim => {
    const task = vocabulary.findTask(tool);
    return task === 'writing' ? 'writing' : task === 'search' || task === 'article' ? 'search' : 'other';
  };
  const lessons = readAimExamples().map(({ message, expect }): Lesson => {
    const reading = readMessage(message, vocabulary);
    const features = new Set<number>();
    eachAimFeature(reading, listCues(reading), (bucket) => features.add(bucket));
    const answers = expect.map((tools): Aim[] => (tools.length === 0 ? ['nothing'] : tools.map(findAim)));
    const targets = AIMS.map((aim) => {
      const count = answers.filter((aims) => aims.includes(aim)).length;
      return count === answers.length ? 1 : count === 0 ? 0 : null;
    });
    return { features: Uint32Array.from(features), targets };
  });
  return { weights: learnWeights(lessons, AIMS.length, PACE), lessons: lessons.length };
}
