import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, companyIdField, emailField, formatSession, readRequester, sessionOutput } from './_shared.ts';

export default defineTool({
  title: 'Send a login code',
  description: 'Sends a six-digit code to an address; it is valid for ten minutes and signs in with auth-verify.',
  access: 'public',
  effect: 'write',
  cors: 'own-origin',
  secret: true,
  input: z.object({ email: emailField('Where the code goes.'), company_id: companyIdField, attempt: attemptField }),
  output: z.object({
    sent: z.boolean().describe('False: the code of a moment ago is still the one, or none is needed.'),
    email: z.string().optional().describe('The address.'),
    expires_in: z.number().int().optional().describe('Seconds that the code is valid.'),
    resend_after: z.number().int().optional().describe('Seconds until another can be sent.'),
    attempt: z
      .string()
      .optional()
      .describe(
        'Names this sign-in to auth-verify. Missing where the code belongs to one that was begun a moment ago.',
      ),
    direct: z.literal(true).optional().describe('An operator at a trusted address: signed in without a code.'),
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
