/** Durable changes of companies: their own facts, who belongs to them, who is signed in. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../database/batches/finished-writes.ts';
import { defineEvent, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { nameAccount } from '../../ledger/accounts/account-names.ts';
import { findAccountById } from '../../ledger/accounts/account-queries.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';
import { findUserByAddress, isOwnAddress, listLiveKeysMadeBy } from '../reads.ts';
import { lockCompany } from '../sign-in/sign-in-writes.ts';
import type { CompanyRow, InvitationRow } from '../tables.ts';

const INVITATION_MS = 7 * 86_400_000;

type Changeable =
  | 'name'
  | 'name_en'
  | 'domain'
  | 'timezone'
  | 'sender_name'
  | 'sender_email'
  | 'sender_postal_address'
  | 'sender_reply_to'
  | 'individual_tracking'
  | 'requires_approval'
  | 'prtimes_company_id';

/** Undefined fields are left unchanged. */
export type CompanyChanges = { [K in Changeable]?: CompanyRow[K] | undefined };

/** Another sender address, which nobody has verified yet. */
export const senderChanged = defineEvent<{ companyId: string }>('companies.senderChanged');

export const updateCompany = defineWrite(
  'companies.updateCompany',
  async (ctx: Tx, { companyId, changes }: { companyId: string; changes: CompanyChanges }): Promise<CompanyRow> => {
    const company = await lockCompany(ctx, companyId);
    const { sender_email: sender } = changes;
    if (sender !== undefined && sender !== company.sender_email) await changeSender(ctx, companyId, sender);
    const replyTo = changes.sender_reply_to ?? null;
    const isNew = replyTo !== null && replyTo !== company.sender_reply_to;
    if (isNew && !(await isOwnAddress(ctx.db, await lockCompany(ctx, companyId), replyTo)))
      throw createInvalidInputError([{ path: 'sender.reply_to', message: "Must be a member's address" }]);
    if (changes.name !== undefined) {
      const account = await findAccountById(ctx.db, company.account_id);
      await nameAccount(ctx, company.account_id, [account?.name ?? '', changes.name]);
    }
    return await ctx.db
      .updateTable('companies')
      .set(changes)
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();
  },
);

/** Nobody has verified the new address yet. */
async function changeSender(ctx: Tx, companyId: string, sender: string | null): Promise<void> {
  const changes = { sender_email: sender, sender_verified: 0 as const };
  await ctx.db.updateTable('companies').set(changes).where('id', '=', companyId).execute();
  await ctx.tell(senderChanged, { companyId });
}

export interface InviteInput {
  companyId: string;
  invitedBy: number | null;
  email: string;
  emailNorm: string;
  /** Members and open invitations that the company's plan allows. */
  membersMax: number;
  /** Absent without an idempotency key, and where a key of the account has claimed it already. */
  claim?: WriteClaim;
}

/** Invites an address, or renews its invitation. Throws `already_member` and `plan_limit`. */
export const inviteMember = defineWrite(
  'companies.inviteMember',
  (ctx: Tx, input: InviteInput): Promise<FinishedWrite<InvitationRow>> =>
    writeOnce(ctx, input.claim, () => invite(ctx, input)),
);

async function invite(ctx: Tx, input: InviteInput): Promise<InvitationRow> {
  const { companyId, invitedBy, email, emailNorm, membersMax } = input;
  const { db, nowMs } = ctx;
  await lockCompany(ctx, companyId);
  const user = await findUserByAddress(db, emailNorm);
  if (user && (await findRole(ctx, companyId, user.id)) !== null) throw createReasonError('already_member');
  if ((await countSeatsTaken(ctx, companyId, emailNorm)) >= membersMax) {
    throw createReasonError('plan_limit', { details: { limit: membersMax } });
  }
  const changes = { email, invited_by: invitedBy, invited_at: nowMs, expires_at: nowMs + INVITATION_MS };
  const row: InvitationRow = { company_id: companyId, email_norm: emailNorm, ...changes };
  await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'email_norm']).doUpdateSet(changes))
    .execute();
  return row;
}

