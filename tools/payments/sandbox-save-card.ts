import { z } from 'zod';
import { Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { cardPlays } from '../../src/ledger/payments/payments-types.ts';
import { answerAsPage, sandboxSession } from './_pages.ts';

export default definePage({
  title: 'Save a card in the sandbox',
  description:
    'Saves a test card. play selects how its bank answers each later charge: paid, declined, or only with the approval of the card’s owner.',
  route: 'POST /pay/sandbox/card/{session}',
  effect: 'write',
  secret: true,
  input: z.object({
    session: sandboxSession,
    play: z.enum(cardPlays).default('saved').describe('Answer of the bank to each later charge.'),
  }),
  examples: [{ session: 'cs_test_1', play: 'declined' }],
  run: ({ session, play }, ctx) =>
    answerAsPage(ctx, async () => {
      const { returnUrl } = await ctx.services.payments.playCard(ctx, session, play);
      return new Redirect(returnUrl, 303);
    }),
});
