import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findOwnEndpoint, listDeliveries } from '../../src/signals/webhooks/endpoint-reads.ts';
import { findAccountId, modeField, webhookId } from './_shared.ts';

const attempt = z.object({
  at: z.string().describe('ISO 8601 timestamp in UTC.'),
  status: z.number().int().nullable().describe('HTTP status; `null` without a response.'),
  cause: z.string().nullable().describe('Cause of the failure, such as timeout, dns or status; `null` on success.'),
  ms: z.number().int().describe('Duration in milliseconds.'),
});

const delivery = z.object({
  deliveryId: z.string().describe('ID of the message, sent as webhook-id.'),
  event: z.string().describe('Type of the event, such as call.refunded.'),
  state: z.enum(['pending', 'delivered', 'failed']).describe('`pending` messages are retried at nextAttemptAt.'),
  createdAt: z.string().describe('ISO 8601 timestamp in UTC.'),
  nextAttemptAt: z.string().nullable().describe('ISO 8601 timestamp in UTC; `null` once delivery has ended.'),
  payload: z.record(z.string(), z.unknown()).describe('Request body of the message.'),
  attempts: z.array(attempt).describe('Attempts, oldest first.'),
});

export default defineTool({
  title: 'Webhook deliveries',
  description: 'List the messages of a webhook endpoint with every attempt, newest first. Kept for 30 days.',
  route: 'GET /api/account/webhooks/{webhookId}/deliveries',
  effect: 'read',
  failsWith: ['NOT_FOUND'],
  input: z.object({
    webhookId,
    limit: z.number().int().min(1).max(100).default(20).describe('Maximum number of messages.'),
    cursor: z.string().max(64).optional().describe('`nextCursor` of the previous page. Default: the newest.'),
    mode: modeField,
  }),
  output: z.object({
    deliveries: z.array(delivery).describe('Messages, newest first.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  }),
  examples: [{ webhookId: 'whk_00000000000000000000000' }],
  async run({ webhookId: id, limit, cursor, mode }, ctx) {
    const { db } = ctx.services.database;
    const endpoint = await findOwnEndpoint(db, await findAccountId(ctx, mode), id);
    if (!endpoint) throw new FareboxError('NOT_FOUND', { message: 'This account has no such endpoint.' });
    const { deliveries, next } = await listDeliveries(db, { endpointId: id, before: cursor, limit });
    return {
      deliveries: deliveries.map(({ id: deliveryId, event, state, created_at, next_at, payload, log }) => ({
        ...{ deliveryId, event, state, payload: JSON.parse(payload) },
        createdAt: new Date(created_at).toISOString(),
        nextAttemptAt: state === 'pending' ? new Date(next_at).toISOString() : null,
        attempts: log.map(({ at, status, cause, ms }) => ({ at: new Date(at).toISOString(), status, cause, ms })),
      })),
      nextCursor: next,
    };
  },
});
