import type { Selectable } from 'kysely';
import type { Db } from '../../database/types.ts';
import type { QuotaCallRow, UsageDayRow } from './tables.ts';

/** A month has 31 days, and a day few kinds of use. */
const ROWS_MAX = 1_000;

/** Oldest first; `month` is `2026-11`. */
export function listUsageDays(db: Db, companyId: string, month: string): Promise<Selectable<UsageDayRow>[]> {
  return db
    .selectFrom('usage_days')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .orderBy('day')
    .orderBy('kind')
    .limit(ROWS_MAX)
    .execute();
}

export function findUnitCall(
  db: Db,
  id: string,
): Promise<Pick<QuotaCallRow, 'state' | 'answer' | 'failure'> | undefined> {
  const call = db.selectFrom('quota_calls').select(['state', 'answer', 'failure']);
  return call.where('id', '=', id).executeTakeFirst();
}
