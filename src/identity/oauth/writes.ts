/**
 * Durable writes of OAuth: consent, codes and tokens. Reuse of a code or refresh token revokes the access derived from
 * it. These operations therefore return a verdict instead of throwing, since an error would roll the revocation back.
 */

import { defineFollower, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { audit } from '../../ledger/audit.ts';
import { subKeysEnded } from '../../ledger/keys/key-events.ts';
import { assertActive, assertRoom, insertKey, requireLiveKey, type StoredKey } from '../../ledger/keys/keys-writes.ts';
import type { ApiKeyRow } from '../../ledger/tables.ts';
import { numberKey } from '../keys/key-number-writes.ts';
import { noteClientUse } from './client-writes.ts';
import { narrowResource } from './requests.ts';
import type { OAuthCodeRow, OAuthTokenRow } from './tables.ts';
import type { TokenFault, TokenVerdict } from './types.ts';

/** Lifetime of a grant's access tokens. */
const ACCESS_MS = 3_600_000;
/** A grant that has not been refreshed for so long ends. */
const REFRESH_MS = 30 * 24 * 3_600_000;

export interface ApproveOAuthInput {
  /** The root key that consents, or the session of a member of the account's company. */
  by: { keyId: string } | { sessionId: string; email: string };
  code: Omit<OAuthCodeRow, 'key_id' | 'created_at' | 'expires_at'>;
  codeMs: number;
}

/**
 * Keeps what was consented to for the client to fetch; false when the session has ended. Throws UNAUTHENTICATED when the
 * key has, CONFLICT when the account has as many keys as it may have.
 */
export const approveOAuth = defineWrite(
  'oauth.approveOAuth',
  async (ctx: Tx, { by, code, codeMs }: ApproveOAuthInput): Promise<boolean> => {
    const { account_id: accountId, client_id: client, scopes, resource } = code;
    assertActive(await lockAccount(ctx, accountId));
    if ('keyId' in by) await requireLiveKey(ctx, accountId, by.keyId);
    else if (!(await isSessionLive(ctx, by.sessionId))) return false;
    await assertRoom(ctx, accountId);
    const row: OAuthCodeRow = { ...code, key_id: null, created_at: ctx.nowMs, expires_at: ctx.nowMs + codeMs };
    await ctx.db.insertInto('oauth_codes').values(row).execute();
    const actor = 'email' in by ? by.email : accountId;
    await audit(ctx, { actor, action: 'oauth.approve', subject: accountId, details: { client, scopes, resource } });
    return true;
  },
);

async function isSessionLive({ db, nowMs }: Tx, id: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return session !== undefined;
}

const refuse = (why: TokenFault): TokenVerdict => ({ is: 'refused', why });

export interface ExchangeOAuthCodeInput {
  codeHash: string;
  clientId: string;
  /** As sent; null: not sent. */
  redirectUri: string | null;
  resource: string | null;
  /** Of the verifier that was sent. */
  challenge: string;
  newKey: StoredKey;
  accessHash: string;
  refreshHash: string;
}

/** A code becomes a key of the account, and tokens of it, once. */
export const exchangeOAuthCode = defineWrite(
  'oauth.exchangeOAuthCode',
  async (ctx: Tx, input: ExchangeOAuthCodeInput): Promise<TokenVerdict> => {
    const { codeHash, clientId, redirectUri, resource, challenge, newKey, accessHash, refreshHash } = input;
    const row = await findCodeByHash(ctx, codeHash);
    if (!row) return refuse('unknown');
    const account = await lockAccount(ctx, row.account_id);
    const code = (await findCodeByHash(ctx, codeHash)) ?? row;
    if (code.client_id !== clientId) return refuse('client');
    if (code.key_id !== null) {
      await endGrant(ctx, code.account_id, code.key_id, 'code presented again');
      return refuse('reused');
    }
    if (code.expires_at <= ctx.nowMs) return refuse('expired');
    if (redirectUri !== null && redirectUri !== code.redirect_uri) return refuse('redirect');
    const target = narrowResource(code.resource, resource);
    if (target === null) return refuse('resource');
    if (challenge !== code.challenge) return refuse('verifier');
    if (account.status !== 'active' || !(await isGiverEntitled(ctx, code))) return refuse('ended');
    await assertRoom(ctx, account.id);
    await createGrant(ctx, code, newKey);
    await ctx.db.updateTable('oauth_codes').set({ key_id: newKey.id }).where('hash', '=', codeHash).execute();
    const { scopes } = code;
    const token = { key_id: newKey.id, client_id: clientId, scopes, resource: code.resource };
    await insertToken(ctx, { ...token, hash: accessHash, kind: 'access', resource: target });
    if (code.refreshes) await insertToken(ctx, { ...token, hash: refreshHash, kind: 'refresh' });
    await noteClientUse(ctx, clientId);
    return { is: 'granted', accessMs: ACCESS_MS, scopes, refreshes: code.refreshes === 1 };
  },
  { forgets: 'keys' },
);

/** A member who has left the company gives nobody access any more. */
async function isGiverEntitled({ db }: Tx, { account_id, user_id }: OAuthCodeRow): Promise<boolean> {
  if (user_id === null) return true;
  const seat = await db
    .selectFrom('companies')
    .innerJoin('memberships', 'memberships.company_id', 'companies.id')
    .select('memberships.user_id')
    .where('companies.account_id', '=', account_id)
    .where('memberships.user_id', '=', user_id)
    .executeTakeFirst();
  return seat !== undefined;
}

function findCodeByHash({ db }: Tx, hash: string): Promise<OAuthCodeRow | undefined> {
  return db.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).executeTakeFirst();
}

