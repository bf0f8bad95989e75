import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createEndpoint, ENDPOINTS_MAX } from '../../src/signals/webhooks/endpoint-writes.ts';
import '../../src/signals/webhooks/service.ts';
import { createWebhookSecret } from '../../src/signals/webhooks/signature.ts';
import {
  assertPublic,
  descriptionField,
  endpointOutput,
  eventsField,
  findAccountId,
  formatEndpoint,
  modeField,
  secretField,
  urlField,
} from './_shared.ts';

export default defineTool({
  title: 'Create a webhook',
  description: `Send events of this account to an address as signed webhooks (Standard Webhooks). An account has at most ${ENDPOINTS_MAX} endpoints. The secret is shown only once.`,
  route: 'POST /api/account/webhooks',
  effect: 'write',
  secret: true,
  failsWith: ['CONFLICT', 'UNREADABLE_TARGET'],
  input: z.strictObject({
    url: urlField,
    events: eventsField,
    description: descriptionField.default(''),
    mode: modeField,
  }),
  output: endpointOutput.extend({ secret: secretField }),
  examples: [{ url: 'https://example.com/farebox', events: ['call.refunded', 'deposit.received'] }],
  async run({ url, events, description, mode }, ctx) {
    const { database, webhooks } = ctx.services;
    const accountId = await findAccountId(ctx, mode);
    await assertPublic(url, ctx);
    const secret = createWebhookSecret();
    const sealedSecret = webhooks.sealSecret(secret);
    const row = await database.write(createEndpoint, { accountId, url, events, description, sealedSecret });
    return { ...formatEndpoint(row), secret };
  },
});
