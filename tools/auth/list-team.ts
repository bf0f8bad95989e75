import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'List team members',
  description: 'List the members of the company and open invitations.',
  keywords:
    'who is in our team, company members, colleagues, users, members, チームメンバー, メンバー一覧, 团队成员, 成员列表',
  route: 'GET /auth/team',
  effect: 'read',
  output: z.object({
    items: listOf('Members in order of joining, then invitations.', {
      email: z.string().describe('Email address used to sign in.'),
      name: z.string().describe('Name of the member; may be empty.'),
      role: z.enum(['admin', 'member']).describe('Role in this company.'),
      status: z.enum(['active', 'invited']).describe('active, or invited if not signed in yet.'),
      joined_at: z.string().nullable().describe('Time of joining, ISO 8601; null while invited.'),
      invited_at: z.string().nullable().describe('Time of the invitation, ISO 8601; null for members.'),
      last_login_at: z.string().nullable().describe('Time of the last sign-in to this company, ISO 8601.'),
    }),
    total: z.number().int().describe('Total number of members and invitations.'),
  }),
  async run(_input, ctx) {
    const items = await ctx.services.identity.listTeam(requireCompanyCaller(ctx).member.companyId);
    return { items, total: items.length };
  },
});
