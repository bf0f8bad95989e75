/**
 * Updates an account for one of its payments: takes back refunded or disputed amounts, and returns them after a failed
 * refund or a won dispute.
 */
import type { Tx } from '../../database/types.ts';
import type { Micros } from '../../lib/money.ts';
import { lockAccount } from '../account-lock.ts';
import { holdAccount, liftHold } from '../accounts/holds.ts';
import { formatReceivable, payDebt, postTransfer } from '../posting.ts';
import type { AccountRow } from '../tables.ts';
import type { PaymentRow } from './payment-tables.ts';

export type TakeBackReason = 'refunded' | 'disputed';

/**
 * Moves the difference between what is to be taken back and what was; returns it (negative: given back). The caller has
 * locked the payment. `news`: what was just heard of; default: what was heard before the payment itself.
 */
export async function settlePayment(ctx: Tx, payment: PaymentRow, news?: TakeBackReason): Promise<Micros> {
  if (payment.account_id === null) return 0;
  const account = await lockAccount(ctx, payment.account_id);
  const held = await sumDisputes(ctx, payment);
  const why = news ?? (held > 0 ? 'disputed' : 'refunded');
  const due = Math.min(payment.amount, payment.refunded + held);
  const change = due - payment.taken;
  if (change !== 0) {
    await ctx.db
      .updateTable('payments')
      .set({ taken: due })
      .where('mode', '=', payment.mode)
      .where('id', '=', payment.id)
      .execute();
  }
  if (change > 0) await takeBack(ctx, account, change, why);
  else if (change < 0) await giveBack(ctx, account, -change, why);
  else await liftHold(ctx, account, 'no dispute stands any more');
  return change;
}

/** Total that the provider withholds for disputes. */
async function sumDisputes({ db }: Tx, { mode, id }: PaymentRow): Promise<Micros> {
  const rows = await db
    .selectFrom('disputes')
    .select('withheld')
    .where('payment_id', '=', id)
    .where('mode', '=', mode)
    .execute();
  return rows.reduce((sum, { withheld }) => sum + withheld, 0);
}

/** From the balance as far as it goes; the rest is owed, and the account is suspended until that is paid. */
async function takeBack(ctx: Tx, account: AccountRow, amount: Micros, why: TakeBackReason): Promise<void> {
  const short = Math.max(0, amount - account.balance);
  let now = account;
  if (short > 0) {
    now = await postTransfer(ctx, now, {
      kind: 'reversal',
      source: 'card',
      counter: formatReceivable(account.id),
      direction: 'in',
      amount: short,
      reason: 'owed',
    });
  }
  now = await postTransfer(ctx, now, {
    kind: 'reversal',
    source: 'card',
    counter: 'deposits',
    direction: 'out',
    amount,
    reason: why,
  });
  if (short > 0 || why === 'disputed') await holdAccount(ctx, now, why);
}

async function giveBack(ctx: Tx, account: AccountRow, amount: Micros, why: TakeBackReason): Promise<void> {
  const reason = why === 'refunded' ? 'refund failed' : 'dispute won';
  const credited = await postTransfer(ctx, account, {
    kind: 'reversal',
    source: 'card',
    counter: 'deposits',
    direction: 'in',
    amount,
    reason,
  });
  const paid = await payDebt(ctx, credited, amount);
  await liftHold(ctx, paid, reason);
}
