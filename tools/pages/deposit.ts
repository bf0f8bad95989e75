import { z } from 'zod';
import { Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { depositAmounts } from '../../src/ledger/payments/payments-types.ts';
import { findShownAccount } from './_private.ts';

const choices = depositAmounts.map(String);

export default definePage({
  title: 'Deposit from the dashboard',
  description: 'Redirects to a payment link for the signed-in account.',
  route: 'POST /dashboard/deposit',
  effect: 'write',
  secret: true,
  input: z.object({
    amount: z.enum(choices).default('10').describe('Amount to deposit in USD.'),
    mode: z.enum(['live', 'test']).default('live').describe('Account of the company to deposit into.'),
  }),
  examples: [],
  async run({ amount, mode }, ctx) {
    const accountId = await findShownAccount(ctx, mode);
    // The page says how to make the account.
    if (accountId === null) return new Redirect(`/dashboard?mode=${mode}`, 303);
    const usd = depositAmounts.find((one) => String(one) === amount) ?? depositAmounts[0];
    return new Redirect(ctx.services.payments.createLink(accountId, usd), 303);
  },
});
