import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, readRequester, signBrowserIn } from './_shared.ts';

export default defineTool({
  title: 'Send a sign-in code to a browser',
  description:
    'Sends a sign-in code for the sign-in page. An operator at a trusted IP address is signed in without a code.',
  route: 'POST /login/send-code',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    email: z.string().max(320).describe('Email address to send the code to.'),
    attempt: attemptField,
  }),
  output: z.object({
    sent: z.boolean().describe('false if a recent code is still valid or no code is needed.'),
    email: z.string().describe('Email address of the sign-in.'),
    attempt: attemptField,
    signed_in: z.boolean().describe('true if the browser is already signed in.'),
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
