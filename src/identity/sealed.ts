/** Small records that leave us and come back, unreadable and unchangeable on their way. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../ledger/secret.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The value as one word for a URL; `purpose` picks the key. */
export function seal(secrets: Secrets, purpose: string, value: object): string {
  const { kid, key } = secrets.deriveKey(purpose);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return `${kid}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Opens text that was sealed for this purpose under the current or an earlier secret; null for anything else. */
export function unseal(secrets: Secrets, purpose: string, sealed: string): unknown {
  const [kid, text = '', ...more] = sealed.split('.');
  const key = secrets.deriveKeys(purpose).find((candidate) => candidate.kid === kid);
  const bytes = Buffer.from(text, 'base64url');
  if (!key || more.length > 0 || bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key.key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
