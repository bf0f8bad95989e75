import { lockRows } from '../database/dialect.ts';
import type { Tx } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { AccountRow } from './tables.ts';

/**
 * The account's row, locked until the write ends. Every write that touches an account or one of its keys locks the
 * account first, as calls do; that order is what keeps PostgreSQL free of deadlocks. Throws NOT_FOUND.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const row = await lockRows(
    tx,
    tx.db.selectFrom('accounts').selectAll().where('id', '=', accountId),
  ).executeTakeFirst();
  if (!row) throw new FareboxError('NOT_FOUND', { message: 'Account not found.' });
  return row;
}
