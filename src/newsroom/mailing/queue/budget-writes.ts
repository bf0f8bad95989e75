/** The daily email budget: one unit for each attempt that a mail server may have seen. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/types.ts';
import type { MailItemRow } from './tables.ts';

/** The scope of the counter of all mail; the others are companies. */
export const ALL = 'all';
const DAYS_MAX = 500;

/** The scope of all test mail, which takes nothing from the mail to readers; and of one company's. */
export const TESTS = 'tests';
export const testScope = (companyId: string): string => `${TESTS} ${companyId}`;

/** Owner of the units that an email takes. */
export type Spender = Pick<MailItemRow, 'company_id' | 'kind'>;

function listScopes({ company_id: companyId, kind }: Spender): string[] {
  if (companyId === null) return [ALL];
  return kind === 'test' ? [TESTS, testScope(companyId)] : [ALL, companyId];
}

export async function countUsed(db: Db, scope: string, day: string): Promise<number> {
  const row = db.selectFrom('mail_counters').select('used').where('scope', '=', scope).where('day', '=', day);
  return (await row.executeTakeFirst())?.used ?? 0;
}

/** Days of sending before this one. */
export async function countDays(db: Db, day: string): Promise<number> {
  const days = db.selectFrom('mail_counters').select('day').where('scope', '=', ALL).where('day', '<', day);
  return (await days.where('used', '>', 0).limit(DAYS_MAX).execute()).length;
}

/** Of all mail, and of the company when it is one's. */
export async function takeUnits({ db, nowMs }: Tx, spender: Spender, day: string, count: number): Promise<void> {
  const used = sql<number>`mail_counters.used + ${sql.lit(count)}`;
  const taken = { used, served_at: nowMs };
  await db
    .insertInto('mail_counters')
    .values(listScopes(spender).map((scope) => ({ scope, day, used: count, served_at: nowMs })))
    .onConflict((conflict) => conflict.columns(['scope', 'day']).doUpdateSet(taken))
    .execute();
}

/** Returns the unit of an unsent email: `budget_day` of its row is to be cleared with it. */
export async function giveUnitBack({ db }: Tx, day: string | null, spender: Spender): Promise<void> {
  if (day === null) return;
  await db
    .updateTable('mail_counters')
    .set({ used: sql<number>`mail_counters.used - 1` })
    .where('scope', 'in', listScopes(spender))
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();
}
