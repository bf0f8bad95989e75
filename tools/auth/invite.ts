import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import { emailField, requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Invite a member',
  description:
    'Invite a person to the company by email. The invitation is valid for seven days and is accepted by signing in. Admins only.',
  keywords:
    'add a colleague, add a person to the team, new team member, invite someone, invite by email, invite a colleague, add a team member, 招待, メンバー追加, 邀请成员, 添加成员',
  access: 'company-admin',
  effect: 'write',
  input: z.object({ email: emailField('Email address to invite.') }),
  output: z.object({
    ok: z.literal(true).describe('The invitation was created.'),
    member: objectOf('Invited member, as in `auth-list-team`.', {
      email: z.string().describe('Invited email address.'),
      name: z.string().describe('Name; empty until the first sign-in.'),
      role: z.literal('member').describe('Role after the first sign-in.'),
      status: z.literal('invited').describe('Not signed in yet.'),
      invited_at: z.string().describe('Time of the invitation, ISO 8601.'),
      expires_at: z.string().describe('Expiry time of the invitation, ISO 8601.'),
    }),
  }),
  examples: [{ email: 'grace@studio.example' }],
  async run({ email }, ctx) {
    const { idempotencyKey, browser } = ctx;
    const invitation = { email, language: chooseLanguage(browser?.acceptLanguage), idempotencyKey };
    const invited = await ctx.services.identity.invite(requireCompanyCaller(ctx), invitation);
    const { invitedAt, expiresAt, replayed } = invited;
    if (replayed) ctx.markReplayed();
    const times = { invited_at: invitedAt, expires_at: expiresAt };
    return {
      ok: true as const,
      member: { email: invited.email, name: '', role: 'member' as const, status: 'invited' as const, ...times },
    };
  },
});
