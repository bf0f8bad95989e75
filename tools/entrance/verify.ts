import { z } from 'zod';
import { hashInvite } from '../../src/identity/invites/invites.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, formatInvited, inviteField, readRequester, signBrowserIn, signedInOutput } from './_shared.ts';

export default defineTool({
  title: 'Sign in with an invite and a code',
  description: 'As POST /auth/verify, and uses the invite for the account of the company, once for each account.',
  route: 'POST /claw/verify',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({
    invite: inviteField,
    email: z.string().max(320).describe('Where the code went.'),
    code: z.string().max(100).describe('The six digits.'),
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