async function createGrant(ctx: Tx, code: OAuthCodeRow, newKey: StoredKey): Promise<void> {
  const { account_id: accountId, client_id: clientId, client_name: name, refreshes } = code;
  const { cap_total: total, cap_per_day: perDay, cap_per_call: perCall } = code;
  const caps = {
    ...(total === null ? {} : { totalMicros: total }),
    ...(perDay === null ? {} : { perDayMicros: perDay }),
    ...(perCall === null ? {} : { perCallMicros: perCall }),
  };
  const expiresAt = ctx.nowMs + (refreshes ? REFRESH_MS : ACCESS_MS);
  await insertKey(ctx, { ...newKey, accountId, lineage: newKey.id, name, isRoot: false, caps, expiresAt, clientId });
  const { db } = ctx;
  const company = await db.selectFrom('companies').select('id').where('account_id', '=', accountId).executeTakeFirst();
  if (!company) return;
  await numberKey(ctx, { company_id: company.id, key_id: newKey.id, kind: 'oauth', created_by: code.user_id });
}

type NewToken = Omit<OAuthTokenRow, 'created_at' | 'expires_at' | 'ended_at'>;

async function insertToken({ db, nowMs }: Tx, token: NewToken): Promise<void> {
  const expires_at = nowMs + (token.kind === 'access' ? ACCESS_MS : REFRESH_MS);
  await db
    .insertInto('oauth_tokens')
    .values({ ...token, created_at: nowMs, expires_at, ended_at: null })
    .execute();
}

export interface RefreshOAuthInput {
  refreshHash: string;
  clientId: string;
  /** As asked for; null: those of the grant. */
  scopes: readonly string[] | null;
  resource: string | null;
  newAccessHash: string;
  newRefreshHash: string;
}

/** A refresh token is good for one refresh; the grant goes on with the next. */
export const refreshOAuth = defineWrite(
  'oauth.refreshOAuth',
  async (ctx: Tx, input: RefreshOAuthInput): Promise<TokenVerdict> => {
    const { refreshHash, clientId, resource, newAccessHash, newRefreshHash } = input;
    const row = await findTokenWithKey(ctx, refreshHash);
    if (row?.token.kind !== 'refresh') return refuse('unknown');
    const account = await lockAccount(ctx, row.key.account_id);
    const { token, key } = (await findTokenWithKey(ctx, refreshHash)) ?? row;
    if (token.client_id !== clientId) return refuse('client');
    if (token.ended_at !== null) {
      await endGrant(ctx, account.id, key.id, 'refresh token presented again');
      return refuse('reused');
    }
    if (!isLive(key, ctx.nowMs) || account.status !== 'active') return refuse('ended');
    if (token.expires_at <= ctx.nowMs) return refuse('expired');
    const target = narrowResource(token.resource, resource);
    if (target === null) return refuse('resource');
    const granted = token.scopes.split(' ');
    const scopes = input.scopes ?? granted;
    if (!scopes.every((scope) => granted.includes(scope))) return refuse('scope');
    await ctx.db.updateTable('oauth_tokens').set({ ended_at: ctx.nowMs }).where('hash', '=', refreshHash).execute();
    const expires_at = ctx.nowMs + REFRESH_MS;
    await ctx.db.updateTable('api_keys').set({ expires_at }).where('id', '=', key.id).execute();
    const next = { key_id: key.id, client_id: clientId };
    const access = { ...next, hash: newAccessHash, kind: 'access', scopes: scopes.join(' ') } as const;
    await insertToken(ctx, { ...access, resource: target });
    const { scopes: all, resource: whole } = token;
    await insertToken(ctx, { ...next, hash: newRefreshHash, kind: 'refresh', scopes: all, resource: whole });
    await noteClientUse(ctx, clientId);
    return { is: 'granted', accessMs: ACCESS_MS, scopes: scopes.join(' '), refreshes: true };
  },
  { forgets: 'keys' },
);

