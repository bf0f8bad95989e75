/** Challenges of sign-ins with wallets: nonces that every server of the installation recognizes as its own, with no state. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../ledger/secret.ts';
import { type ChallengeInfo, STATEMENT } from './proof.ts';

export const CHALLENGE_MS = 5 * 60_000;
const PURPOSE = 'wallet-sign-in';
/** A nonce has 32 hexadecimal digits by the specification: random ones, then those of the MAC. */
const RANDOM_BYTES = 6;
const RANDOM_CHARS = 2 * RANDOM_BYTES;
const MAC_CHARS = 32 - RANDOM_CHARS;

export type ChallengeState = { is: 'valid' | 'expired'; expiresAtMs: number } | { is: 'unknown' };

export class Challenges {
  readonly #secrets: Pick<Secrets, 'deriveKey' | 'deriveKeys'>;
  readonly domain: string;

  constructor(secrets: Pick<Secrets, 'deriveKey' | 'deriveKeys'>, domain: string) {
    this.#secrets = secrets;
    this.domain = domain;
  }

  create(uri: string, nowMs: number): ChallengeInfo {
    const random = randomBytes(RANDOM_BYTES).toString('hex');
    const issuedAt = new Date(nowMs).toISOString();
    const { domain } = this;
    const nonce = `${random}${computeMac(this.#secrets.deriveKey(PURPOSE).key, `${random}|${issuedAt}`)}`;
    const expirationTime = formatExpiry(issuedAt);
    return { domain, statement: STATEMENT, uri, version: '1', nonce, issuedAt, expirationTime };
  }

  check({ nonce, issuedAt, expirationTime }: ChallengeInfo, nowMs: number): ChallengeState {
    const text = `${nonce.slice(0, RANDOM_CHARS)}|${issuedAt}`;
    const mac = Buffer.from(nonce.slice(RANDOM_CHARS));
    const isOwn = this.#secrets.deriveKeys(PURPOSE).some(({ key }) => {
      const right = Buffer.from(computeMac(key, text));
      return mac.length === right.length && timingSafeEqual(mac, right);
    });
    if (!isOwn || expirationTime !== formatExpiry(issuedAt)) return { is: 'unknown' };
    const expiresAtMs = Date.parse(expirationTime);
    return { is: nowMs < expiresAtMs ? 'valid' : 'expired', expiresAtMs };
  }
}

const computeMac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, MAC_CHARS);

const formatExpiry = (issuedAt: string): string => new Date(Date.parse(issuedAt) + CHALLENGE_MS).toISOString();
