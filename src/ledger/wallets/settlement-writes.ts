/** Books how a settlement ended, in one write with the end of its payment. */
import { definePurge, defineWrite } from '../../database/define.ts';
import { lockFreeRows, lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError, toErrorObject } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import { lockAccount } from '../account-lock.ts';
import { credit } from '../accounts/deposits-writes.ts';
import { REPLAY_MS } from '../operations.ts';
import type { AccountRow } from '../tables.ts';
import { freeKey, settleKey } from './idempotency-keys.ts';
import { bookPaidCall, formatDepositId, noteFailedCall } from './paid-call.ts';
import type { WalletPaymentRow } from './tables.ts';
import { refundWalletTask } from './wallet-tasks.ts';

export interface SettledInput {
  id: string;
  transaction: string;
}

/** Deposit, charge, call and payment together; a payment that has ended before stays as it is. */
export const bookSettlement = defineWrite('wallets.settle', async (tx: Tx, input: SettledInput): Promise<null> => {
  const account = await lockAccountOf(tx, input.id);
  const payment = await lockAnswered(tx, input.id);
  if (!payment) return null;
  const call_id = await bookPaidCall(tx, account, payment);
  await settleKey(tx, payment);
  const { transaction } = input;
  await end(tx, payment.id, { state: 'settled', transaction_hash: transaction, call_id });
  return null;
});

/** A deposit: the payment and its credit together. What the account owes is paid first. */
export const bookWalletDeposit = defineWrite(
  'wallets.settleDeposit',
  async (tx: Tx, input: SettledInput): Promise<null> => {
    const account = await lockAccountOf(tx, input.id);
    const payment = await lockAnswered(tx, input.id);
    if (!payment) return null;
    const { id, mode, amount: amountMicros } = payment;
    const externalId = formatDepositId(id);
    await credit(tx, account, { accountId: account.id, mode, amountMicros, source: 'wallet', externalId });
    await settleKey(tx, payment);
    await end(tx, id, { state: 'settled', transaction_hash: input.transaction });
    return null;
  },
  { forgets: 'keys' },
);

export interface RefusedInput {
  id: string;
  reason: string;
  /** The operator should look: what the facilitator said that can't be. */
  alert: string | null;
}

/** The money did not come: no answer leaves, and the operator bears what the call cost. */
export const failSettlement = defineWrite('wallets.fail', async (tx: Tx, input: RefusedInput): Promise<null> => {
  await lockAccountOf(tx, input.id);
  const payment = await lockAnswered(tx, input.id);
  if (!payment) return null;
  await refundWalletTask(tx, payment);
  await freeKey(tx, payment);
  const failure = JSON.stringify(toErrorObject(new FareboxError('PAYMENT_REQUIRED')));
  const isCall = payment.purpose === 'call';
  const call_id = isCall ? await noteFailedCall(tx, payment, { reason: 'payment_failed', failure }) : null;
  await end(tx, payment.id, { state: 'failed', reason: input.reason, call_id, answer: null });
  if (input.alert !== null) await noteAlert(tx, payment, input.alert);
  return null;
});

/** Before the payment, in the order of every write. */
async function lockAccountOf(tx: Tx, id: string): Promise<AccountRow> {
  const query = tx.db.selectFrom('wallet_payments').select('account_id').where('id', '=', id);
  return await lockAccount(tx, (await query.executeTakeFirstOrThrow()).account_id);
}

async function lockAnswered(tx: Tx, id: string): Promise<WalletPaymentRow | undefined> {
  const query = tx.db.selectFrom('wallet_payments').selectAll().where('id', '=', id).where('state', '=', 'answered');
  return await lockRows(tx, query).executeTakeFirst();
}

async function end({ db, nowMs }: Tx, id: string, changes: Partial<WalletPaymentRow>): Promise<void> {
  await db
    .updateTable('wallet_payments')
    .set({ ...changes, payment: null, next_at: null, ended_at: nowMs })
    .where('id', '=', id)
    .execute();
}

/** Beside those of card payments, where operators look. */
async function noteAlert(
  { db, nowMs }: Tx,
  { id, mode }: Pick<WalletPaymentRow, 'id' | 'mode'>,
  outcome: string,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({ mode, id, type: 'x402', state: 'done', outcome, digest: null, tries: 1, alert: 1, at: nowMs })
    .onConflict((conflict) => conflict.columns(['mode', 'id']).doUpdateSet({ outcome, at: nowMs }))
    .execute();
}

/** Verdict of the facilitator before a call: kept as one event, the newest. */
export const noteFalseVerification = defineWrite(
  'wallets.noteFalseVerification',
  async (tx: Tx, { mode, outcome }: { mode: Mode; outcome: string }): Promise<null> => {
    await noteAlert(tx, { id: 'x402:verify', mode }, outcome);
    return null;
  },
);

/** Asked again after so long: doubled each time. */
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 5 * 60_000;

/** Nobody knows whether it was settled: it is asked again later. */
export const postponeSettlement = defineWrite(
  'wallets.postpone',
  async (tx: Tx, { id }: { id: string }): Promise<null> => {
    const payment = await lockAnswered(tx, id);
    if (!payment) return null;
    const pauseMs = Math.min(PAUSE_MS_MIN * 2 ** Math.min(payment.attempts - 1, 20), PAUSE_MS_MAX);
    await tx.db
      .updateTable('wallet_payments')
      .set({ next_at: tx.nowMs + pauseMs })
      .where('id', '=', id)
      .execute();
    return null;
  },
);

/** Payments whose settlement is asked for now, by this instance alone for so long. */
export const takeDueSettlements = defineWrite(
  'wallets.takeDue',
  async (tx: Tx, { most, leaseMs }: { most: number; leaseMs: number }): Promise<WalletPaymentRow[]> => {
    const query = tx.db
      .selectFrom('wallet_payments')
      .selectAll()
      .where('state', '=', 'answered')
      .where('next_at', '<=', tx.nowMs)
      .orderBy('next_at')
      .limit(most);
    const due = await lockFreeRows(tx, query).execute();
    for (const { id, attempts } of due) {
      const taken = { next_at: tx.nowMs + leaseMs, attempts: attempts + 1 };
      await tx.db.updateTable('wallet_payments').set(taken).where('id', '=', id).execute();
    }
    return due.map((payment) => ({ ...payment, answer: null }));
  },
);

const PURGED_MAX = 200;

/** Answers are kept for a day after their payment ended. */
export const purgePaidAnswers = definePurge('answers of wallets', async ({ db, nowMs }) => {
  const due = db
    .selectFrom('wallet_payments')
    .select('id')
    .where('answer', 'is not', null)
    .where('ended_at', '<=', nowMs - REPLAY_MS)
    .limit(PURGED_MAX);
  const { numUpdatedRows } = await db
    .updateTable('wallet_payments')
    .set({ answer: null })
    .where('id', 'in', due)
    .executeTakeFirst();
  return Number(numUpdatedRows);
});
