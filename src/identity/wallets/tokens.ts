/** Tokens that a wallet has signed in for, as good as the root key of its account for an hour. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { findPageSession } from '../pages/reads.ts';
import { openPageSession } from '../pages/writes.ts';

const TOKEN = /^fbw_[\w-]{43}$/;
const TOKEN_BYTES = 32;
const LIFETIME_MS = 3_600_000;
const GUESS_CHARS = 22;

export interface WalletToken {
  /** `fbw_…`: shown once, never stored. */
  token: string;
  expiresAtMs: number;
}

/** Stored beside the cookies of pages: neither can be sent as the other, since each is told by its beginning. */
export async function createWalletToken(
  { now, write }: Pick<Database, 'now' | 'write'>,
  keyHash: string,
): Promise<WalletToken> {
  const token = `fbw_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const expiresAtMs = (await now()) + LIFETIME_MS;
  await write(openPageSession, { hash: sha256Hex(token), kind: 'key', bearer_hash: keyHash, lifetimeMs: LIFETIME_MS });
  return { token, expiresAtMs };
}

/** Ends with its hour, and with the root key. */
export function openWalletTokens(
  { db, now }: Pick<Database, 'db' | 'now'>,
  identifyKeyByHash: (hash: string, ip: string) => AccountPrincipal | null | Promise<AccountPrincipal | null>,
): (token: string, ip: string) => Promise<AccountPrincipal | null> {
  return async (token, ip) => {
    if (!TOKEN.test(token)) return null;
    const session = await findPageSession(db, sha256Hex(token), await now());
    if (session) return await identifyKeyByHash(session.bearer_hash, ip);
    throw new FareboxError('UNAUTHENTICATED', {
      message: 'This token is invalid or expired.',
      next: 'Sign in with the wallet again: POST /api/account/wallet-session.',
      guess: sha256Hex(token).slice(0, GUESS_CHARS),
    });
  };
}
