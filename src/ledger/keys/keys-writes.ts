/** Durable changes of keys: made, rotated, revoked. Each tests inside its transaction that the acting key still lives. */

import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Caps } from '../../kernel/principal.ts';
import { lockAccount } from '../account-lock.ts';
import { type AuditEntry, audit } from '../audit.ts';
import type { AccountRow, ApiKeyRow } from '../tables.ts';
import { keyReplaced, subKeysEnded } from './key-events.ts';

/** Live sub-keys an account may have. */
export const SUB_KEYS_MAX = 100;

/** Stored part of a new key; the key itself never leaves the thread that made it. */
export interface StoredKey {
  id: string;
  hash: string;
  last4: string;
}

export interface InsertKeyInput extends StoredKey {
  accountId: string;
  lineage: string;
  name: string;
  isRoot: boolean;
  caps?: Caps;
  expiresAt?: number | null;
  /** The OAuth client that it is granted to. */
  clientId?: string;
}

/** Counters that only the current row of a lineage has. */
const NO_COUNTS = {
  spent_total: 0,
  spent_day: null,
  spent_on_day: 0,
  charges_count: 0,
  refunds_count: 0,
  last_transfer: null,
} as const satisfies Partial<ApiKeyRow>;

/** Inserts the row of a new key; part of larger operations. */
export async function insertKey(ctx: Tx, key: InsertKeyInput): Promise<ApiKeyRow> {
  const { caps = {} } = key;
  const row: ApiKeyRow = {
    id: key.id,
    account_id: key.accountId,
    lineage: key.lineage,
    hash: key.hash,
    last4: key.last4,
    name: key.name,
    is_root: key.isRoot ? 1 : 0,
    cap_total: caps.totalMicros ?? null,
    cap_per_day: caps.perDayMicros ?? null,
    cap_per_call: caps.perCallMicros ?? null,
    cap_tools: caps.tools ? JSON.stringify(caps.tools) : null,
    ...NO_COUNTS,
    expires_at: key.expiresAt ?? null,
    revoked_at: null,
    replaced_by: null,
    client_id: key.clientId ?? null,
    created_at: ctx.nowMs,
  };
  await ctx.db.insertInto('api_keys').values(row).execute();
  return row;
}

/** The acting key, as long as it lives; whoever rotated or revoked it a moment ago has won. */
export async function requireLiveKey(ctx: Tx, accountId: string, keyId: string): Promise<ApiKeyRow> {
  const key = await ctx.db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= ctx.nowMs)) {
    throw new FareboxError('UNAUTHENTICATED', {
      message: 'This API key is invalid or has been replaced.',
      next: 'Use the key that replaced it.',
    });
  }
  return key;
}

export function assertActive(account: AccountRow): void {
  if (account.status !== 'active') throw new FareboxError('ACCOUNT_SUSPENDED');
}

export interface RotateKeyInput {
  accountId: string;
  /** The key that is replaced: the one that asks. */
  keyId: string;
  newKey: StoredKey;
  revokeSubKeys: boolean;
}

export interface RotateKeyOutput {
  balanceMicros: number;
  isRoot: boolean;
  revokedSubKeys: number;
}

/** New row, same lineage, name, caps, expiry and counters; the old row stays as a tombstone. */
export const rotateKey = defineWrite(
  'keys.rotateKey',
  async (ctx: Tx, input: RotateKeyInput): Promise<RotateKeyOutput> => {
    const { accountId, keyId, newKey, revokeSubKeys } = input;
    const account = await lockAccount(ctx, accountId);
    assertActive(account);
    const old = await requireLiveKey(ctx, accountId, keyId);
    if (revokeSubKeys && !old.is_root) {
      throw new FareboxError('FORBIDDEN', { message: 'Only the root key of the account can revoke its sub-keys.' });
    }
    await replaceKey(ctx, old, newKey);
    const revokedSubKeys = revokeSubKeys ? await revokeAllSubKeys(ctx, accountId, newKey.id) : 0;
    await audit(ctx, {
      actor: accountId,
      action: 'key.rotate',
      subject: accountId,
      details: { lineage: old.lineage, isRoot: old.is_root === 1, revokedSubKeys },
    });
    return { balanceMicros: account.balance, isRoot: old.is_root === 1, revokedSubKeys };
  },
  { forgets: 'keys' },
);

