/**
 * Suspensions because of a debt or dispute, and when they end automatically. An operator's decision takes precedence.
 */
import type { Tx } from '../../database/types.ts';
import { audit } from '../audit.ts';
import { readDebt } from '../posting.ts';
import type { AccountRow } from '../tables.ts';

const ACTOR = 'payments';

/** Suspends the account for a debt or dispute; one that is not active stays as it is. */
export async function holdAccount(ctx: Tx, account: AccountRow, reason: string): Promise<AccountRow> {
  if (account.status !== 'active') return account;
  await ctx.db.insertInto('payment_holds').values({ account_id: account.id, at: ctx.nowMs }).execute();
  return setStatus(ctx, account, 'suspended', reason);
}

/** Ends a hold of ours once nothing is owed and no dispute stands against the account. */
export async function liftHold(ctx: Tx, account: AccountRow, reason: string): Promise<AccountRow> {
  if (account.status !== 'suspended' || !(await isHeld(ctx, account.id))) return account;
  if ((await readDebt(ctx, account)) > 0 || (await hasDispute(ctx, account.id))) return account;
  await forgetHold(ctx, account.id);
  return setStatus(ctx, account, 'active', reason);
}

export async function isHeld({ db }: Pick<Tx, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_holds')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetHold({ db }: Pick<Tx, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('payment_holds').where('account_id', '=', accountId).execute();
}

/** A lost dispute keeps the account suspended until its operator decides. */
async function hasDispute({ db }: Tx, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes as d')
    .innerJoin('payments as p', (join) => join.onRef('p.id', '=', 'd.payment_id').onRef('p.mode', '=', 'd.mode'))
    .select('d.id')
    .where('p.account_id', '=', accountId)
    .where('d.withheld', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function setStatus(
  ctx: Tx,
  account: AccountRow,
  status: 'active' | 'suspended',
  reason: string,
): Promise<AccountRow> {
  await ctx.db.updateTable('accounts').set({ status }).where('id', '=', account.id).execute();
  const action = status === 'active' ? 'account.activate' : 'account.suspend';
  await audit(ctx, { actor: ACTOR, action, subject: account.id, details: { before: account.status, reason } });
  return { ...account, status };
}