async function findTokenWithKey({ db }: Tx, hash: string): Promise<{ token: OAuthTokenRow; key: ApiKeyRow } | null> {
  const token = await db.selectFrom('oauth_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!token) return null;
  const key = await db.selectFrom('api_keys').selectAll().where('id', '=', token.key_id).executeTakeFirst();
  return key ? { token, key } : null;
}

const isLive = ({ revoked_at, expires_at }: ApiKeyRow, nowMs: number): boolean =>
  revoked_at === null && (expires_at === null || expires_at > nowMs);

export interface IssueOAuthTokenInput {
  accountId: string;
  /** The key that fetches a token for itself; the token dies with it. */
  keyId: string;
  accessHash: string;
  clientId: string;
  scopes: string;
  resource: string;
}

/**
 * A token for the holder of a key; null when the client's id is not the key's. Throws UNAUTHENTICATED when the key has
 * ended, ACCOUNT_SUSPENDED.
 */
export const issueOAuthToken = defineWrite(
  'oauth.issueOAuthToken',
  async (ctx: Tx, input: IssueOAuthTokenInput): Promise<{ accessMs: number } | null> => {
    const { accountId, keyId, accessHash, clientId, scopes, resource } = input;
    assertActive(await lockAccount(ctx, accountId));
    const key = await requireLiveKey(ctx, accountId, keyId);
    const numbered = await ctx.db
      .selectFrom('company_keys')
      .select('id')
      .where('key_id', '=', keyId)
      .executeTakeFirst();
    if (![key.id, key.lineage, `key_${numbered?.id}`].includes(clientId)) return null;
    const token = { key_id: keyId, client_id: clientId, scopes, resource };
    await insertToken(ctx, { ...token, hash: accessHash, kind: 'access' });
    return { accessMs: ACCESS_MS };
  },
);

export interface RevokeOAuthInput {
  tokenHash: string;
  /** Who says so; null: whoever holds the token. */
  clientId: string | null;
}

/** Ends an access token, or with a refresh token the whole grant. False when the token is another client's. */
export const revokeOAuth = defineWrite(
  'oauth.revokeOAuth',
  async (ctx: Tx, { tokenHash, clientId }: RevokeOAuthInput): Promise<boolean> => {
    const row = await findTokenWithKey(ctx, tokenHash);
    if (!row) return true;
    const { token, key } = row;
    if (clientId !== null && token.client_id !== clientId) return false;
    await lockAccount(ctx, key.account_id);
    if (token.kind === 'refresh') await endGrant(ctx, key.account_id, key.id, 'revoked by its client');
    await ctx.db
      .updateTable('oauth_tokens')
      .set({ ended_at: ctx.nowMs })
      .where('hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .execute();
    return true;
  },
  { forgets: 'keys' },
);

/** Ends the key of a grant, and so all its tokens. The account is locked. */
async function endGrant(ctx: Tx, accountId: string, keyId: string, why: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.nowMs })
    .where('id', '=', keyId)
    .where('client_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return;
  await audit(ctx, { actor: accountId, action: 'oauth.end', subject: accountId, details: { keyId, why } });
}

/** Ends the codes for which a client was about to get a key. */
export const followEndedSubKeys = defineFollower(subKeysEnded, async ({ db, nowMs }, { accountId }) => {
  await db
    .updateTable('oauth_codes')
    .set({ expires_at: nowMs })
    .where('account_id', '=', accountId)
    .where('key_id', 'is', null)
    .where('expires_at', '>', nowMs)
    .execute();
});
