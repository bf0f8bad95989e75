/** Durable changes of invites: made by operators, used by the accounts of those who were invited. */

import { defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { credit } from '../../ledger/accounts/deposits-writes.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';
import type { AccountRow } from '../../ledger/tables.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Micros } from '../../lib/money.ts';
import type { InviteRow } from './invite-tables.ts';
import { createInviteError, readInviteState } from './invite-types.ts';

export interface CreateInviteInput extends AuditActor {
  id: string;
  codeHash: string;
  uses: number;
  days: number;
  grantMicros: Micros;
}

export const createInvite = defineWrite(
  'invites.createInvite',
  async (ctx: Tx, input: CreateInviteInput): Promise<{ expiresAtMs: number }> => {
    const { id, codeHash, uses, days, grantMicros, actor, ipPrefix } = input;
    const expiresAtMs = ctx.nowMs + days * DAY_MS;
    await ctx.db
      .insertInto('invites')
      .values({
        id,
        code_hash: codeHash,
        uses,
        used: 0,
        grant_amount: grantMicros,
        created_by: actor,
        created_at: ctx.nowMs,
        expires_at: expiresAtMs,
      })
      .execute();
    const details = { uses, days, grantMicros };
    await audit(ctx, { actor, ipPrefix, action: 'invite.create', subject: id, details });
    return { expiresAtMs };
  },
);

/** It expires now; whoever has used it keeps what they got. */
export const revokeInvite = defineWrite(
  'invites.revokeInvite',
  async (ctx: Tx, { id, actor, ipPrefix }: AuditActor & { id: string }): Promise<{ changed: boolean }> => {
    const query = ctx.db.selectFrom('invites').selectAll().where('id', '=', id);
    const invite = await lockRows(ctx, query).executeTakeFirst();
    if (!invite) throw new FareboxError('NOT_FOUND', { message: 'Invite not found.' });
    if (readInviteState(invite, ctx.nowMs) !== 'open') return { changed: false };
    await ctx.db.updateTable('invites').set({ expires_at: ctx.nowMs }).where('id', '=', id).execute();
    await audit(ctx, { actor, ipPrefix, action: 'invite.revoke', subject: id, details: { used: invite.used } });
    return { changed: true };
  },
);

export interface RedeemedInvite {
  /** False when the account had used this invite before: nothing changed then. */
  isNew: boolean;
  /** Credited now; 0 for an invite without a grant and for a repeat. */
  grantMicros: Micros;
  balanceMicros: Micros;
}

/** The invite's row, locked until the operation ends: its uses are counted one after another. Locked before any account. */
export async function lockInvite(tx: Tx, codeHash: string): Promise<InviteRow> {
  const { db } = tx;
  const query = db.selectFrom('invites').selectAll().where('code_hash', '=', codeHash);
  const invite = await lockRows(tx, query).executeTakeFirst();
  if (!invite) throw createInviteError('unknown');
  return invite;
}

/** Throws `inviteFault` for an invite that is over. */
export function assertOpen(invite: InviteRow, nowMs: number): void {
  const state = readInviteState(invite, nowMs);
  if (state !== 'open') throw createInviteError(state);
}

/**
 * Takes one use for the account and credits its grant, once for each account. The account is locked, or was made in this
 * transaction. Throws `inviteFault`.
 */
export async function useInvite(ctx: Tx, invite: InviteRow, account: AccountRow): Promise<RedeemedInvite> {
  const { db, nowMs } = ctx;
  const use = { invite_id: invite.id, account_id: account.id, at: nowMs };
  const added = await db
    .insertInto('invite_uses')
    .values(use)
    .onConflict((conflict) => conflict.columns(['invite_id', 'account_id']).doNothing())
    .returning('at')
    .executeTakeFirst();
  if (!added) return { isNew: false, grantMicros: 0, balanceMicros: account.balance };
  assertOpen(invite, nowMs);
  await db
    .updateTable('invites')
    .set({ used: invite.used + 1 })
    .where('id', '=', invite.id)
    .execute();
  const grantMicros = invite.grant_amount;
  if (grantMicros === 0) return { isNew: true, grantMicros, balanceMicros: account.balance };
  const { balanceMicros } = await credit(ctx, account, {
    accountId: account.id,
    mode: account.mode,
    amountMicros: grantMicros,
    source: 'grant',
    externalId: `invite:${invite.id}:${account.id}`,
    reason: 'invite',
  });
  return { isNew: true, grantMicros, balanceMicros };
}
