/** Format of API keys, and the parts that are stored. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Mode } from '../../kernel/principal.ts';
import { createRandomBase62, sha256Hex } from '../../lib/ids.ts';

const RANDOM_CHARS = 43;
const KEY = /^fbx_(live|test)_[0-9A-Za-z]{43}$/;

export interface NewKey {
  /** `fbx_live_…` or `fbx_test_…`: shown once, never stored. */
  apiKey: string;
  /** SHA-256 of the whole key, hex: what is stored and looked up. */
  hash: string;
  last4: string;
}

export function generateKey(mode: Mode): NewKey {
  const apiKey = `${buildKeyPrefix(mode)}${createRandomBase62(RANDOM_CHARS)}`;
  return { apiKey, hash: sha256Hex(apiKey), last4: apiKey.slice(-4) };
}

export function buildKeyPrefix(mode: Mode): string {
  return `fbx_${mode}_`;
}

/** Has this token the form of an API key? What has not is never looked up. */
export function isKeyLike(token: string): boolean {
  return KEY.test(token);
}

export function generateAgentId(): string {
  return `agt_${createRandomBase62(22)}`;
}

/** Compares two secrets without telling by its time how much of them is equal, nor their lengths. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
