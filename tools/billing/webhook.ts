import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Payment events',
  description:
    'Receives signed events of the payment provider about deposits and plans. Duplicate and out-of-order events are handled; a failed event is processed on redelivery.',
  route: 'POST /billing/webhook',
  otherRoutes: ['POST /api/stripe/webhook'],
  aliases: ['payment-webhook'],
  access: 'public',
  effect: 'write',
  limits: 'none',
  body: 'raw',
  bodyBytesMax: 512 * 1024,
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    body: z.instanceof(Uint8Array).describe('Raw request body; the signature covers these bytes.'),
    headers: objectOf('Headers of the request.', {
      'stripe-signature': z.string().max(4_000).default('').describe('Timestamp and signatures of the event.'),
    }),
  }),
  output: z.object({
    received: z.literal(true).describe('The event was processed.'),
    duplicate: z.boolean().describe('true if the event had already been processed.'),
  }),
  examples: [{ body: new Uint8Array(), headers: {} }],
  async run({ body, headers }, ctx) {
    const outcome = await ctx.services.payments.receive(ctx, body, headers['stripe-signature']);
    return { received: true as const, duplicate: outcome === 'duplicate' };
  },
});
