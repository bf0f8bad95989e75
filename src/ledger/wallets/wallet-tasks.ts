/** Tasks of wallets: reserved with the claim of a payment, given back when it is not settled. */
import type { Tx } from '../../database/types.ts';
import type { CallTask, OpenRefusal } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { toExact } from '../../lib/money.ts';
import { lockAccount } from '../account-lock.ts';
import { findTaskRefusal } from '../tasks.ts';
import type { WalletPaymentRow } from './tables.ts';

interface TaskCharge {
  accountId: string;
  mode: Mode;
  amount: number;
  task: CallTask | null;
}

/** The caller has locked the account. */
export async function chargeWalletTask(
  { db, nowMs }: Tx,
  { accountId, mode, amount, task }: TaskCharge,
): Promise<OpenRefusal | null> {
  if (task === null) return null;
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('task_ref', '=', task.ref)
    .executeTakeFirst();
  const refusal = findTaskRefusal(row, task, amount);
  if (refusal !== null) return refusal;
  const changed = {
    spent: toExact((row?.spent ?? 0) + amount),
    max_total: task.maxTotalMicros ?? row?.max_total ?? null,
    used_at: nowMs,
  };
  await db
    .insertInto('tasks')
    .values({ account_id: accountId, task_ref: task.ref, mode, ...changed })
    .onConflict((conflict) => conflict.columns(['account_id', 'task_ref']).doUpdateSet(changed))
    .execute();
  return null;
}

/** The payment was not settled. */
export async function refundWalletTask(tx: Tx, { account_id, task_ref, amount }: WalletPaymentRow): Promise<void> {
  if (task_ref === null) return;
  await lockAccount(tx, account_id);
  await tx.db
    .updateTable('tasks')
    .set((eb) => ({ spent: eb('spent', '-', amount) }))
    .where('account_id', '=', account_id)
    .where('task_ref', '=', task_ref)
    .execute();
}
