import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeEndpoint } from '../../src/signals/webhooks/endpoint-writes.ts';
import {
  assertPublic,
  descriptionField,
  endpointOutput,
  eventsField,
  findAccountId,
  formatEndpoint,
  modeField,
  urlField,
  webhookId,
} from './_shared.ts';

export default defineTool({
  title: 'Edit a webhook',
  description: 'Change the address, events or status of a webhook endpoint. Pending messages go to the new address.',
  route: 'PATCH /api/account/webhooks/{webhookId}',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'UNREADABLE_TARGET'],
  input: z.strictObject({
    webhookId,
    url: urlField.optional(),
    events: eventsField.optional(),
    description: descriptionField.optional(),
    status: z.enum(['active', 'disabled']).optional().describe('`active` enables a disabled endpoint again.'),
    mode: modeField,
  }),
  output: endpointOutput,
  examples: [{ webhookId: 'whk_00000000000000000000000', status: 'active' }],
  async run({ webhookId: id, mode, ...changes }, ctx) {
    const accountId = await findAccountId(ctx, mode);
    if (changes.url !== undefined) await assertPublic(changes.url, ctx);
    return formatEndpoint(await ctx.services.database.write(changeEndpoint, { accountId, id, changes }));
  },
});
