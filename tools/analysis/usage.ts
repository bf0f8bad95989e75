import { usageOutput } from '../../src/identity/keys/usage-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Plan usage',
  description: 'Return the company’s plan usage this month.',
  route: 'GET /api/usage',
  effect: 'read',
  keywords: 'analyses left, analysis quota, 分析の残り回数, 剩余分析次数',
  output: usageOutput,
  async run(_input, ctx) {
    return await ctx.services.identity.readUsage(requireMember(ctx).companyId);
  },
});
