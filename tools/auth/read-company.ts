import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Company settings',
  description: 'Get name, plan, email sender and settings of the company.',
  keywords: 'company profile, company details, sender address, 会社情報, 企業情報, 公司信息',
  route: 'GET /auth/company',
  effect: 'read',
  output: companyOutput,
  async run(_input, ctx) {
    return await ctx.services.identity.readCompany(requireCompanyCaller(ctx).member.companyId);
  },
});