/** Members, and open invitations of others than this address. */
async function countSeatsTaken({ db, nowMs }: Tx, companyId: string, emailNorm: string): Promise<number> {
  const count = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('taken'))
    .where('company_id', '=', companyId)
    .unionAll(
      db
        .selectFrom('invitations')
        .select((eb) => eb.fn.countAll<number>().as('taken'))
        .where('company_id', '=', companyId)
        .where('email_norm', '!=', emailNorm)
        .where('expires_at', '>', nowMs),
    )
    .execute();
  return count.reduce((sum, { taken }) => sum + Number(taken), 0);
}

async function findRole({ db }: Tx, companyId: string, userId: number): Promise<'admin' | 'member' | null> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

export interface RemoveMemberInput extends AuditActor {
  companyId: string;
  emailNorm: string;
  /** Who removes; null for a key that nobody of the company has made. */
  byUserId: number | null;
  /** The keys that they have made, root key and grants included, go on working. */
  keepsKeys: boolean;
}

export interface RemovedMember {
  email: string;
  sessionsEnded: number;
  /** Keys they made that worked until now. */
  keys: { id: number; name: string }[];
}

/** Ends a membership with its sessions and keys, or an invitation. NOT_FOUND, `cannot_remove_self`, `last_admin`. */
export const removeMember = defineWrite(
  'companies.removeMember',
  async (ctx: Tx, input: RemoveMemberInput): Promise<RemovedMember> => {
    const { companyId, emailNorm, byUserId, keepsKeys, actor, ipPrefix } = input;
    const { db } = ctx;
    const company = await lockCompany(ctx, companyId);
    const user = await findUserByAddress(db, emailNorm);
    const role = user ? await findRole(ctx, companyId, user.id) : null;
    if (!user || role === null) return await withdrawInvitation(ctx, companyId, emailNorm);
    if (user.id === byUserId) throw createReasonError('cannot_remove_self');
    if (role === 'admin' && (await countAdmins(ctx, companyId)) === 1) throw createReasonError('last_admin');
    // Whoever makes a key holds its account: none can come between the list and the end of the membership.
    for (const id of listAccounts(company)) await lockAccount(ctx, id);
    await db.deleteFrom('memberships').where('company_id', '=', companyId).where('user_id', '=', user.id).execute();
    const sessionsEnded = await endSessions(ctx, companyId, user.id);
    const keys = await listLiveKeysMadeBy(db, companyId, user.id, ctx.nowMs);
    if (!keepsKeys && keys.length > 0) await endKeys(ctx, keys);
    const details = { email: user.email, keys: keys.map(({ id }) => id), keepsKeys };
    await audit(ctx, { actor, ipPrefix, action: 'member.remove', subject: company.account_id, details });
    return { email: user.email, sessionsEnded, keys: keys.map(({ id, name }) => ({ id, name })) };
  },
  { forgets: 'keys' },
);

/** In the order in which they are locked. */
const listAccounts = ({ account_id, test_account_id }: CompanyRow): string[] =>
  (test_account_id === null ? [account_id] : [account_id, test_account_id]).sort();

async function endKeys({ db, nowMs }: Tx, keys: readonly { key_id: string }[]): Promise<void> {
  const ids = keys.map(({ key_id }) => key_id);
  await db.updateTable('api_keys').set({ revoked_at: nowMs }).where('id', 'in', ids).execute();
}

async function withdrawInvitation({ db, nowMs }: Tx, companyId: string, emailNorm: string): Promise<RemovedMember> {
  const row = await db
    .deleteFrom('invitations')
    .where('company_id', '=', companyId)
    .where('email_norm', '=', emailNorm)
    .where('expires_at', '>', nowMs)
    .returning('email')
    .executeTakeFirst();
  if (!row) throw new FareboxError('NOT_FOUND', { message: 'Member not found' });
  return { email: row.email, sessionsEnded: 0, keys: [] };
}

async function countAdmins({ db }: Tx, companyId: string): Promise<number> {
  const { admins } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where('company_id', '=', companyId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return Number(admins);
}

/** Returns the number of sessions that were still open. */
async function endSessions({ db, nowMs }: Tx, companyId: string, userId: number): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > nowMs).length;
}

/** Ends one session; `ended` is false when it had ended before. */
export const endSession = defineWrite(
  'companies.endSession',
  async ({ db, nowMs }: Tx, { sessionId }: { sessionId: string }): Promise<{ ended: boolean }> => {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ ended_at: nowMs })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return { ended: Number(numUpdatedRows) > 0 };
  },
);
