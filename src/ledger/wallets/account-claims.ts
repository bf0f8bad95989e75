/** Payments of wallets for calls with a key: booked on its account, within its caps. */
import { sumOf } from '../../database/dialect.ts';
import type { Db, Tx } from '../../database/types.ts';
import type { OpenRefusal } from '../../kernel/ports.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { lockAccount } from '../account-lock.ts';
import { findCapRefusal } from '../calls/caps.ts';
import type { WalletPaymentRow } from './tables.ts';

/** Locks the account. What its key has running with wallets counts for its caps, too. */
export async function findAccountRefusal(
  tx: Tx,
  { accountId, keyId, lineage }: Pick<AccountPrincipal, 'accountId' | 'keyId' | 'lineage'>,
  { amount, purpose }: Pick<WalletPaymentRow, 'amount' | 'purpose'>,
): Promise<OpenRefusal | null> {
  const { db, nowMs, day } = tx;
  const { status } = await lockAccount(tx, accountId);
  const key = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= nowMs))
    return { refused: 'key' };
  // A deposit pays what a suspended account owes, and costs no key anything.
  if (purpose === 'deposit') return status === 'closed' ? { refused: 'status' } : null;
  if (status !== 'active') return { refused: 'status' };
  if (key.is_root) return null;
  const open = await db
    .selectFrom('wallet_payments')
    .select(sumOf('amount').as('amount'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['claimed', 'answered'])
    .where('purpose', '=', 'call')
    .where('key_id', '=', lineage)
    .executeTakeFirst();
  return findCapRefusal(key, { price: amount, reserved: Number(open?.amount ?? 0), day });
}

/** Whether the payment was made by whoever asks: with a key of the same account, or by the wallet alone. */
export async function isOwnPayment(
  db: Db,
  { account_id }: { account_id: string },
  account: Pick<AccountPrincipal, 'accountId'> | null,
): Promise<boolean> {
  if (account !== null) return account.accountId === account_id;
  const query = db.selectFrom('wallets').select('account_id').where('account_id', '=', account_id);
  return (await query.executeTakeFirst()) !== undefined;
}
