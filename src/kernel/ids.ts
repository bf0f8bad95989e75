import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes at or above this would favour the first letters; they are drawn again. */
const UNBIASED_BELOW = 62 * 4;

/** `length` base62 characters from the system's CSPRNG, without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** An id that sorts by time: prefix, 9 base62 digits of milliseconds, 14 random ones. */
export function timeOrderedId(prefix: string, nowMs: number = Date.now()): string {
  let rest = nowMs;
  let time = '';
  for (let i = 0; i < 9; i++) {
    time = `${ALPHABET[rest % 62]}${time}`;
    rest = Math.floor(rest / 62);
  }
  return `${prefix}${time}${randomBase62(14)}`;
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
