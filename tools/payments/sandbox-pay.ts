import { z } from 'zod';
import { Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { paymentPlays } from '../../src/ledger/payments/payments-types.ts';
import { answerAsPage, sandboxSession } from './_pages.ts';

export default definePage({
  title: 'Pay in the sandbox',
  description:
    'Pays a sandbox checkout with test credit. The sandbox sends the signed events of the payment provider once, twice, out of order, or with a failed first delivery, as play selects.',
  route: 'POST /pay/sandbox/{session}',
  effect: 'write',
  secret: true,
  input: z.object({
    session: sandboxSession,
    play: z.enum(paymentPlays).default('paid').describe('Result of the payment and order of its events.'),
  }),
  examples: [{ session: 'cs_test_1', play: 'twice' }],
  run: ({ session, play }, ctx) =>
    answerAsPage(ctx, async () => {
      const { returnUrl } = await ctx.services.payments.playPayment(ctx, session, play);
      return new Redirect(returnUrl, 303);
    }),
});
