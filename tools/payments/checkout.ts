import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { depositAmounts } from '../../src/ledger/payments/payments-types.ts';

export default defineTool({
  title: 'Open a card checkout',
  description:
    'Open the checkout page where a person pays a deposit by card; the balance grows once the payment is confirmed. ' +
    'Asked again, it gives the same open checkout. Test accounts get a checkout of the sandbox, for play money.',
  keywords: 'top up, add funds, add money, deposit, pay by card, 入金, チャージ, 充值, 付款',
  route: 'POST /api/stripe/checkout',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED'],
  input: z.object({
    amount: z.literal(depositAmounts).describe('USD to deposit: 5, 10, 25 or 50.'),
    apiKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('API key of the account that gets the deposit. Default: the key that this call is made with.'),
  }),
  output: z.object({
    url: z.string().describe('The page to open in a browser.'),
    sessionId: z.string().describe('Id of the checkout session.'),
    amount: z.number().describe('USD.'),
  }),
  examples: [{ amount: 10 }],
  run: ({ amount, apiKey }, ctx) => ctx.services.payments.openCheckout(ctx, amount, apiKey),
});
