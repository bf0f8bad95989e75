import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { sendTestMessage } from '../../src/signals/webhooks/endpoint-writes.ts';
import { findAccountId, modeField, webhookId } from './_shared.ts';

export default defineTool({
  title: 'Test a webhook',
  description: 'Send a message of type webhook.test to the endpoint, and return its ID for the delivery log.',
  route: 'POST /api/account/webhooks/{webhookId}/test',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ webhookId, mode: modeField }),
  output: z.object({ deliveryId: z.string().describe('ID of the message (msg_…).') }),
  examples: [{ webhookId: 'whk_00000000000000000000000' }],
  async run({ webhookId: id, mode }, ctx) {
    const accountId = await findAccountId(ctx, mode);
    return { deliveryId: await ctx.services.database.write(sendTestMessage, { accountId, id }) };
  },
});
