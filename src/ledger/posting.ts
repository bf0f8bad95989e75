/** One transfer of a named operation: the account's row, the transfer and the other side's rollup move together. */

import { sql } from 'kysely';
import type { Tx } from '../database/types.ts';
import { createTimeOrderedId } from '../lib/ids.ts';
import { type Micros, toExact } from '../lib/money.ts';
import type { AccountRow, DepositSource, SystemAccount } from './tables.ts';
import { takeTransferNumber } from './transfer-numbers.ts';

export interface Posting {
  /** A reversal takes back (a part of) a deposit, or undoes such a taking. */
  kind: 'deposit' | 'reversal';
  source: DepositSource;
  /** The other side. */
  counter: SystemAccount;
  /** Into the caller's account, or out of it. */
  direction: 'in' | 'out';
  /** Above 0. */
  amount: Micros;
  reason: string | null;
  /** Default: a new one. */
  transferId?: string;
}

/** The account as it is afterwards. The caller has locked it, or made it in the same transaction. */
export async function postTransfer(ctx: Tx, account: AccountRow, posting: Posting): Promise<AccountRow> {
  const { kind, source, counter, direction, amount, reason } = posting;
  const signed = direction === 'in' ? amount : -amount;
  const isWelcome = source === 'welcome';
  const n = await takeTransferNumber(ctx);
  const moved = {
    balance: toExact(account.balance + signed),
    transfer_seq: account.transfer_seq + 1,
    last_transfer: n,
    welcomed: account.welcomed + (isWelcome ? signed : 0),
    deposited: account.deposited + (isWelcome ? 0 : signed),
  };
  await ctx.db.updateTable('accounts').set(moved).where('id', '=', account.id).execute();
  await ctx.db
    .insertInto('transfers')
    .values({
      n,
      account_id: account.id,
      seq: moved.transfer_seq,
      prev: account.last_transfer,
      id: posting.transferId ?? createTimeOrderedId('tr_', ctx.nowMs),
      mode: account.mode,
      kind,
      source,
      counter,
      amount: signed,
      balance_after: moved.balance,
      call_id: null,
      reason,
      lineage: null,
      lineage_prev: null,
      at: ctx.nowMs,
    })
    .execute();
  await bookSystem(
    ctx,
    account,
    counter,
    direction === 'in' ? { debit: amount, credit: 0 } : { debit: 0, credit: amount },
  );
  return { ...account, ...moved };
}

/** Adds to a system account's day. */
export async function bookSystem(
  ctx: Tx,
  { mode }: AccountRow,
  account: SystemAccount,
  { debit, credit }: { debit: Micros; credit: Micros },
): Promise<void> {
  await ctx.db
    .insertInto('system_daily')
    .values({ mode, account, day: ctx.day, shard: ctx.shard, debit, credit })
    .onConflict((conflict) =>
      conflict.columns(['mode', 'account', 'day', 'shard']).doUpdateSet((eb) => ({
        debit: eb('system_daily.debit', '+', eb.ref('excluded.debit')),
        credit: eb('system_daily.credit', '+', eb.ref('excluded.credit')),
      })),
    )
    .execute();
}

export const formatReceivable = (accountId: string): SystemAccount => `receivable:${accountId}`;

/** Debt of the account: refunds and disputes that its balance did not cover, less later payments. */
export async function readDebt(ctx: Pick<Tx, 'db'>, { id, mode }: Pick<AccountRow, 'id' | 'mode'>): Promise<Micros> {
  const { owed } = await ctx.db
    .selectFrom('system_daily')
    .select(sql<number | string | null>`sum(debit - credit)`.as('owed'))
    .where('mode', '=', mode)
    .where('account', '=', formatReceivable(id))
    .executeTakeFirstOrThrow();
  return toExact(Number(owed ?? 0));
}

/** Pays what the account owes from `amount` that it has just got. */
export async function payDebt(ctx: Tx, account: AccountRow, amount: Micros): Promise<AccountRow> {
  const paid = Math.min(await readDebt(ctx, account), amount);
  if (paid <= 0) return account;
  return postTransfer(ctx, account, {
    kind: 'reversal',
    source: 'card',
    counter: formatReceivable(account.id),
    direction: 'out',
    amount: paid,
    reason: 'debt paid',
  });
}
