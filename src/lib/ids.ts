import { hash, randomBytes, randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Every two digits. */
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));
/** Bytes at or above this would favour the first letters; they are drawn again. */
const UNBIASED_BELOW = 62 * 4;

/** `length` base62 characters from the system's CSPRNG, without modulo bias. */
export function createRandomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** Half of the random bytes of an id; five hold what seven digits show. */
const HALF_BYTES = 5;
/** Drawn in bulk: a system call for each id would cost more than all else about it. */
const pool = Buffer.alloc(400 * HALF_BYTES);
let poolAt = pool.length;

/** An id that sorts by time: prefix, 9 base62 digits of milliseconds, 14 that hold 80 random bits. */
export function createTimeOrderedId(prefix: string, nowMs: number = Date.now()): string {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const first = pool.readUIntBE(poolAt, HALF_BYTES);
  const second = pool.readUIntBE(poolAt + HALF_BYTES, HALF_BYTES);
  poolAt += 2 * HALF_BYTES;
  return buildIdStart(prefix, nowMs) + toBase62(first, 7) + toBase62(second, 7);
}

/** Beginning of all ids of a moment: below all of them, and above those of earlier moments. */
export const buildIdStart = (prefix: string, ms: number): string => prefix + toBase62(ms, 9);

/** The number in exactly `length` digits, highest first. */
function toBase62(value: number, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = length; i > 1; i -= 2) {
    digits = (PAIRS[rest % PAIRS.length] ?? '') + digits;
    rest = Math.floor(rest / PAIRS.length);
  }
  return length % 2 === 0 ? digits : ALPHABET.charAt(rest % 62) + digits;
}

/** Digits of random bytes, drawn in bulk as well. */
const hexBytes = Buffer.alloc(4_096);
let hexPool = '';
let hexAt = 0;

/** `length` hexadecimal digits, at most 8,192; for ids, not for secrets. */
export function createRandomHex(length: number): string {
  if (hexAt + length > hexPool.length) {
    hexPool = randomFillSync(hexBytes).toString('hex');
    hexAt = 0;
  }
  hexAt += length;
  return hexPool.slice(hexAt - length, hexAt);
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data);
}
