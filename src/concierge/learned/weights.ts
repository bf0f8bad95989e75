/** Learned weights as they are stored: made by `npm run learn`, read with the first message. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { BUCKETS, EXTENT_BUCKETS } from './hash.ts';

export interface Weights {
  /** What each bucket has a weight for. */
  classes: readonly string[];
  /** Fingerprint of the messages that they were learned from. */
  learnedFrom: string;
  /** What the largest stored weight, 127, stands for; smaller ones go with the square, so that they stay apart. */
  scale: number;
  /** Bucket by bucket, between -127 and 127. */
  values: Int8Array;
}

/** Below `src` also when the built code runs. */
const FOLDER = import.meta.url.endsWith('.ts') ? '../models/' : '../../../../src/concierge/models/';

/** A line of JSON, then the weights, compressed. Throws where the file is missing or cut. */
export function readWeights(name: 'wording' | 'extents' | 'aims'): Weights {
  const bytes = gunzipSync(readFileSync(new URL(`${FOLDER}${name}.bin`, import.meta.url)));
  const end = bytes.indexOf(0x0a);
  const head = headSchema.parse(JSON.parse(bytes.subarray(0, end).toString('utf8')));
  const values = new Int8Array(bytes.subarray(end + 1));
  if (values.length !== head.classes.length * (name === 'extents' ? EXTENT_BUCKETS : BUCKETS))
    throw new Error(`The learned weights of ${name} are cut: npm run learn makes them.`);
  return { ...head, values };
}

const headSchema = z.object({ classes: z.array(z.string()), scale: z.number(), learnedFrom: z.string() });

/** Stored weights in the order of their numbers from -128 on: what each stands for. */
export const decodeWeights = (scale: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, at) => Math.sign(at - 128) * ((at - 128) / 127) ** 2 * scale);

/** Gives each class its likelihood, from the buckets that `eachBucket` names. */
export function createScorer({
  classes,
  scale,
  values,
}: Omit<Weights, 'learnedFrom'>): (eachBucket: (add: (bucket: number) => void) => void) => Map<string, number> {
  const meaning = decodeWeights(scale);
  return (eachBucket) => {
    const sums = new Float64Array(classes.length);
    const hashes = new Set<number>();
    eachBucket((bucket) => {
      if (hashes.has(bucket)) return;
      hashes.add(bucket);
      const from = bucket * classes.length;
      for (let at = 0; at < classes.length; at++) {
        sums[at] = (sums[at] ?? 0) + (meaning[(values[from + at] ?? 0) + 128] ?? 0);
      }
    });
    const share = 1 / Math.sqrt(hashes.size);
    return new Map(classes.map((name, at) => [name, 1 / (1 + Math.exp(-(sums[at] ?? 0) * share))]));
  };
}
