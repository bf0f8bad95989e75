import { z } from 'zod';
import { usageOutput } from '../../src/identity/keys/usage-output.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { companyOutput, requireCompanyCaller, userOutput } from './_shared.ts';

export default defineTool({
  title: 'Who am I',
  description: 'The user, the company and what it has used of its plan this month.',
  route: 'GET /auth/me',
  effect: 'read',
  output: z.object({
    user: userOutput.nullable().describe('With a key: the member who made it, if still a member.'),
    company: companyOutput.describe('The company.'),
    usage: usageOutput.describe('Of its plan.'),
    auth: objectOf('How the caller is known.', {
      method: z.enum(['session', 'api_key', 'oauth']).describe('What the request was authenticated with.'),
      key_id: z.number().int().nullable().describe('Number of the key.'),
      expires_at: z.string().nullable().describe('When the session or key ends, ISO 8601.'),
    }),
  }),
  async run(_input, ctx) {
    return await ctx.services.identity.readMe(requireCompanyCaller(ctx));
  },
});
