import { z } from 'zod';
import { createLogoMissingError } from '../../src/identity/companies/logo.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Company logo',
  description: 'Get the logo image that appears on the company’s press release PDFs.',
  keywords: 'logo image, brand image, ロゴ, 标志, 徽标',
  route: 'GET /auth/company/logo',
  effect: 'read',
  reply: 'bytes',
  input: z.object({}),
  failsWith: ['NOT_FOUND'],
  output: z.unknown(),
  examples: [{}],
  async run(_input, ctx) {
    const logo = await ctx.services.identity.findLogo(requireCompanyCaller(ctx).member.companyId);
    if (!logo) throw createLogoMissingError();
    const { type, bytes } = logo;
    return new Bytes(bytes, type, type === 'image/png' ? 'logo.png' : 'logo.jpg');
  },
});
