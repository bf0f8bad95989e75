/** Scores what a message aims at that no tool was found for: the web, a model's knowledge, another tool, or nothing. */
import { readFacts } from '../reading/facts.ts';
import { countLetters, type Reading } from '../reading/message.ts';
import { buildGrams, eachFeature } from './features.ts';
import { findBucket, hashText } from './hash.ts';
import { createScorer, type Weights } from './weights.ts';

export const AIMS = ['nothing', 'search', 'writing', 'other'] as const;
export type Aim = (typeof AIMS)[number];

/** `cues`: names of the rules that hold for the message. */
export type EstimateAims = (reading: Reading, cues: readonly string[]) => Record<Aim, number>;

export function createAims(weights: Omit<Weights, 'learnedFrom'>): EstimateAims {
  const score = createScorer(weights);
  return (reading, cues) => {
    const likelihoods = score((add) => eachAimFeature(reading, cues, add));
    const of = (aim: Aim): number => likelihoods.get(aim) ?? 0;
    return { nothing: of('nothing'), search: of('search'), writing: of('writing'), other: of('other') };
  };
}

/** Calls `add` with the bucket of each feature of a whole message. */
export function eachAimFeature(reading: Reading, cues: readonly string[], add: (bucket: number) => void): void {
  const end = reading.command.length;
  eachFeature(buildGrams(reading), 0, end, readFacts(reading, 0, end), [], add);
  for (const cue of [...cues, cues.join(' ')]) add(findBucket(hashText(`cue ${cue}`)));
  const step = Math.min(LENGTH_STEPS, Math.floor(Math.log2(countLetters(reading) + 1) * 2));
  add(findBucket(hashText(`length ${reading.language} ${step}`)));
}

/** Two for each doubling of the characters. */
const LENGTH_STEPS = 8;
