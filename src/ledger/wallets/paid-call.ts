/** Books a call that a wallet has paid for, or that failed, outside the lane of calls: all of it in the write that ends the payment. */
import { sql } from 'kysely';
import type { Tx } from '../../database/types.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { toExact } from '../../lib/money.ts';
import { bookSystem, postTransfer } from '../posting.ts';
import type { AccountRow, ApiKeyRow, CallRow } from '../tables.ts';
import { takeTransferNumber } from '../transfer-numbers.ts';
import type { WalletPaymentRow } from './tables.ts';

/** The payment as a deposit and the call as its charge. The caller has locked the account. Returns the call's id. */
export async function bookPaidCall(tx: Tx, account: AccountRow, payment: WalletPaymentRow): Promise<string> {
  const credited = await depositPayment(tx, account, payment);
  const call = buildCall(tx, payment, { state: 'settled', price: payment.amount });
  await chargeCall(tx, credited, call);
  await tx.db.insertInto('calls').values(call).execute();
  return call.id;
}

/** Of a payment, among all deposits. */
export const formatDepositId = (id: string): string => `x402:${id}`;

/** A call that cost its payer nothing: for the log of the account. Returns its id. */
export async function noteFailedCall(
  tx: Tx,
  payment: WalletPaymentRow,
  { reason, failure }: Pick<CallRow, 'reason' | 'failure'>,
): Promise<string> {
  const call = buildCall(tx, payment, { state: 'refunded', price: 0, reason, failure });
  await tx.db.insertInto('calls').values(call).execute();
  return call.id;
}

/** Its id and times are of now: proofs and rollups that have read up to a time never miss it. */
function buildCall(
  { nowMs }: Tx,
  { mode, account_id, key_id, tool, cost, task_ref }: WalletPaymentRow,
  end: Pick<CallRow, 'state' | 'price'> & Partial<CallRow>,
): CallRow {
  return {
    id: createTimeOrderedId('call_', nowMs),
    mode,
    account_id,
    lineage: key_id,
    tool,
    opened_at: nowMs,
    closed_at: nowMs,
    cost,
    claim_scope: null,
    claim_key: null,
    parent_id: null,
    task_ref,
    reason: null,
    failure: null,
    ...end,
  };
}

/** Nothing else is paid from it, not even what the account owes. */
async function depositPayment(
  tx: Tx,
  account: AccountRow,
  { id, mode, amount }: WalletPaymentRow,
): Promise<AccountRow> {
  const transferId = createTimeOrderedId('tr_', tx.nowMs);
  await tx.db
    .insertInto('deposits')
    .values({
      external_id: formatDepositId(id),
      account_id: account.id,
      mode,
      source: 'wallet',
      amount,
      transfer_id: transferId,
      at: tx.nowMs,
    })
    .execute();
  const posting = { kind: 'deposit', source: 'wallet', counter: 'deposits', direction: 'in', amount } as const;
  return await postTransfer(tx, account, { ...posting, reason: null, transferId });
}

async function chargeCall(tx: Tx, account: AccountRow, call: CallRow): Promise<void> {
  const { db, nowMs } = tx;
  const n = await takeTransferNumber(tx);
  const key = await findSubKey(tx, call.lineage);
  const moved = {
    balance: toExact(account.balance - call.price),
    transfer_seq: account.transfer_seq + 1,
    last_transfer: n,
    charges_count: account.charges_count + 1,
    spent: toExact(account.spent + call.price),
    root_paid_at: key ? account.root_paid_at : nowMs,
  };
  await db.updateTable('accounts').set(moved).where('id', '=', account.id).execute();
  await db
    .insertInto('transfers')
    .values({
      n,
      account_id: account.id,
      seq: moved.transfer_seq,
      prev: account.last_transfer,
      mode: account.mode,
      kind: 'charge',
      source: null,
      counter: 'revenue',
      amount: -call.price,
      balance_after: moved.balance,
      call_id: call.id,
      id: null,
      reason: null,
      lineage: key?.lineage ?? null,
      lineage_prev: key?.last_transfer ?? null,
      at: nowMs,
    })
    .execute();
  if (key) await countForKey(tx, key, { n, price: call.price });
  await bookSystem(tx, account, 'revenue', { debit: 0, credit: call.price });
  await bookUsage(tx, call);
}

/** The key that counts for the lineage now; undefined for a root key, which counts nothing. */
const findSubKey = ({ db }: Tx, lineage: string): Promise<ApiKeyRow | undefined> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('lineage', '=', lineage)
    .where('replaced_by', 'is', null)
    .where('is_root', '=', 0)
    .executeTakeFirst();

async function countForKey({ db, day }: Tx, key: ApiKeyRow, { n, price }: { n: number; price: number }): Promise<void> {
  const counted = {
    charges_count: key.charges_count + 1,
    spent_total: toExact(key.spent_total + price),
    spent_on_day: (key.spent_day === day ? key.spent_on_day : 0) + price,
    spent_day: day,
    last_transfer: n,
  };
  await db.updateTable('api_keys').set(counted).where('id', '=', key.id).execute();
}

/** PostgreSQL has no unique row of a day, key and tool: one of them is added to, or a new one made. */
async function bookUsage({ db, engine, day }: Tx, { account_id, lineage, tool, mode, price }: CallRow): Promise<void> {
  const row = { day, account_id, lineage, tool, mode, charges: 1, refunds: 0, spent: price };
  if (engine === 'sqlite') {
    await db
      .insertInto('usage_daily')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['day', 'account_id', 'lineage', 'tool']).doUpdateSet((eb) => ({
          charges: eb('usage_daily.charges', '+', 1),
          spent: eb('usage_daily.spent', '+', price),
        })),
      )
      .execute();
    return;
  }
  const { numAffectedRows } = await sql`UPDATE usage_daily SET charges = charges + 1, spent = spent + ${price}
    WHERE ctid = (SELECT ctid FROM usage_daily WHERE day = ${day} AND account_id = ${account_id}
    AND lineage = ${lineage} AND tool = ${tool} LIMIT 1)`.execute(db);
  if (Number(numAffectedRows ?? 0) === 0) await db.insertInto('usage_daily').values(row).execute();
}
