import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { depositAmounts } from '../../src/ledger/payments/payments-types.ts';

export default defineTool({
  title: 'Deposit by card',
  description:
    'Create a checkout page where a person pays a card deposit into this account. Show the URL to the account owner; the balance grows once the payment is confirmed. Test accounts pay with test credit.',
  keywords:
    'top up my account, recharge, credit card payment, buy credit, fund the account, top up, add funds, add money, deposit, pay by card, 入金, チャージ, 充值, 付款',
  route: 'POST /api/stripe/checkout',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED'],
  input: z.object({
    amount: z.literal(depositAmounts).describe('Amount in USD: 5, 10, 25 or 50.'),
    apiKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('API key of the account to deposit into. Default: the key of this call.'),
  }),
  output: z.object({
    url: z.string().describe('URL to open in a browser.'),
    sessionId: z.string().describe('ID of the checkout session.'),
    amount: z.number().describe('Amount of the deposit in USD.'),
  }),
  examples: [{ amount: 10 }],
  run: ({ amount, apiKey }, ctx) => ctx.services.payments.openCheckout(ctx, amount, apiKey),
});
