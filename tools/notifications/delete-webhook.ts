import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteEndpoint } from '../../src/signals/webhooks/endpoint-writes.ts';
import { findAccountId, modeField, webhookId } from './_shared.ts';

export default defineTool({
  title: 'Delete a webhook',
  description: 'Delete a webhook endpoint. Its pending messages are dropped.',
  route: 'DELETE /api/account/webhooks/{webhookId}',
  effect: 'destroy',
  failsWith: ['NOT_FOUND'],
  input: z.object({ webhookId, mode: modeField }),
  output: z.object({ webhookId, deleted: z.literal(true).describe('`true`: the endpoint was deleted.') }),
  examples: [{ webhookId: 'whk_00000000000000000000000' }],
  async run({ webhookId: id, mode }, ctx) {
    await ctx.services.database.write(deleteEndpoint, { accountId: await findAccountId(ctx, mode), id });
    return { webhookId: id, deleted: true as const };
  },
});
