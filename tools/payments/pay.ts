import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderContactPage, renderLinkPage, renderOnwardPage } from '../../src/web/pages/pay.tsx';
import { answerAsPage, linkToken } from './_pages.ts';

export default definePage({
  title: 'Pay by link',
  description: 'Redirects to the checkout of a payment link. An open checkout is reused.',
  route: 'POST /pay/{token}',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED'],
  input: z.object({
    token: linkToken,
    again: z.literal('1').optional().describe('Set to pay a link again that was already paid.'),
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
