/** Resolves an OAuth access token to its caller. */

import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { readCaps } from '../../ledger/accounts/account-answers.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { findOAuthTokenByHash } from './reads.ts';

const ACCESS_TOKEN = /^fbo_[\w-]{43}$/;

/**
 * An access token acts as the key that it was made for, within its scopes and at its resource, but never as a root key.
 * Token and key are read on each request. Null for what never was one of ours; throws UNAUTHENTICATED for what has ended.
 */
export function openGrants(
  database: Pick<Database, 'db' | 'now'>,
): (token: string, ip: string) => Promise<AccountPrincipal | null> {
  return async (text, ip) => {
    if (!ACCESS_TOKEN.test(text)) return null;
    const [found, nowMs] = await Promise.all([findOAuthTokenByHash(database.db, sha256Hex(text)), database.now()]);
    if (found?.token.kind !== 'access') return null;
    const { token, key, account } = found;
    const hasEnded =
      token.ended_at !== null ||
      token.expires_at <= nowMs ||
      key.revoked_at !== null ||
      (key.expires_at !== null && key.expires_at <= nowMs);
    if (hasEnded) throw new FareboxError('UNAUTHENTICATED', { message: 'This access token is invalid or expired.' });
    return {
      kind: 'account',
      mode: account.mode,
      ip,
      accountId: key.account_id,
      keyId: key.id,
      lineage: key.lineage,
      isRoot: false,
      status: account.status,
      caps: readCaps(key),
      grant: { scopes: token.scopes.split(' '), resource: token.resource },
    };
  };
}
