/** Resolves a bearer token to its caller. */

import type { Database } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../kernel/errors/refusal.ts';
import type { Identify } from '../kernel/ports.ts';
import type { AccountPrincipal, Principal } from '../kernel/principal.ts';
import { readCaps } from '../ledger/accounts/account-answers.ts';
import { isKeyLike, isSameSecret } from '../ledger/keys/keys.ts';
import type { IdentifiedKey, Ledger } from '../ledger/types.ts';
import { sha256Hex } from '../lib/ids.ts';

export interface IdentifyOptions {
  /** `ADMIN_TOKEN`; absent: nobody is an operator this way. */
  adminToken?: string | undefined;
  /** Has `ADMIN_TOKEN` had this value before? */
  wasAdminToken?(token: string): Promise<boolean>;
  /** Sessions (`fbs_…`) and OAuth access tokens (`fbo_…`); absent: such tokens are not valid. */
  identifySession?: IdentifyToken;
  identifyGrant?: IdentifyToken;
  /** Tokens of wallets (`fbw_…`). */
  identifyWallet?: IdentifyToken;
}

const PREFIX_CHARS = 4;

/** Null for a token that never was ours; throws UNAUTHENTICATED for one that has ended. */
export type IdentifyToken = (token: string, ip: string) => Promise<Principal | null>;

/**
 * Implements `Identify` of kernel/ports.ts. One look-up by the key's hash for each request, never an older one than the
 * last write: a key that was rotated or revoked is refused on the very next request, on every instance. Throws
 * UNAUTHENTICATED, with `guess` for a token that never was ours. `ADMIN_TOKEN` is compared in constant time; a key is
 * looked up by its digest, of which nobody learns how much is right.
 */
export function openIdentify(
  ledger: Pick<Ledger, 'findKeyByHash' | 'database'>,
  { adminToken, wasAdminToken, identifySession, identifyGrant, identifyWallet }: IdentifyOptions = {},
): Identify {
  const openers = new Map([
    ['fbs_', identifySession],
    ['fbo_', identifyGrant],
    ['fbw_', identifyWallet],
  ]);
  const identifyOther = async (token: string, ip: string): Promise<Principal> => {
    const opened = (await openers.get(token.slice(0, PREFIX_CHARS))?.(token, ip)) ?? null;
    if (opened !== null) return opened;
    if (adminToken !== undefined && isSameSecret(token, adminToken)) return { kind: 'operator', mode: 'live', ip };
    if (await wasAdminToken?.(token)) throw createInvalidTokenError('This token is invalid or expired.');
    throw createUnknownCredentialError(token);
  };
  const assertKnown = (principal: Principal | null, token: string): Principal => {
    if (!principal) throw createUnknownCredentialError(token);
    return principal;
  };
  return (token, ip) => {
    if (token === undefined || token === '') return { kind: 'anonymous', mode: 'live', ip };
    if (!isKeyLike(token)) return identifyOther(token, ip);
    const principal = identifyKeyByHash(ledger, sha256Hex(token), ip);
    return principal instanceof Promise
      ? principal.then((found) => assertKnown(found, token))
      : assertKnown(principal, token);
  };
}

/** Null for a key that never was; throws UNAUTHENTICATED for one that has ended. Without a promise where it is known. */
export function identifyKeyByHash(
  ledger: Pick<Ledger, 'findKeyByHash' | 'database'>,
  hash: string,
  ip: string,
): AccountPrincipal | null | Promise<AccountPrincipal | null> {
  const found = ledger.findKeyByHash(hash);
  if (found instanceof Promise) return found.then((key) => key && toPrincipal(ledger.database, key, ip));
  return found && toPrincipal(ledger.database, found, ip);
}

function toPrincipal(
  database: Pick<Database, 'now'>,
  identified: IdentifiedKey,
  ip: string,
): AccountPrincipal | Promise<AccountPrincipal> {
  const { key, accountMode, accountStatus } = identified;
  if (key.replaced_by !== null) throw createInvalidTokenError('This API key is invalid: it was replaced by a new one.');
  if (key.revoked_at !== null) throw createInvalidTokenError('This API key is invalid: it was revoked.');
  const principal: AccountPrincipal = {
    kind: 'account',
    mode: accountMode,
    ip,
    accountId: key.account_id,
    keyId: key.id,
    lineage: key.lineage,
    isRoot: key.is_root === 1,
    status: accountStatus,
    caps: readCaps(key),
  };
  const { expires_at: expiresAtMs } = key;
  if (expiresAtMs === null) return principal;
  return database.now().then((nowMs) => {
    if (expiresAtMs > nowMs) return principal;
    throw createInvalidTokenError('This API key is invalid: it has expired.');
  });
}

function createInvalidTokenError(message: string): FareboxError {
  return new FareboxError('UNAUTHENTICATED', { message, next: 'Use a valid key, or create an account.' });
}
