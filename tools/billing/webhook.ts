import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Payment events',
  description:
    'Takes the events of the payment provider, about deposits and plans, which it signs. Each has its effect once, however often and in whatever ' +
    'order they come; one that could not be processed is processed when it comes again.',
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
    body: z.instanceof(Uint8Array).describe('The bytes of the request: the signature covers them as they are.'),
    headers: objectOf('The headers of the request.', {
      'stripe-signature': z.string().max(4_000).default('').describe('Time stamp and signatures.'),
    }),
  }),
  output: z.object({
    received: z.literal(true).describe('The event is dealt with.'),
    duplicate: z.boolean().describe('It had its effect when it came before.'),
  }),
  examples: [{ body: new Uint8Array(), headers: {} }],
  async run({ body, headers }, ctx) {
    const outcome = await ctx.services.payments.receive(ctx, body, headers['stripe-signature']);
    return { received: true as const, duplicate: outcome === 'duplicate' };
  },
});
