/**
 * Notes what the provider reported about refunds and disputes of a payment, so that the result is the same in every order
 * of its events. The caller has locked the payment.
 */
import type { Tx } from '../../database/types.ts';
import { MICROS_PER_CENT, type Micros } from '../../lib/money.ts';
import type { DisputeUpdate, RefundUpdate } from '../../providers/stripe-events.ts';
import type { PaymentRow } from './payment-tables.ts';

/** Returns the ids of refunds that were not known to have failed. */
export async function noteRefunds(ctx: Tx, { mode, id: paymentId }: PaymentRow, news: RefundUpdate): Promise<string[]> {
  if (news.isComplete)
    await ctx.db.deleteFrom('refund_totals').where('mode', '=', mode).where('payment_id', '=', paymentId).execute();
  if (news.refundedMinor !== null) {
    await ctx.db
      .insertInto('refund_totals')
      .values({ mode, payment_id: paymentId, at: news.atMs, amount: news.refundedMinor * MICROS_PER_CENT })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const failed: string[] = [];
  for (const { id, amountMinor, hasFailed } of news.refunds) {
    const before = await ctx.db
      .selectFrom('refunds')
      .select('failed_at')
      .where('mode', '=', mode)
      .where('id', '=', id)
      .executeTakeFirst();
    const failedAts = [before?.failed_at, hasFailed ? news.atMs : null].filter((at) => at != null);
    const failed_at = failedAts.length === 0 ? null : Math.min(...failedAts);
    if (hasFailed && before?.failed_at == null) failed.push(id);
    const row = { mode, id, payment_id: paymentId, amount: amountMinor * MICROS_PER_CENT, failed_at, at: ctx.nowMs };
    await ctx.db
      .insertInto('refunds')
      .values(row)
      .onConflict((conflict) => conflict.columns(['mode', 'id']).doUpdateSet({ failed_at }))
      .execute();
  }
  return failed;
}

/**
 * Total of refunds. Single refunds are exact, but their events may be missing. A reported total leaves out refunds that
 * had failed before; with those added back totals only grow, and later failures are subtracted from the largest.
 */
export async function sumRefunds({ db }: Tx, { mode, id }: PaymentRow): Promise<Micros> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['amount', 'failed_at'])
    .where('payment_id', '=', id)
    .where('mode', '=', mode)
    .execute();
  const totals = await db
    .selectFrom('refund_totals')
    .select(['amount', 'at'])
    .where('payment_id', '=', id)
    .where('mode', '=', mode)
    .execute();
  const sum = (rows: readonly { amount: Micros }[]): Micros => rows.reduce((total, { amount }) => total + amount, 0);
  const failed = refunds.filter(({ failed_at }) => failed_at !== null);
  const gross = totals.map(({ amount, at }) => amount + sum(failed.filter(({ failed_at }) => Number(failed_at) < at)));
  const known = sum(refunds) - sum(failed);
  return Math.max(known, ...gross.map((total) => total - sum(failed)));
}

/** Whether this is newer than what was known, and says something else. */
export async function noteDispute(ctx: Tx, { mode, id: paymentId }: PaymentRow, news: DisputeUpdate): Promise<boolean> {
  const before = await ctx.db
    .selectFrom('disputes')
    .selectAll()
    .where('mode', '=', mode)
    .where('id', '=', news.disputeId)
    .executeTakeFirst();
  if (news.state === 'inquiry') return before === undefined;
  if (before && !isLater(news, before)) return false;
  const { state, atMs: told_at, rank: told_rank } = news;
  const withheld = news.withheldMinor * MICROS_PER_CENT;
  const told = { amount: news.amountMinor * MICROS_PER_CENT, state, withheld, told_at, told_rank };
  await ctx.db
    .insertInto('disputes')
    .values({ mode, id: news.disputeId, payment_id: paymentId, at: ctx.nowMs, ...told })
    .onConflict((conflict) => conflict.columns(['mode', 'id']).doUpdateSet(told))
    .execute();
  return before === undefined ? state !== 'won' : before.state !== state || before.withheld !== withheld;
}

const MONEY_RANK = 10;

function isLater(news: DisputeUpdate, row: { told_at: number; told_rank: number }): boolean {
  const isMoney = news.rank >= MONEY_RANK;
  if (isMoney !== row.told_rank >= MONEY_RANK) return isMoney;
  return news.atMs === row.told_at ? news.rank > row.told_rank : news.atMs > row.told_at;
}

/** Failed refunds and disputes that were reported before the payment itself. */
export async function listTrouble({ db }: Tx, { mode, id }: PaymentRow): Promise<string[]> {
  const failed = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', id)
    .where('mode', '=', mode)
    .where('failed_at', 'is not', null)
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('payment_id', '=', id)
    .where('mode', '=', mode)
    .where('state', '<>', 'won')
    .execute();
  const refunds = failed.map((refund) => `the failed refund ${refund.id}`);
  return [...refunds, ...disputes.map((dispute) => `the dispute ${dispute.id} (${dispute.state})`)];
}
