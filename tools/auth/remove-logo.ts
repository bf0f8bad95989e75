import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Remove the company logo',
  description: 'Remove the logo from future press release PDFs of the company. Admins only.',
  keywords: 'delete logo, ロゴを削除, 删除标志, 删除徽标',
  route: 'DELETE /auth/company/logo',
  access: 'company-admin',
  effect: 'destroy',
  input: z.object({}),
  failsWith: ['NOT_FOUND'],
  output: companyOutput,
  examples: [{}],
  run: (_input, ctx) => ctx.services.identity.changeLogo(requireCompanyCaller(ctx).member.companyId, null),
});
