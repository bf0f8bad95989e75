import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, readRequester, signBrowserIn } from './_shared.ts';

export default defineTool({
  title: 'Send a login code to a browser',
  description: 'As POST /auth/send-code, for the sign-in page: an operator at a trusted address is signed in at once.',
  route: 'POST /login/send-code',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    email: z.string().max(320).describe('Where the code goes.'),
    attempt: attemptField,
  }),
  output: z.object({
    sent: z.boolean().describe('False: the code of a moment ago is still the one, or none is needed.'),
    email: z.string().describe('The address.'),
    attempt: attemptField,
    signed_in: z.boolean().describe('The browser is signed in already.'),
  }),
  examples: [{ email: 'ada@studio.example' }],
  async run({ email, attempt }, ctx) {
    const answer = await ctx.services.identity.sendCode({ email, attempt }, readRequester(ctx));
    if (!('direct' in answer)) {
      return { sent: answer.sent, email: answer.email, attempt: answer.attempt, signed_in: false };
    }
    await signBrowserIn(ctx, answer.direct.token);
    return { sent: false, email: answer.direct.user.email, signed_in: true };
  },
});
