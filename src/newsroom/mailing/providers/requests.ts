/** Checks that requests of several mail providers need: signatures, age, and the form of their JSON. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { createRefusal } from './types.ts';

/** Longer than any of them retries. A repeated event changes nothing anyway. */
const AGE_MS_MAX = 24 * 3_600_000;
/** Clocks differ. */
const AHEAD_MS_MAX = 10 * 60_000;

export const SIGNATURE_REFUSAL = 'The signature does not match a configured secret';

/** Throws INVALID_INPUT for a signed time that is too far from now, or none. */
export function requireRecent(atMs: number, nowMs: number): void {
  if (!(atMs > nowMs - AGE_MS_MAX && atMs < nowMs + AHEAD_MS_MAX))
    throw createRefusal('The signed time is more than 24 hours old, or in the future');
}

export const signHmac = (key: string | Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest();

export const isSameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Throws INVALID_INPUT. */
export function readJson<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw createRefusal('The body is not an event of this provider');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
