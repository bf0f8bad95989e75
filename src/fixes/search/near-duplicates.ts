/** Texts that say nearly the same: MinHash bands find them in the database, resemblance decides. */
import { createHash } from 'node:crypto';
import { normaliseText } from './text.ts';

const BUCKETS = 16;
const ROWS = 3;
const SHINGLE_CHARS = 5;
const UNSIGNED = 2 ** 32;

/** Of a share of this or more two texts say the same. */
export const SAME_FROM = 0.7;

/** Each a number below 2^48: one of them is shared by nearly all pairs of texts that resemble each other. */
export function computeBuckets(text: string): number[] {
  const smallest = new Uint32Array(BUCKETS * ROWS).fill(UNSIGNED - 1);
  for (const shingle of listShingles(text)) {
    const hash = hashShingle(shingle);
    for (let at = 0; at < smallest.length; at++) {
      const value = mixHash(hash, at);
      if (value < (smallest[at] ?? 0)) smallest[at] = value;
    }
  }
  return Array.from({ length: BUCKETS }, (_, band) => {
    const rows = smallest.subarray(band * ROWS, (band + 1) * ROWS).join();
    return createHash('sha256').update(`${band} ${rows}`).digest().readUIntBE(0, 6);
  });
}

/** 0–1: the share of pieces that both texts have. */
export function computeResemblance(one: string, other: string): number {
  const [a, b] = [listShingles(one), listShingles(other)];
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Letters and digits alone: signs and spaces make no other text. */
export function simplifyText(text: string): string {
  return normaliseText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function listShingles(text: string): Set<string> {
  const plain = simplifyText(text);
  const places = Math.max(1, plain.length - SHINGLE_CHARS + 1);
  return new Set(Array.from({ length: places }, (_, at) => plain.slice(at, at + SHINGLE_CHARS)));
}

/** FNV-1a. */
function hashShingle(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Another hash for each row. */
function mixHash(hash: number, row: number): number {
  let value = Math.imul(hash ^ Math.imul(row + 1, 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
