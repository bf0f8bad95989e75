import { z } from 'zod';
import { hashInvite } from '../../src/identity/invites/invites.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, formatInvited, inviteField, readRequester, signBrowserIn, signedInOutput } from './_shared.ts';

export default defineTool({
  title: 'Send a sign-in code to an invited person',
  description: 'Sends a sign-in code to a person with an invite, even while sign-up is closed.',
  route: 'POST /claw/send-code',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    invite: inviteField,
    email: z.string().max(320).describe('Email address to send the code to.'),
    attempt: attemptField,
  }),
  output: z.object({
    sent: z.boolean().describe('false if a recent code is still valid or no code is needed.'),
    email: z.string().describe('Email address of the sign-in.'),
    attempt: attemptField,
    ...signedInOutput.partial().omit({ email: true }).shape,
  }),
  examples: [{ invite: '0123456789abcdefABCDEF', email: 'ada@studio.example' }],
  async run({ invite, email, attempt }, ctx) {
    const inviteHash = hashInvite(invite);
    await ctx.services.invites.assertOpen(inviteHash);
    const answer = await ctx.services.identity.sendCode({ email, inviteHash, attempt }, readRequester(ctx));
    if (!('direct' in answer)) return { sent: answer.sent, email: answer.email, attempt: answer.attempt };
    await signBrowserIn(ctx, answer.direct.token);
    return { sent: false, ...formatInvited(answer.direct) };
  },
});
