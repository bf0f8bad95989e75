/** Reads the endpoints of an account, their messages and attempts. */
import type { Db } from '../../database/types.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts';

export const listEndpoints = (db: Db, accountId: string): Promise<WebhookEndpointRow[]> =>
  db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();

export async function findOwnEndpoint(db: Db, accountId: string, id: string): Promise<WebhookEndpointRow | undefined> {
  const query = db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id);
  return query.where('account_id', '=', accountId).executeTakeFirst();
}

export interface DeliveryPage {
  deliveries: (WebhookDeliveryRow & { log: WebhookAttemptRow[] })[];
  next: string | null;
}

/** Newest first; `before` is the id of the last one of the page before. */
export async function listDeliveries(
  db: Db,
  { endpointId, before, limit }: { endpointId: string; before: string | undefined; limit: number },
): Promise<DeliveryPage> {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const attempts =
    ids.length === 0
      ? []
      : await db.selectFrom('webhook_attempts').selectAll().where('delivery_id', 'in', ids).orderBy('at').execute();
  const deliveries = page.map((row) => ({ ...row, log: attempts.filter(({ delivery_id }) => delivery_id === row.id) }));
  return { deliveries, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
