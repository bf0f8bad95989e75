/** Writes learned weights as the concierge reads them. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const SCALE_MAX = 40;

/** As whole numbers; they stand for weights by their squares. */
export function quantize(weights: Float32Array): { scale: number; values: Int8Array } {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = Math.min(largest, SCALE_MAX);
  const values = Int8Array.from(
    weights,
    (weight) => Math.sign(weight) * Math.min(127, Math.round(Math.sqrt(Math.abs(weight) / scale) * 127)),
  );
  return { scale, values };
}

/** Gives the number of bytes written. */
export function writeWeights(
  name: 'wording' | 'extents' | 'aims',
  classes: readonly string[],
  weights: Float32Array,
  learnedFrom: string,
): number {
  const { scale, values } = quantize(weights);
  const head = Buffer.from(`${JSON.stringify({ classes, scale, learnedFrom })}\n`);
  const packed = gzipSync(Buffer.concat([head, Buffer.from(values.buffer)]), { level: 9 });
  writeFileSync(new URL(`../../../src/concierge/models/${name}.bin`, import.meta.url), packed);
  return packed.length;
}
