import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderContactPage, renderLinkPage, renderOnwardPage } from '../../src/web/pages/pay.tsx';
import { answerAsPage, linkToken } from './_pages.ts';

export default definePage({
  title: 'Pay by link',
  description: 'Opens the checkout of a payment link, or the one that is open already, and leads there.',
  route: 'POST /pay/{token}',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED'],
  input: z.object({
    token: linkToken,
    again: z.literal('1').optional().describe('Pays the amount of a link once more that was paid already'),
  }),
  examples: [{ token: 'agt_1.10.zzzzzz.abc.def' }],
  run: ({ token, again }, ctx) =>
    answerAsPage(ctx, async (language) => {
      const facts = await ctx.services.payments.readPayable(token);
      if (!facts.canPay) return renderContactPage(facts, language);
      if (facts.deposit?.state === 'paid' && again === undefined) return renderLinkPage(facts, language);
      return renderOnwardPage((await ctx.services.payments.pay(ctx, token)).url, language);
    }),
});
