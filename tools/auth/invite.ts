import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { emailField, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Invite a member',
  description: 'Invites an address to the company for seven days; signing in accepts. Admins only.',
  access: 'company-admin',
  effect: 'write',
  input: z.object({ email: emailField('Who shall come.') }),
  output: z.object({
    ok: z.literal(true).describe('The invitation stands.'),
    member: objectOf('As in the team.', {
      email: z.string().describe('Who was invited.'),
      name: z.string().describe('Empty until they sign in.'),
      role: z.literal('member').describe('What they will be.'),
      status: z.literal('invited').describe('They have not signed in yet.'),
      invited_at: z.string().describe('ISO 8601.'),
      expires_at: z.string().describe('ISO 8601.'),
    }),
  }),
  examples: [{ email: 'grace@studio.example' }],
  async run({ email }, ctx) {
    const { idempotencyKey } = ctx;
    const invited = await ctx.services.identity.invite(requireCompanyCaller(ctx), { email, idempotencyKey });
    const { invitedAt, expiresAt, replayed } = invited;
    if (replayed) ctx.markReplayed();
    const times = { invited_at: invitedAt, expires_at: expiresAt };
    return {
      ok: true as const,
      member: { email: invited.email, name: '', role: 'member' as const, status: 'invited' as const, ...times },
    };
  },
});
