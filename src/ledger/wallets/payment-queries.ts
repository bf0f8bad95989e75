/** Reads payments of wallets. */
import type { Db } from '../../database/types.ts';
import { DEADLINE_GRACE_MS } from '../operations.ts';
import type { PaymentName } from './claims-writes.ts';
import type { WalletPaymentRow, WalletRow } from './tables.ts';

/** The payment of this very signature, or the payer's payment under the same identifier; undefined when it is new. */
export async function findPayment(
  db: Db,
  { mode, network, asset, payer, nonce }: PaymentName,
  identifier: string | null,
): Promise<WalletPaymentRow | undefined> {
  const held = db
    .selectFrom('wallet_payments')
    .selectAll()
    .where('mode', '=', mode)
    .where('network', '=', network)
    .where('payer', '=', payer)
    .where('state', '<>', 'released');
  const same = held.where('asset', '=', asset).where('nonce', '=', nonce);
  const found = await same.executeTakeFirst();
  if (found || identifier === null) return found;
  return await held.where('identifier', '=', identifier).executeTakeFirst();
}

/** Whether a settlement is due, or a call has run too long: most of the time neither, and nothing has to be written. */
export async function isAnythingDue(db: Db, nowMs: number): Promise<boolean> {
  const due = db
    .selectFrom('wallet_payments')
    .select('id')
    .where('state', '=', 'answered')
    .where('next_at', '<=', nowMs);
  if (await due.limit(1).executeTakeFirst()) return true;
  const claimed = db.selectFrom('wallet_payments').select('id').where('state', '=', 'claimed');
  const overdue = claimed.where('deadline_at', '<', nowMs - DEADLINE_GRACE_MS).limit(1);
  return (await overdue.executeTakeFirst()) !== undefined;
}

export const findPaymentById = (db: Db, id: string): Promise<WalletPaymentRow | undefined> =>
  db.selectFrom('wallet_payments').selectAll().where('id', '=', id).executeTakeFirst();

/** The wallet whose account this is. */
export const findWalletOf = (
  db: Db,
  accountId: string,
): Promise<Pick<WalletRow, 'network' | 'address'> | undefined> =>
  db.selectFrom('wallets').select(['network', 'address']).where('account_id', '=', accountId).executeTakeFirst();
