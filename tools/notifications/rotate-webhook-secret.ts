import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { rotateEndpointSecret } from '../../src/signals/webhooks/endpoint-writes.ts';
import '../../src/signals/webhooks/service.ts';
import { createWebhookSecret } from '../../src/signals/webhooks/signature.ts';
import { findAccountId, modeField, secretField, webhookId } from './_shared.ts';

export default defineTool({
  title: 'Rotate a webhook secret',
  description: 'Create a new signing secret. For 24 hours, messages carry a signature of each secret.',
  route: 'POST /api/account/webhooks/{webhookId}/rotate-secret',
  effect: 'write',
  secret: true,
  failsWith: ['NOT_FOUND'],
  input: z.object({ webhookId, mode: modeField }),
  output: z.object({
    webhookId,
    secret: secretField,
    oldSecretValidUntil: z.string().describe('Time until which the previous secret also signs messages, ISO 8601 UTC.'),
  }),
  examples: [{ webhookId: 'whk_00000000000000000000000' }],
  async run({ webhookId: id, mode }, ctx) {
    const { database, webhooks } = ctx.services;
    const secret = createWebhookSecret();
    const accountId = await findAccountId(ctx, mode);
    const untilMs = await database.write(rotateEndpointSecret, {
      ...{ accountId, id },
      sealedSecret: webhooks.sealSecret(secret),
    });
    return { webhookId: id, secret, oldSecretValidUntil: new Date(untilMs).toISOString() };
  },
});
