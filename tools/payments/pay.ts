import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { renderContactPage, renderOnwardPage } from '../../src/web/pay.ts';
import { answerAsPage, linkToken } from './_pages.ts';

export default defineTool({
  title: 'Pay by link',
  description: 'Opens the checkout of a payment link, or the one that is open already, and leads there.',
  route: 'POST /pay/{token}',
  effect: 'write',
  reply: 'page',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED'],
  input: z.object({ token: linkToken }),
  output: z.unknown(),
  examples: [{ token: 'agt_1.10.zzzzzz.abc.def' }],
  run: ({ token }, ctx) =>
    answerAsPage(async () => {
      const facts = await ctx.services.payments.readPayable(token);
      if (!facts.canPay) return renderContactPage(facts);
      return renderOnwardPage((await ctx.services.payments.pay(ctx, token)).url);
    }),
});
