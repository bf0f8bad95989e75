/**
 * The one secret behind every signature: keys for each purpose are derived from it (HKDF-SHA-256), none is stored.
 * The current secret signs; earlier ones verify only, so that what was signed with them stays readable.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES_MIN = 32;
const KEY_BYTES = 32;
const KID_CHARS = 8;

export interface SecretOptions {
  /** `FAREBOX_SECRET`. Without it the secret is made and kept in `<dataDir>/secret`. */
  secret?: string | undefined;
  /** `FAREBOX_SECRET_OLD`, newest first. */
  old?: readonly string[];
  /** The data folder of an embedded database; absent when instances share a database server. */
  dataDir?: string | undefined;
}

/** Opens the secrets of this installation; throws one sentence that names the variable to set. */
export function openSecrets({ secret, old = [], dataDir }: SecretOptions): Secrets {
  if (secret !== undefined) return new Secrets(secret, old);
  if (dataDir === undefined) {
    throw new Error('FAREBOX_SECRET must be set (at least 32 bytes) when DATABASE_URL is: all instances share it.');
  }
  return new Secrets(readSecretFile(dataDir), old);
}

/** Reads `<dataDir>/secret`, making it (mode 0600) the first time; whoever loses a race reads the winner's. */
function readSecretFile(dataDir: string): string {
  const path = join(dataDir, 'secret');
  const text = readIfPresent(path);
  if (text !== null) return text;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (thrown) {
    if (!hasErrorCode(thrown, 'EEXIST')) throw thrown;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    if (hasErrorCode(thrown, 'ENOENT')) return null;
    throw thrown;
  }
}

function hasErrorCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/** One secret, by its `kid`, as the key for one purpose. */
export interface PurposeKey {
  kid: string;
  key: Buffer;
}

export class Secrets {
  readonly #secrets: readonly string[];
  readonly #derived = new Map<string, readonly PurposeKey[]>();

  constructor(current: string, old: readonly string[]) {
    this.#secrets = [current, ...old];
    for (const [index, secret] of this.#secrets.entries()) {
      if (Buffer.byteLength(secret) >= SECRET_BYTES_MIN) continue;
      const name = index === 0 ? 'FAREBOX_SECRET' : 'Each secret of FAREBOX_SECRET_OLD';
      throw new Error(`${name} must have at least ${SECRET_BYTES_MIN} bytes.`);
    }
  }

  /** The key that signs for this purpose. */
  deriveKey(purpose: string): PurposeKey {
    const [current] = this.deriveKeys(purpose);
    if (!current) throw new Error('There is always a current secret');
    return current;
  }

  /** The keys that verify for this purpose, the current one first. */
  deriveKeys(purpose: string): readonly PurposeKey[] {
    const existingKeys = this.#derived.get(purpose);
    if (existingKeys) return existingKeys;
    const keys = this.#secrets.map((secret) => ({
      kid: deriveKey(secret, 'kid').toString('base64url').slice(0, KID_CHARS),
      key: deriveKey(secret, purpose),
    }));
    this.#derived.set(purpose, keys);
    return keys;
  }

  /** `<kid>.<mac>`: HMAC-SHA-256 of the text, base64url. */
  sign(purpose: string, text: string): string {
    const { kid, key } = this.deriveKey(purpose);
    return `${kid}.${computeMac(key, text).toString('base64url')}`;
  }

  /** True when `signature` is what `sign` made of this text under the current or an earlier secret. */
  verify(purpose: string, text: string, signature: string): boolean {
    const [kid, mac, ...more] = signature.split('.');
    const key = this.deriveKeys(purpose).find((candidate) => candidate.kid === kid);
    if (!key || mac === undefined || more.length > 0) return false;
    const bytes = Buffer.from(mac, 'base64url');
    const right = computeMac(key.key, text);
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  }
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `farebox/v1/${purpose}`, KEY_BYTES));
}

function computeMac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
