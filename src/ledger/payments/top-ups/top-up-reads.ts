/** Finds automatic top-ups that are due, and what is known of one. */
import { sql } from 'kysely';
import { sumOf } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import type { AutoTopUpRow } from './tables.ts';

export const findTopUp = (db: Db, accountId: string): Promise<AutoTopUpRow | undefined> =>
  db.selectFrom('auto_top_ups').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Accounts whose balance has fallen below the threshold, and that have nothing pending. */
export async function listShort(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const month = toMonth(nowMs);
  const { rows } = await sql<{ account_id: string }>`
    SELECT t.account_id FROM auto_top_ups t JOIN accounts a ON a.id = t.account_id
    WHERE t.state = 'on' AND t.pending_id IS NULL AND t.card_id IS NOT NULL AND t.next_at <= ${nowMs}
    AND a.balance < t.threshold AND a.status = 'active' AND (t.limit_month IS NULL OR t.limit_month <> ${month})
    LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Pending charges to ask about. */
export async function listUnsettled(db: Db, nowMs: number, limit: number): Promise<AutoTopUpRow[]> {
  const pending = db.selectFrom('auto_top_ups').selectAll().where('pending_id', 'is not', null);
  return await pending.where('next_at', '<=', nowMs).orderBy('next_at').limit(limit).execute();
}

export const toMonth = (atMs: number): string => new Date(atMs).toISOString().slice(0, 'YYYY-MM'.length);

/** Charged or being charged since the month began, UTC. */
export async function sumTopUps(db: Db, accountId: string, nowMs: number): Promise<number> {
  const { micros } = await db
    .selectFrom('checkouts')
    .select(sumOf('amount').as('micros'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', Date.parse(`${toMonth(nowMs)}-01T00:00:00Z`))
    .where('kind', '=', 'top_up')
    .where('state', 'in', ['pending', 'paid'])
    .executeTakeFirstOrThrow();
  return micros;
}

/** Top-ups with news that their owners are still to be told. */
export async function listTopUpNews(db: Db, limit: number): Promise<AutoTopUpRow[]> {
  return await db.selectFrom('auto_top_ups').selectAll().where('news', 'is not', null).limit(limit).execute();
}
