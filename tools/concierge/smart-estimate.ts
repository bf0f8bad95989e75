import { z } from 'zod';
import { tellLeftOut } from '../../src/concierge/running/left-out.ts';
import { describeRoute } from '../../src/concierge/running/plan.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { requireCaller } from './_caller.ts';
import { requestShape, routeShape } from './_request.ts';

export default defineTool({
  title: 'Concierge estimate',
  description: 'What smart would choose for a request, and what it would cost; nothing is run, charged or remembered.',
  route: 'POST /api/v2/smart/estimate',
  effect: 'read',
  failsWith: ['UNKNOWN_TOOL', 'NO_RESULT', 'TOOL_UNAVAILABLE'],
  input: requestShape(),
  output: z.object({
    route: routeShape.describe('What would be called'),
    routingFee: z.number().describe('USD'),
    toolsCost: z.number().describe('USD, if every tool answers'),
    totalCost: z.number().describe('USD: both'),
    balance: z.number().describe('USD, what the account has now'),
    sufficient: z.boolean().describe('Whether the balance covers all of it'),
    withinMaxPrice: z.boolean().optional().describe('Whether the maximum price that was given covers it'),
  }),
  examples: [{ tools: [{ tool: 'smart-translate', input: { text: 'Good morning', targetLang: 'JA' } }] }],
  async run(input, ctx) {
    const plan = await ctx.services.concierge.plan(input, ctx, true);
    const { balanceMicros } = await ctx.services.accounts.readSummary(requireCaller(ctx.principal));
    const { feeMicros, totalMicros } = plan;
    if (plan.route.steps.length === 0 && plan.route.smallTalk === undefined)
      ctx.warn('The rules found no tool: the call itself would ask a language model.');
    if (plan.route.leftOut.length > 0) ctx.warn(tellLeftOut(plan.route.leftOut));
    return {
      route: describeRoute(plan, ctx.registry),
      routingFee: toUsd(feeMicros),
      toolsCost: toUsd(totalMicros - feeMicros),
      totalCost: toUsd(totalMicros),
      balance: toUsd(balanceMicros),
      sufficient: balanceMicros >= totalMicros,
      ...(input.maxPrice === undefined ? {} : { withinMaxPrice: toUsd(totalMicros) <= input.maxPrice }),
    };
  },
});
