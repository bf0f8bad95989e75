/** Issues numbered receipts, and stores billing details. */
import { defineWrite } from '../database/define.ts';
import type { Tx } from '../database/types.ts';
import { lockAccount } from '../ledger/account-lock.ts';
import type { DepositRow } from '../ledger/tables.ts';
import type { BillingDetailsRow, DepositReceiptRow } from './tables.ts';

/** Seller or buyer, as printed on a document. */
export interface Party {
  name: string;
  address: string;
  taxId: string;
}

export interface IssueReceipt {
  deposit: Pick<DepositRow, 'transfer_id' | 'account_id' | 'mode'>;
  seller: Party;
  buyer: Party;
}

/** The receipt of a deposit, issued when it is first asked for. Numbers have no gaps. */
export const issueReceipt = defineWrite('statements.issueReceipt', async (tx: Tx, input: IssueReceipt) => {
  const { db, nowMs } = tx;
  const { transfer_id: deposit_id, account_id, mode } = input.deposit;
  const find = () => db.selectFrom('deposit_receipts').selectAll().where('deposit_id', '=', deposit_id);
  await lockAccount(tx, account_id);
  const existing = await find().executeTakeFirst();
  if (existing) return existing;
  const { last: number } = await db
    .insertInto('receipt_numbers')
    .values({ mode, last: 1 })
    .onConflict((conflict) =>
      conflict.column('mode').doUpdateSet((eb) => ({ last: eb('receipt_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const row: DepositReceiptRow = {
    ...{ mode, number, deposit_id, account_id, issued_at: nowMs },
    ...{ seller: JSON.stringify(input.seller), buyer: JSON.stringify(input.buyer) },
  };
  await db.insertInto('deposit_receipts').values(row).execute();
  return row;
});

export const setBillingDetails = defineWrite(
  'statements.setBillingDetails',
  async ({ db, nowMs }: Tx, { accountId, ...party }: Party & { accountId: string }): Promise<null> => {
    const { name, address, taxId: tax_id } = party;
    const details: Omit<BillingDetailsRow, 'account_id'> = { name, address, tax_id, updated_at: nowMs };
    await db
      .insertInto('billing_details')
      .values({ account_id: accountId, ...details })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(details))
      .execute();
    return null;
  },
);
