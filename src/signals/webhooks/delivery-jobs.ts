/** Delivers webhook messages: one job across all servers, so that none is sent by two at a time. */
import { defineJob } from '../../jobs/define.ts';
import type { JobContext } from '../../jobs/types.ts';
import { isAnyDeliveryDue, listDueDeliveries } from './delivery-reads.ts';
import { recordAttempt } from './delivery-writes.ts';
import { sendMessage } from './send.ts';
import './service.ts';
import type { WebhookDeliveryRow } from './tables.ts';

/** Sent side by side; the slowest endpoint takes ten seconds. */
const PORTION = { limit: 20, perEndpoint: 4 };
const ROUNDS_MAX = 100;
const ITEM_MS = 20 * 60_000;

export const deliverWebhooks = defineJob({
  kind: 'webhooks',
  itemMs: ITEM_MS,
  isDue: ({ services: { database } }, _lastAtMs, nowMs) => isAnyDeliveryDue(database.db, nowMs),
  count: async () => 1,
  list: async (_ctx, afterKey) => (afterKey === null ? [{ key: 'due', id: {}, title: 'Due webhook messages' }] : []),
  async run(_item, ctx) {
    const { database } = ctx.services;
    for (let round = 0; round < ROUNDS_MAX; round++) {
      ctx.signal.throwIfAborted();
      const due = await listDueDeliveries(database.db, await database.now(), PORTION);
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => deliver(delivery, ctx)));
    }
  },
});

async function deliver(delivery: WebhookDeliveryRow, ctx: JobContext): Promise<void> {
  const { database, webhooks } = ctx.services;
  const target = await webhooks.findTarget(delivery.endpoint_id);
  if (target === null) {
    await database.write(recordAttempt, { deliveryId: delivery.id, status: 410, cause: 'not_configured', ms: 0 });
    return;
  }
  const attempt = await sendMessage(delivery, target, ctx);
  // Ended by us: the next server tries it.
  ctx.signal.throwIfAborted();
  await database.write(recordAttempt, attempt);
  const { status, cause, ms } = attempt;
  const fields = { webhookId: delivery.id, endpoint: delivery.endpoint_id, event: delivery.event, status, cause, ms };
  if (cause === null) ctx.log.info(fields, 'webhook delivered');
  else ctx.log.warn(fields, 'webhook not delivered, will retry');
}
