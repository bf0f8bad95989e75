/** Durable writes for the keys of a company's account, requested by its members. Rules: newsroom.md §2.2. */

import { defineFollower, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { Mode, Role } from '../../kernel/principal.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { type NewAccount, openAccount } from '../../ledger/accounts/accounts-writes.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';
import { keyReplaced, rootKeyIssued, subKeysEnded } from '../../ledger/keys/key-events.ts';
import {
  addSubKey,
  insertKey,
  type NewSubKeyRow,
  replaceKey,
  requireLiveKey,
  revokeAllSubKeys,
  type StoredKey,
} from '../../ledger/keys/keys-writes.ts';
import type { ApiKeyRow } from '../../ledger/tables.ts';
import { findKeyMaker, findLiveKey, isMakerPresent } from '../reads.ts';
import { cutAccountName, lockCompany } from '../sign-in/sign-in-writes.ts';
import { numberKey, numberRootKey, numberSuccessor } from './key-number-writes.ts';

/** A member who asks in a session; tested again where it counts. */
export interface ActingMember extends AuditActor {
  companyId: string;
  accountId: string;
  userId: number;
}

async function requireRole(
  { db }: Tx,
  { companyId, userId }: Pick<ActingMember, 'companyId' | 'userId'>,
): Promise<Role> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new FareboxError('UNAUTHENTICATED');
  return row.role;
}

export interface CreateCompanyKeyInput extends Omit<NewSubKeyRow, 'accountId'> {
  member: ActingMember;
  /** Of which of the company's accounts. */
  mode: Mode;
  /** The terms of the company's test account, should the key be the first of it. */
  testAccount: TestAccountTerms;
}

export type TestAccountTerms = Pick<NewAccount, 'agentId' | 'welcomeMicros'>;

export interface CreatedCompanyKey {
  id: number;
  key: ApiKeyRow;
  role: Role;
}

/** Makes an API key of the company's live or test account. CONFLICT when that has too many. */
export const createCompanyKey = defineWrite(
  'company-keys.createCompanyKey',
  async (ctx: Tx, input: CreateCompanyKeyInput): Promise<CreatedCompanyKey> => {
    const { member, mode, testAccount } = input;
    const { companyId, userId } = member;
    const accountId = mode === 'live' ? member.accountId : await ensureTestAccount(ctx, companyId, testAccount);
    await lockAccount(ctx, accountId);
    const role = await requireRole(ctx, member);
    const key = await addSubKey(ctx, { ...input, accountId }, member);
    const id = await numberKey(ctx, { company_id: companyId, key_id: key.id, kind: 'key', created_by: userId });
    return { id, key, role };
  },
);

/** The id of the company's account for test money, which is made when it is first needed. */
async function ensureTestAccount(ctx: Tx, companyId: string, terms: TestAccountTerms): Promise<string> {
  const { name, test_account_id: testAccountId } = await lockCompany(ctx, companyId);
  if (testAccountId !== null) return testAccountId;
  const { agentId } = terms;
  await openAccount(ctx, { ...terms, name: cutAccountName(name), mode: 'test', welcomeMicrosPerDay: 0 });
  await ctx.db.updateTable('companies').set({ test_account_id: agentId }).where('id', '=', companyId).execute();
  return agentId;
}

export interface RevokeCompanyKeyInput extends AuditActor {
  companyId: string;
  /** The company's number of the key, or what the gateway calls it, which is never a root key's. */
  key: { number: number } | { lineage: string };
  /** The key or the member that asks. */
  by: { keyId: string; accountId: string } | { userId: number };
}

export interface RevokedCompanyKey {
  id: number;
  keyId: string;
  revokedAtMs: number;
}

/** Ends a key, be it a root key or a grant. NOT_FOUND for one that is not the company's or has ended. */
export const revokeCompanyKey = defineWrite(
  'company-keys.revokeCompanyKey',
  async (ctx: Tx, input: RevokeCompanyKeyInput): Promise<RevokedCompanyKey> => {
    const { companyId, key, by, actor, ipPrefix } = input;
    const { db, nowMs } = ctx;
    const row = await findLiveKey(db, companyId, key);
    if (!row) throw createNoKeyError();
    const { account_id: accountId, lineage } = row;
    await lockAccount(ctx, accountId);
    await ('keyId' in by ? requireManager(ctx, by) : requireRole(ctx, { companyId, ...by }));
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set({ revoked_at: nowMs })
      .where('id', '=', row.key_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw createNoKeyError();
    await audit(ctx, { actor, ipPrefix, action: 'key.revoke', subject: accountId, details: { lineage } });
    return { id: row.id, keyId: lineage, revokedAtMs: nowMs };
  },
  { forgets: 'keys' },
);

const createNoKeyError = (): FareboxError => new FareboxError('NOT_FOUND', { message: 'API key not found' });

/** The key that asks, as long as it lives and whoever made it is there. */
async function requireManager(ctx: Tx, { accountId, keyId }: { accountId: string; keyId: string }): Promise<void> {
  await requireLiveKey(ctx, accountId, keyId);
  await assertMakerPresent(ctx, keyId);
}

/** Throws `owner_required` for a company's key whose maker has left. */
async function assertMakerPresent({ db }: Tx, keyId: string): Promise<void> {
  const maker = await findKeyMaker(db, keyId);
  if (maker && !isMakerPresent(maker)) throw createReasonError('owner_required');
}

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
    if (id === null) throw new FareboxError('NOT_FOUND', { message: 'This account does not belong to a company.' });
    const revokedSubKeys = revokeSubKeys ? await revokeAllSubKeys(ctx, accountId, null) : 0;
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

/** The key of somebody who has left ends no others. */
export const guardSubKeys = defineFollower(subKeysEnded, async (tx, { actingKeyId }) => {
  if (actingKeyId !== null) await assertMakerPresent(tx, actingKeyId);
});
