import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Team',
  description: 'The members of the company, and who has been invited.',
  route: 'GET /auth/team',
  effect: 'read',
  output: z.object({
    items: listOf('Members by joining, then invitations.', {
      email: z.string().describe('Address that signs in.'),
      name: z.string().describe('May be empty.'),
      role: z.enum(['admin', 'member']).describe('In this company.'),
      status: z.enum(['active', 'invited']).describe('invited: has not signed in yet.'),
      joined_at: z.string().nullable().describe('ISO 8601; null while invited.'),
      invited_at: z.string().nullable().describe('ISO 8601; null for members.'),
      last_login_at: z.string().nullable().describe('ISO 8601; to this company.'),
    }),
    total: z.number().int().describe('How many.'),
  }),
  async run(_input, ctx) {
    const items = await ctx.services.identity.listTeam(requireCompanyCaller(ctx).member.companyId);
    return { items, total: items.length };
  },
});
