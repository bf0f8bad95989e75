import { hash, randomBytes, randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
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

/** An id that sorts by time: prefix, 9 base62 digits of milliseconds, 14 that hold 80 random bits. */
export function createTimeOrderedId(prefix: string, nowMs: number = Date.now()): string {
  // randomUUID draws its bytes in bulk: a tenth of what randomBytes costs, on every call's road.
  const uuid = randomUUID();
  const first = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 11), 16);
  const second = Number.parseInt(uuid.slice(24, 34), 16);
  return prefix + toBase62(nowMs, 9) + toBase62(first, 7) + toBase62(second, 7);
}

/** The number in exactly `length` digits, highest first. */
function toBase62(value: number, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < length; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data);
}
