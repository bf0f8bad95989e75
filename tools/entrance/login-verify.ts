import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, readRequester, signBrowserIn } from './_shared.ts';

export default defineTool({
  title: 'Sign a browser in with a code',
  description: 'Signs a browser in with an emailed code. The session is an HttpOnly cookie.',
  route: 'POST /login/verify',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    email: z.string().max(320).describe('Email address that received the code.'),
    code: z.string().max(100).describe('Six-digit code from the email.'),
    attempt: attemptField,
  }),
  output: z.object({
    email: z.string().describe('Email address that signed in.'),
    company: z.string().describe('Name of the company.'),
  }),
  examples: [{ email: 'ada@studio.example', code: '123456' }],
  async run(tried, ctx) {
    const { token, user, company } = await ctx.services.identity.verify(tried, readRequester(ctx));
    await signBrowserIn(ctx, token);
    return { email: user.email, company: company.name };
  },
});
