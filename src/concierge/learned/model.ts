/** How likely a part of a message asks for each tool, by wording learned from many messages. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Facts } from '../facts.ts';
import type { Ranked } from '../score.ts';
import { BUCKETS, eachFeature, type Grams } from './features.ts';

/** Tool → probability between 0 and 1. */
export type Likelihoods = ReadonlyMap<string, number>;

export interface Wording {
  /** What a part of a message is likely to ask for. */
  likelihoods(grams: Grams, start: number, end: number, facts: Facts, ranked: readonly Ranked[]): Likelihoods;
}

/** The learned weights of each bucket, one for each tool. */
export interface Weights {
  tools: readonly string[];
  /** Fingerprint of the messages that it was learned from. */
  learnedFrom: string;
  /** What the largest stored weight, 127, stands for; smaller ones go with the square, so that they stay apart. */
  scale: number;
  /** Bucket by bucket, between -127 and 127. */
  values: Int8Array;
}

export function wordingOf({ tools, scale, values }: Pick<Weights, 'tools' | 'scale' | 'values'>): Wording {
  const meaning = Float64Array.from({ length: 256 }, (_, at) => Math.sign(at - 128) * ((at - 128) / 127) ** 2 * scale);
  return {
    likelihoods(grams, start, end, facts, ranked) {
      const sums = new Float64Array(tools.length);
      const seen = new Set<number>();
      eachFeature(grams, start, end, facts, ranked, (bucket) => {
        if (seen.has(bucket)) return;
        seen.add(bucket);
        const from = bucket * tools.length;
        for (let at = 0; at < tools.length; at++) {
          sums[at] = (sums[at] ?? 0) + (meaning[(values[from + at] ?? 0) + 128] ?? 0);
        }
      });
      const share = 1 / Math.sqrt(seen.size);
      return new Map(tools.map((tool, at) => [tool, 1 / (1 + Math.exp(-(sums[at] ?? 0) * share))]));
    },
  };
}

/** Below `src` also when the built code runs. */
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? 'weights.bin' : '../../../../src/concierge/learned/weights.bin',
  import.meta.url,
);

/** A line of JSON, then the weights; made by `npm run learn`. Throws where the file is missing or cut. */
export function readWeights(file = FILE): Weights {
  const bytes = gunzipSync(readFileSync(file));
  const end = bytes.indexOf(0x0a);
  const head = headSchema.parse(JSON.parse(bytes.subarray(0, end).toString('utf8')));
  const values = new Int8Array(bytes.subarray(end + 1));
  if (values.length !== head.tools.length * BUCKETS)
    throw new Error('The learned weights are cut: npm run learn makes them.');
  return { ...head, values };
}

const headSchema = z.object({ tools: z.array(z.string()), scale: z.number(), learnedFrom: z.string() });
