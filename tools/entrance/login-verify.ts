import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, readRequester, signBrowserIn } from './_shared.ts';

export default defineTool({
  title: 'Sign a browser in with a code',
  description: 'As POST /auth/verify, for the sign-in page: the session is a cookie that no script can read.',
  route: 'POST /login/verify',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    email: z.string().max(320).describe('Where the code went.'),
    code: z.string().max(100).describe('The six digits.'),
    attempt: attemptField,
  }),
  output: z.object({
    email: z.string().describe('The address that has signed in.'),
    company: z.string().describe('Name of the company.'),
  }),
  examples: [{ email: 'ada@studio.example', code: '123456' }],
  async run(tried, ctx) {
    const { token, user, company } = await ctx.services.identity.verify(tried, readRequester(ctx));
    await signBrowserIn(ctx, token);
    return { email: user.email, company: company.name };
  },
});
