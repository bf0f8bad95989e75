import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { paymentPlays } from '../../src/ledger/payments/payments-types.ts';
import { renderSandboxPage } from '../../src/web/pages/pay-sandbox.tsx';
import { answerAsPage, sandboxSession } from './_pages.ts';

export default definePage({
  title: 'Sandbox checkout',
  description: 'Shows the sandbox checkout page, where a deposit is paid with test credit.',
  route: 'GET /pay/sandbox/{session}',
  effect: 'read',
  secret: true,
  input: z.object({ session: sandboxSession }),
  examples: [{ session: 'cs_test_1' }],
  run: ({ session }, ctx) =>
    answerAsPage(ctx, async (language) =>
      renderSandboxPage(await ctx.services.payments.readTestCheckout(session), paymentPlays, language),
    ),
});
