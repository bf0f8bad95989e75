import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Remove the company’s logo',
  description: 'Press releases are printed without it from then on. Admins only.',
  route: 'DELETE /auth/company/logo',
  access: 'company-admin',
  effect: 'destroy',
  input: z.object({}),
  failsWith: ['NOT_FOUND'],
  output: companyOutput,
  examples: [{}],
  run: (_input, ctx) => ctx.services.identity.changeLogo(requireCompanyCaller(ctx).member.companyId, null),
});
