/** Durable changes of the keys of a company's account, asked for by its members. Rules: newsroom.md §2.2. */

import { defineFollower, defineWrite } from '../database/define.ts';
import type { Tx } from '../database/types.ts';
import { FareboxError } from '../kernel/errors.ts';
import type { Role } from '../kernel/principal.ts';
import { createReasonError } from '../kernel/reasons.ts';
import { lockAccount } from '../ledger/account-lock.ts';
import { type AuditActor, audit } from '../ledger/audit.ts';
import { keyReplaced, rootKeyIssued } from '../ledger/key-events.ts';
import {
  addSubKey,
  insertKey,
  type NewSubKeyRow,
  replaceKey,
  requireLiveKey,
  revokeAllSubKeys,
  type StoredKey,
} from '../ledger/keys-writes.ts';
import type { ApiKeyRow } from '../ledger/tables.ts';
import { numberKey, numberRootKey, numberSuccessor } from './key-number-writes.ts';

/** A member who asks in a session; tested again where it counts. */
export interface ActingMember extends AuditActor {
  companyId: string;
  accountId: string;
  userId: number;
}

async function requireRole({ db }: Tx, { companyId, userId }: ActingMember): Promise<Role> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new FareboxError('UNAUTHENTICATED');
  return row.role;
}

export interface CreateCompanyKeyInput extends NewSubKeyRow {
  member: ActingMember;
}

export interface CreatedCompanyKey {
  id: number;
  key: ApiKeyRow;
  role: Role;
}

/** Makes an API key of the company's account. CONFLICT when it has too many. */
export const createCompanyKey = defineWrite(
  'company-keys.createCompanyKey',
  async (ctx: Tx, input: CreateCompanyKeyInput): Promise<CreatedCompanyKey> => {
    const { member } = input;
    const { companyId, accountId, userId } = member;
    await lockAccount(ctx, accountId);
    const role = await requireRole(ctx, member);
    const key = await addSubKey(ctx, { ...input, accountId }, member);
    const id = await numberKey(ctx, { company_id: companyId, key_id: key.id, kind: 'key', created_by: userId });
    return { id, key, role };
  },
);

export interface RevokeCompanyKeyInput extends AuditActor {
  companyId: string;
  accountId: string;
  /** The company's number of the key. */
  id: number;
  /** The key that asks; null for a session. */
  actingKeyId: string | null;
}

/** Ends a key, be it a root key or a grant. NOT_FOUND for one that is not the company's or has ended. */
export const revokeCompanyKey = defineWrite(
  'company-keys.revokeCompanyKey',
  async (ctx: Tx, input: RevokeCompanyKeyInput): Promise<{ revokedAtMs: number }> => {
    const { companyId, accountId, id, actingKeyId, actor, ipPrefix } = input;
    const { db, nowMs } = ctx;
    await lockAccount(ctx, accountId);
    if (actingKeyId !== null) await requireLiveKey(ctx, accountId, actingKeyId);
    const found = await db
      .selectFrom('company_keys')
      .select('key_id')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    const ended = await db
      .updateTable('api_keys')
      .set({ revoked_at: nowMs })
      .where('id', '=', found?.key_id ?? '')
      .where('revoked_at', 'is', null)
      .returning('lineage')
      .executeTakeFirst();
    if (!ended) throw new FareboxError('NOT_FOUND', { message: 'API key not found' });
    await audit(ctx, {
      actor,
      ipPrefix,
      action: 'key.revoke',
      subject: accountId,
      details: { lineage: ended.lineage },
    });
    return { revokedAtMs: nowMs };
  },
  { forgets: 'keys' },
);

export interface IssueRootKeyInput {
  member: ActingMember;
  newKey: StoredKey;
  revokeSubKeys: boolean;
}

export interface IssuedRootKey {
  id: number;
  key: ApiKeyRow;
}

/** The root key of a company's account, in place of an earlier one if there is one. Throws `admin_required`. */
export const issueRootKey = defineWrite(
  'company-keys.issueRootKey',
  async (ctx: Tx, input: IssueRootKeyInput): Promise<IssuedRootKey> => {
    const { member, newKey, revokeSubKeys } = input;
    const { accountId, userId, actor, ipPrefix } = member;
    await lockAccount(ctx, accountId);
    if ((await requireRole(ctx, member)) !== 'admin') throw createReasonError('admin_required');
    const keys = ctx.db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId);
    const old = await keys.where('is_root', '=', 1).where('replaced_by', 'is', null).executeTakeFirst();
    if (old) await replaceKey(ctx, old, newKey);
    else await insertKey(ctx, { ...newKey, accountId, lineage: newKey.id, name: 'root', isRoot: true });
    const id = await numberRootKey(ctx, accountId, newKey.id, userId);
    if (id === null) throw new FareboxError('NOT_FOUND', { message: 'This account belongs to no company.' });
    const revokedSubKeys = revokeSubKeys ? await revokeAllSubKeys(ctx, accountId) : 0;
    const details = { last4: newKey.last4, revokedSubKeys };
    await audit(ctx, { actor, ipPrefix, action: 'key.root', subject: accountId, details });
    return { id, key: await keys.where('id', '=', newKey.id).executeTakeFirstOrThrow() };
  },
  { forgets: 'keys' },
);

export const followReplacedKey = defineFollower(keyReplaced, (tx, { oldKeyId, newKeyId }) =>
  numberSuccessor(tx, oldKeyId, newKeyId),
);

export const followIssuedRootKey = defineFollower(rootKeyIssued, async (tx, { accountId, keyId }) => {
  await numberRootKey(tx, accountId, keyId, null);
});
