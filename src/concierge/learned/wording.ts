/** Scores how likely a part of a message asks for each tool, with weights learned from many messages. */
import type { Facts } from '../reading/facts.ts';
import type { RankedTool } from '../scoring/ranking.ts';
import { eachFeature, type Grams } from './features.ts';
import { createScorer, type Weights } from './weights.ts';

/** Tool → probability between 0 and 1. */
export type Likelihoods = ReadonlyMap<string, number>;

export interface Wording {
  /** What a part of a message is likely to ask for. */
  likelihoods(grams: Grams, start: number, end: number, facts: Facts, ranked: readonly RankedTool[]): Likelihoods;
}

export function createWording(weights: Omit<Weights, 'learnedFrom'>): Wording {
  const score = createScorer(weights);
  return {
    likelihoods: (grams, start, end, facts, ranked) =>
      score((add) => eachFeature(grams, start, end, facts, ranked, add)),
  };
}
