/** Numbers and names transfers. */
import { sql } from 'kysely';
import type { Tx } from '../database/types.ts';
import type { TransferRow } from './tables.ts';

/** The number of the next transfer, within a write. SQLite has one writer; on PostgreSQL a sequence gives them out. */
export async function takeTransferNumber({ db, engine }: Pick<Tx, 'db' | 'engine'>): Promise<number> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ n: number }>`SELECT nextval('transfer_numbers') AS n`.execute(db);
    return Number(rows[0]?.n);
  }
  const { newest } = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.max('n').as('newest'))
    .executeTakeFirstOrThrow();
  return (newest ?? 0) + 1;
}

/** Those of a call have a name each, which derives from it. */
export const formatTransferId = ({ id, call_id, kind }: Pick<TransferRow, 'id' | 'call_id' | 'kind'>): string =>
  id ?? `tr_${(call_id ?? '').replace(/^[^_]*_/, '')}${kind === 'charge' ? 'c' : 'r'}`;
