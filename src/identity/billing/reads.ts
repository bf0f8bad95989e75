import type { Selectable } from 'kysely';
import type { Db } from '../../database/types.ts';
import type { SubscriptionRow } from './tables.ts';

/** Nobody has so many. */
const SUBSCRIPTIONS_MAX = 100;

/** Newest news first. */
export function listSubscriptions(db: Db, companyId: string): Promise<Selectable<SubscriptionRow>[]> {
  const rows = db.selectFrom('subscriptions').selectAll().where('company_id', '=', companyId);
  return rows.orderBy('updated_at', 'desc').limit(SUBSCRIPTIONS_MAX).execute();
}