/** Puts a new secret in the place of an old one; part of larger operations. */
export async function replaceKey(ctx: Tx, old: ApiKeyRow, newKey: StoredKey): Promise<void> {
  await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.nowMs, replaced_by: newKey.id, ...NO_COUNTS })
    .where('id', '=', old.id)
    .execute();
  const row: ApiKeyRow = { ...old, ...newKey, revoked_at: null, replaced_by: null, created_at: ctx.nowMs };
  await ctx.db.insertInto('api_keys').values(row).execute();
  await ctx.tell(keyReplaced, { oldKeyId: old.id, newKeyId: newKey.id });
}

/** Ends them all; whoever was about to make one hears of it. */
export async function revokeAllSubKeys(ctx: Tx, accountId: string, actingKeyId: string | null): Promise<number> {
  await ctx.tell(subKeysEnded, { accountId, actingKeyId });
  const { numUpdatedRows } = await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.nowMs })
    .where('account_id', '=', accountId)
    .where('is_root', '=', 0)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.nowMs)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface CreateKeyInput {
  accountId: string;
  /** The root key that asks. */
  actingKeyId: string;
  newKey: StoredKey;
  name: string;
  caps: Caps;
  /** Milliseconds; INVALID_INPUT when it is past. */
  expiresAt: number | null;
}

/** Makes a sub-key. CONFLICT when the account has too many live ones. */
export const createKey = defineWrite('keys.createKey', async (ctx: Tx, input: CreateKeyInput): Promise<ApiKeyRow> => {
  const { accountId, actingKeyId } = input;
  assertActive(await lockAccount(ctx, accountId));
  await requireLiveKey(ctx, accountId, actingKeyId);
  return await addSubKey(ctx, input, { actor: accountId });
});

export type NewSubKeyRow = Omit<CreateKeyInput, 'actingKeyId'>;

/** The same on an account that is locked, without asking who may; part of larger operations. */
export async function addSubKey(
  ctx: Tx,
  { accountId, newKey, name, caps, expiresAt }: NewSubKeyRow,
  who: Pick<AuditEntry, 'actor' | 'ipPrefix'>,
): Promise<ApiKeyRow> {
  if (expiresAt !== null && expiresAt <= ctx.nowMs) {
    const message = 'Must lie in the future';
    throw new FareboxError('INVALID_INPUT', {
      message: `The input is invalid. expiresAt: ${message}`,
      details: { issues: [{ path: 'expiresAt', message }] },
    });
  }
  await assertRoom(ctx, accountId);
  const lineage = newKey.id;
  const row = await insertKey(ctx, { ...newKey, accountId, lineage, name, isRoot: false, caps, expiresAt });
  await audit(ctx, { ...who, action: 'key.create', subject: accountId, details: { lineage, name } });
  return row;
}

/** Throws CONFLICT when the account has as many live sub-keys as it may have. */
export async function assertRoom(ctx: Tx, accountId: string): Promise<void> {
  const { live } = await ctx.db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('account_id', '=', accountId)
    .where('is_root', '=', 0)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.nowMs)]))
    .executeTakeFirstOrThrow();
  if (Number(live) >= SUB_KEYS_MAX) {
    throw new FareboxError('CONFLICT', {
      message: `An account has at most ${SUB_KEYS_MAX} live sub-keys.`,
      next: 'Delete one that is no longer needed.',
    });
  }
}

export interface RevokeKeyInput {
  accountId: string;
  actingKeyId: string;
  /** What the owner knows as the key's id. */
  lineage: string;
}

/** Ends a live sub-key; NOT_FOUND for any other id, the root key's included. */
export const revokeKey = defineWrite(
  'keys.revokeKey',
  async (ctx: Tx, input: RevokeKeyInput): Promise<{ revokedAtMs: number }> => {
    const { accountId, actingKeyId, lineage } = input;
    assertActive(await lockAccount(ctx, accountId));
    await requireLiveKey(ctx, accountId, actingKeyId);
    const { numUpdatedRows } = await ctx.db
      .updateTable('api_keys')
      .set({ revoked_at: ctx.nowMs })
      .where('lineage', '=', lineage)
      .where('account_id', '=', accountId)
      .where('is_root', '=', 0)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) {
      throw new FareboxError('NOT_FOUND', { message: 'This account has no active sub-key with this ID.' });
    }
    await audit(ctx, { actor: accountId, action: 'key.revoke', subject: accountId, details: { lineage } });
    return { revokedAtMs: ctx.nowMs };
  },
  { forgets: 'keys' },
);
