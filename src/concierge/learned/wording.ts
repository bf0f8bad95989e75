/** Scores how likely a part of a message asks for each tool, with weights learned from many messages. */
import type { Facts } from '../reading/facts.ts';
import type { RankedTool } from '../scoring/ranking.ts';
import { eachFeature, type Grams } from './features.ts';
import { decodeWeights, type Weights } from './weights.ts';

/** Tool → probability between 0 and 1. */
export type Likelihoods = ReadonlyMap<string, number>;

export interface Wording {
  /** What a part of a message is likely to ask for. */
  likelihoods(grams: Grams, start: number, end: number, facts: Facts, ranked: readonly RankedTool[]): Likelihoods;
}

export function createWording({ classes: tools, scale, values }: Omit<Weights, 'learnedFrom'>): Wording {
  const meaning = decodeWeights(scale);
  return {
    likelihoods(grams, start, end, facts, ranked) {
      const sums = new Float64Array(tools.length);
      const hashes = new Set<number>();
      eachFeature(grams, start, end, facts, ranked, (bucket) => {
        if (hashes.has(bucket)) return;
        hashes.add(bucket);
        const from = bucket * tools.length;
        for (let at = 0; at < tools.length; at++) {
          sums[at] = (sums[at] ?? 0) + (meaning[(values[from + at] ?? 0) + 128] ?? 0);
        }
      });
      const share = 1 / Math.sqrt(hashes.size);
      return new Map(tools.map((tool, at) => [tool, 1 / (1 + Math.exp(-(sums[at] ?? 0) * share))]));
    },
  };
}
