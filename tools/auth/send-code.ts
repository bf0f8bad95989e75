import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, companyIdField, emailField, formatSession, readRequester, sessionOutput } from './_shared.ts';

export default defineTool({
  title: 'Send a sign-in code',
  description:
    'Send a six-digit sign-in code to an email address. The code is valid for ten minutes; pass it to `auth-verify`.',
  access: 'public',
  effect: 'write',
  cors: 'own-origin',
  secret: true,
  input: z.object({
    email: emailField('Email address to send the code to.'),
    company_id: companyIdField,
    attempt: attemptField,
  }),
  output: z.object({
    sent: z.boolean().describe('false if a recent code is still valid or no code is needed.'),
    email: z.string().optional().describe('Email address of the sign-in.'),
    expires_in: z.number().int().optional().describe('Validity of the code in seconds.'),
    resend_after: z.number().int().optional().describe('Seconds until another code can be sent.'),
    attempt: z
      .string()
      .optional()
      .describe('Sign-in attempt ID to pass to `auth-verify`. Absent if a recent code is still valid.'),
    direct: z
      .literal(true)
      .optional()
      .describe('true if an operator at a trusted IP address was signed in without a code.'),
    ...sessionOutput.partial().shape,
  }),
  examples: [{ email: 'ada@studio.example' }],
  async run({ email, company_id, attempt: attemptId }, ctx) {
    const answer = await ctx.services.identity.sendCode(
      { email, companyId: company_id ?? undefined, attempt: attemptId ?? undefined },
      readRequester(ctx),
    );
    if ('direct' in answer) return { sent: false, direct: true as const, ...formatSession(answer.direct) };
    const { sent, expiresIn, resendAfter, attempt } = answer;
    return { sent, email: answer.email, expires_in: expiresIn, resend_after: resendAfter, attempt };
  },
});
