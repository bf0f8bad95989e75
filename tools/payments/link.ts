import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderLinkPage, renderOutcomePage } from '../../src/web/pages/pay.tsx';
import { answerAsPage, linkToken } from './_pages.ts';

export default definePage({
  title: 'Payment link',
  description: 'Shows the payment page with account, amount and a button to pay. Opening it changes nothing.',
  route: 'GET /pay/{token}',
  effect: 'read',
  secret: true,
  input: z.object({
    token: linkToken,
    outcome: z
      .enum(['success'])
      .optional()
      .catch(undefined)
      .describe('Set on return from the checkout; the page then shows the result.'),
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
