/** Reads payments of wallets. */
import type { Db } from '../../database/types.ts';
import { DEADLINE_GRACE_MS } from '../operations.ts';
import type { CallRow } from '../tables.ts';
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
export const findWalletOf = (db: Db, accountId: string): Promise<Pick<WalletRow, 'network' | 'address'> | undefined> =>
  db.selectFrom('wallets').select(['network', 'address']).where('account_id', '=', accountId).executeTakeFirst();

/** The payment of a call by a wallet. Both ended in one write, at one moment, along an index. */
export const findPaymentOfCall = (
  db: Db,
  { id, account_id, closed_at }: Pick<CallRow, 'id' | 'account_id' | 'closed_at'>,
): Promise<WalletPaymentRow | undefined> =>
  db
    .selectFrom('wallet_payments')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('state', 'in', ['settled', 'failed', 'released'])
    .where('ended_at', '=', closed_at)
    .where('call_id', '=', id)
    .executeTakeFirst();

const PAYMENTS_PER_SECOND_MAX = 20;
const SECOND_MS = 1_000;

/** Calls that a wallet has paid for within the second. `issuedAt`: Unix time in seconds. */
export const listPaymentsAt = (
  db: Db,
  { network, payer, issuedAt }: Pick<WalletPaymentRow, 'network' | 'payer'> & { issuedAt: number },
): Promise<WalletPaymentRow[]> =>
  db
    .selectFrom('wallet_payments')
    .selectAll()
    .where('mode', 'in', ['live', 'test'])
    .where('network', '=', network)
    .where('payer', '=', payer)
    .where('state', '=', 'settled')
    .where('ended_at', '>=', issuedAt * SECOND_MS)
    .where('ended_at', '<', (issuedAt + 1) * SECOND_MS)
    .where('purpose', '=', 'call')
    .orderBy('ended_at')
    .limit(PAYMENTS_PER_SECOND_MAX)
    .execute();
