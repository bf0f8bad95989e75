/** Reads webhook messages that are due, and endpoints. */
import type { Db } from '../../database/types.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts';

const EXAMINED_MAX = 1_000;

const selectDue = (db: Db, nowMs: number) =>
  db
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .where('next_at', '<=', nowMs)
    .orderBy('next_at')
    .orderBy('id');

/** The oldest first, a few of each endpoint: one that is slow doesn't hold up the others. */
export async function listDueDeliveries(
  db: Db,
  nowMs: number,
  { limit, perEndpoint }: { limit: number; perEndpoint: number },
): Promise<WebhookDeliveryRow[]> {
  const due = await selectDue(db, nowMs).select(['id', 'endpoint_id']).limit(EXAMINED_MAX).execute();
  const counts = new Map<string, number>();
  const ids = due.flatMap(({ id, endpoint_id }) => {
    const count = (counts.get(endpoint_id) ?? 0) + 1;
    counts.set(endpoint_id, count);
    return count > perEndpoint ? [] : [id];
  });
  if (ids.length === 0) return [];
  return db.selectFrom('webhook_deliveries').selectAll().where('id', 'in', ids.slice(0, limit)).orderBy('id').execute();
}

export async function isAnyDeliveryDue(db: Db, nowMs: number): Promise<boolean> {
  return (await selectDue(db, nowMs).select('id').limit(1).executeTakeFirst()) !== undefined;
}

export const findEndpoint = (db: Db, id: string): Promise<WebhookEndpointRow | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
