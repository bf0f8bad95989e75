/** Clients and tokens of OAuth. Every query runs along an index. */

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { AccountRow, ApiKeyRow } from '../../ledger/tables.ts';
import type { OAuthClientRow, OAuthTokenRow } from './tables.ts';

type Db = Kysely<Tables>;

/** A registered client that has not expired. */
export function findOAuthClientById(db: Db, id: string, nowMs: number): Promise<OAuthClientRow | undefined> {
  return db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
}

/** A token, the key it works for, and that key's account. */
export interface TokenWithKey {
  token: Pick<OAuthTokenRow, 'kind' | 'client_id' | 'scopes' | 'resource' | 'expires_at' | 'ended_at'>;
  key: ApiKeyRow;
  account: Pick<AccountRow, 'mode' | 'status'>;
}

/** Also finds tokens that have ended, and those of keys that have. */
export async function findOAuthTokenByHash(db: Db, hash: string): Promise<TokenWithKey | null> {
  const row = await db
    .selectFrom('oauth_tokens as t')
    .innerJoin('api_keys as k', 'k.id', 't.key_id')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .selectAll('k')
    .select(['t.kind', 't.client_id as token_client', 't.scopes', 't.resource', 't.expires_at as token_expires_at'])
    .select(['t.ended_at', 'a.mode', 'a.status'])
    .where('t.hash', '=', hash)
    .executeTakeFirst();
  if (!row) return null;
  const { kind, token_client, scopes, resource, token_expires_at, ended_at, mode, status, ...key } = row;
  const token = { kind, client_id: token_client, scopes, resource, expires_at: token_expires_at, ended_at };
  return { token, key, account: { mode, status } };
}
