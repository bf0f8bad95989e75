import { z } from 'zod';
import { tellLeftOut } from '../../src/concierge/running/left-out.ts';
import { describeRoute } from '../../src/concierge/running/plan.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { requireCaller } from './_caller.ts';
import { requestShape, routeShape } from './_request.ts';

export default defineTool({
  title: 'Estimate the cost',
  description:
    'Estimate the cost of a request before you run it with `smart`, and see which tools it would use. Nothing is run or charged. The price of a single tool is in its description.',
  keywords:
    'estimate the price, cost in advance, dry run, quote, 見積もり, 見積, いくらかかる, 估算费用, 预估费用, 多少钱',
  route: 'POST /api/v2/smart/estimate',
  effect: 'read',
  failsWith: ['UNKNOWN_TOOL', 'NO_RESULT', 'TOOL_UNAVAILABLE'],
  input: requestShape(),
  output: z.object({
    route: routeShape.describe('Tools that would be called.'),
    routingFee: z.number().describe('Routing fee in USD.'),
    toolsCost: z.number().describe('Price of all tools in USD.'),
    totalCost: z.number().describe('Routing fee plus tools in USD.'),
    quote: z
      .string()
      .optional()
      .describe('Token of a binding quote; a call of `smart` that carries it costs at most totalCost.'),
    quoteExpiresAt: z.string().optional().describe('End of the quote, ISO 8601 in UTC.'),
    balance: z.number().describe('Current balance in USD.'),
    sufficient: z.boolean().describe('Whether the balance covers the total cost.'),
    withinMaxPrice: z
      .boolean()
      .optional()
      .describe('Whether maxPrice covers the total cost; only if maxPrice was given.'),
  }),
  examples: [{ tools: [{ tool: 'smart-translate', input: { text: 'Good morning', targetLang: 'JA' } }] }],
  async run(input, ctx) {
    const plan = await ctx.services.concierge.plan(input, ctx, true);
    const { balanceMicros } = await ctx.services.accounts.readSummary(requireCaller(ctx.principal));
    const { feeMicros, totalMicros } = plan;
    const isOpen = plan.route.steps.length === 0 && plan.route.smallTalk === undefined;
    const smart = ctx.registry.get('smart');
    const bound =
      isOpen || !smart
        ? null
        : ctx.services.quotes.issue({ tool: smart, input, principal: ctx.principal }, totalMicros);
    if (isOpen) ctx.warn('No tool matched by rules. The real call would ask a language model to choose.');
    if (plan.route.leftOut.length > 0) ctx.warn(tellLeftOut(plan.route.leftOut));
    return {
      route: describeRoute(plan, ctx.registry),
      routingFee: toUsd(feeMicros),
      toolsCost: toUsd(totalMicros - feeMicros),
      totalCost: toUsd(totalMicros),
      ...(bound === null ? {} : { quote: bound.quote, quoteExpiresAt: bound.expiresAt }),
      balance: toUsd(balanceMicros),
      sufficient: balanceMicros >= totalMicros,
      ...(input.maxPrice === undefined ? {} : { withinMaxPrice: toUsd(totalMicros) <= input.maxPrice }),
    };
  },
});
