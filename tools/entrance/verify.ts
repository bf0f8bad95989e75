import { z } from 'zod';
import { hashInvite } from '../../src/identity/invites/invites.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, formatInvited, inviteField, readRequester, signBrowserIn, signedInOutput } from './_shared.ts';

export default defineTool({
  title: 'Sign in with an invite and a code',
  description: 'Signs in with an emailed code and redeems the invite for the company account, once per account.',
  route: 'POST /claw/verify',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    invite: inviteField,
    email: z.string().max(320).describe('Email address that received the code.'),
    code: z.string().max(100).describe('Six-digit code from the email.'),
    attempt: attemptField,
  }),
  output: signedInOutput,
  examples: [{ invite: '0123456789abcdefABCDEF', email: 'ada@studio.example', code: '123456' }],
  async run({ invite, email, code, attempt }, ctx) {
    const inviteHash = hashInvite(invite);
    const tried = { email, code, attempt, inviteHash };
    const session = await ctx.services.identity.verify(tried, readRequester(ctx));
    await signBrowserIn(ctx, session.token);
    return formatInvited(session);
  },
});
