import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderLinkPage, renderOutcomePage } from '../../src/web/pages/pay.tsx';
import { answerAsPage, linkToken } from './_pages.ts';

export default definePage({
  title: 'Payment link',
  description: 'The page behind a payment link: for which account, how much, and a button to pay. It changes nothing.',
  route: 'GET /pay/{token}',
  effect: 'read',
  secret: true,
  input: z.object({
    token: linkToken,
    outcome: z
      .enum(['success'])
      .optional()
      .catch(undefined)
      .describe('Set when one comes back from the checkout: the page says what has arrived'),
  }),
  examples: [{ token: 'agt_1.10.zzzzzz.abc.def' }],
  run: ({ token, outcome }, ctx) =>
    answerAsPage(ctx, async (language) => {
      const facts = await ctx.services.payments.readPayable(token);
      return outcome === 'success' && facts.deposit
        ? renderOutcomePage(facts, language)
        : renderLinkPage(facts, language);
    }),
});
