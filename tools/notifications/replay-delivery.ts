import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { replayDelivery } from '../../src/signals/webhooks/endpoint-writes.ts';
import { findAccountId, modeField, webhookId } from './_shared.ts';

export default defineTool({
  title: 'Resend a webhook message',
  description: 'Send a webhook message again, under the same ID and with new retries.',
  route: 'POST /api/account/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    webhookId,
    deliveryId: z.string().min(1).max(64).describe('ID of the message (msg_…).'),
    mode: modeField,
  }),
  output: z.object({
    deliveryId: z.string().describe('ID of the message.'),
    state: z.literal('pending').describe('`pending`: the message is sent within seconds.'),
  }),
  examples: [{ webhookId: 'whk_00000000000000000000000', deliveryId: 'msg_00000000000000000000000' }],
  async run({ webhookId: id, deliveryId, mode }, ctx) {
    await ctx.services.database.write(replayDelivery, { accountId: await findAccountId(ctx, mode), id, deliveryId });
    return { deliveryId, state: 'pending' as const };
  },
});
