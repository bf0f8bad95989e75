import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'The company',
  description: 'Name, plan, sender and settings of the company.',
  route: 'GET /auth/company',
  effect: 'read',
  output: companyOutput,
  async run(_input, ctx) {
    return await ctx.services.identity.readCompany(requireCompanyCaller(ctx).member.companyId);
  },
});
