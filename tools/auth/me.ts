import { z } from 'zod';
import { usageOutput } from '../../src/identity/keys/usage-output.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller, userOutput } from './_shared.ts';

export default defineTool({
  title: 'Current user and company',
  description: 'Get the signed-in user, the company and its plan usage this month.',
  keywords: 'who am i, my profile, my user, 自分の情報, プロフィール, 我的信息, 当前用户',
  route: 'GET /auth/me',
  effect: 'read',
  output: z.object({
    user: userOutput
      .nullable()
      .describe('Signed-in user; for an API key, the member who created it. null if that member left.'),
    company: companyOutput.describe('Company of the caller.'),
    usage: usageOutput.describe('Plan usage this month.'),
    auth: objectOf('Authentication of this request.', {
      method: z.enum(['session', 'api_key', 'oauth']).describe('Kind of credential used.'),
      key_id: z.number().int().nullable().describe('Number of the API key; null for a session.'),
      expires_at: z.string().nullable().describe('Expiry time of the session or key, ISO 8601; null if none.'),
    }),
  }),
  async run(_input, ctx) {
    return await ctx.services.identity.readMe(requireCompanyCaller(ctx));
  },
});
