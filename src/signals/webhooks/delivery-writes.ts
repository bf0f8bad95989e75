/** Queues webhook messages and records each attempt. */
import { definePurge, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow } from './tables.ts';

/** Milliseconds before each further attempt; after the last one the delivery has failed. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  10 * 3_600_000,
];
const KEPT_MS = 30 * DAY_MS;
const PURGE_MAX = 200;
const GONE = 410;

export interface NewMessage {
  endpointId: string;
  event: string;
  /** What the receiver gets as `data`. */
  data: object;
}

/** Queues a message, within the write that it tells about. */
export async function queueMessage({ db, nowMs }: Tx, { endpointId, event, data }: NewMessage): Promise<string> {
  const id = createTimeOrderedId('msg_', nowMs);
  const timestamp = new Date(nowMs).toISOString();
  const payload = JSON.stringify({ type: event, timestamp, data });
  const start = { state: 'pending', attempts: 0, next_at: nowMs, created_at: nowMs, ended_at: null } as const;
  await db
    .insertInto('webhook_deliveries')
    .values({ id, endpoint_id: endpointId, event, payload, ...start })
    .execute();
  return id;
}

export interface DeliveryAttempt extends Omit<WebhookAttemptRow, 'at' | 'delivery_id'> {
  deliveryId: string;
}

/** Records the attempt, and when the next one is due. */
export const recordAttempt = defineWrite(
  'webhooks.recordAttempt',
  async (tx: Tx, { deliveryId, ...attempt }: DeliveryAttempt): Promise<null> => {
    const { db, nowMs: at } = tx;
    const query = db.selectFrom('webhook_deliveries').selectAll().where('id', '=', deliveryId);
    const delivery = await lockRows(tx, query).executeTakeFirst();
    if (delivery?.state !== 'pending') return null;
    await db
      .insertInto('webhook_attempts')
      .values({ delivery_id: deliveryId, at, ...attempt })
      .onConflict((conflict) => conflict.columns(['delivery_id', 'at']).doUpdateSet(attempt))
      .execute();
    const change = chooseChange(delivery, attempt, at);
    await db.updateTable('webhook_deliveries').set(change).where('id', '=', deliveryId).execute();
    await noteOnEndpoint(tx, delivery, change.state, attempt.status);
    return null;
  },
);

type Change = Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'next_at' | 'ended_at'>;

function chooseChange(
  { attempts: before }: WebhookDeliveryRow,
  { status, cause }: Omit<DeliveryAttempt, 'deliveryId'>,
  nowMs: number,
): Change {
  const attempts = before + 1;
  if (cause === null) return { state: 'delivered', attempts, next_at: nowMs, ended_at: nowMs };
  const delayMs = status === GONE ? undefined : RETRY_DELAYS_MS[before];
  if (delayMs === undefined) return { state: 'failed', attempts, next_at: nowMs, ended_at: nowMs };
  return { state: 'pending', attempts, next_at: nowMs + delayMs, ended_at: null };
}

/** An endpoint that is gone, or took nothing for as long as a message was tried, gets no more. */
async function noteOnEndpoint(
  { db, nowMs }: Tx,
  { endpoint_id, created_at }: WebhookDeliveryRow,
  state: WebhookDeliveryRow['state'],
  status: number | null,
): Promise<void> {
  const endpoint = db.updateTable('webhook_endpoints').where('id', '=', endpoint_id);
  if (state === 'delivered') await endpoint.set({ last_success_at: nowMs }).execute();
  if (state !== 'failed') return;
  const reason = status === GONE ? 'gone' : 'failing';
  const failing = endpoint.set({ status: 'disabled', disabled_reason: reason }).where('status', '=', 'active');
  if (reason === 'gone') await failing.execute();
  else
    await failing
      .where((eb) => eb.or([eb('last_success_at', 'is', null), eb('last_success_at', '<', created_at)]))
      .execute();
}

export const purgeDeliveries = definePurge('webhook_deliveries', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('ended_at', '<=', nowMs - KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('webhook_attempts').where('delivery_id', 'in', ids).execute();
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  return ids.length;
});
