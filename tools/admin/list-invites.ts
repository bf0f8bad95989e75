import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { cursorField, cursorPage, formatCursorPage } from './_pages.ts';

export default defineTool({
  title: 'List invites',
  description:
    'List the invites of this server with their remaining uses, newest first, 50 per page. Invite codes are not stored.',
  route: 'GET /admin/invites',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    cursor: cursorField,
  }),
  output: cursorPage(
    z.object({
      id: z.string().describe('ID of the invite (inv_…).'),
      state: z.enum(['open', 'expired', 'used_up']).describe('State of the invite. Only `open` invites can be used.'),
      uses: z.number().int().describe('Number of accounts that can use the invite.'),
      used: z.number().int().describe('Number of accounts that have used it.'),
      grantUsd: z.number().describe('Credit per account in USD.'),
      createdBy: z.string().describe('Operator who created it.'),
      createdAt: z.string().describe('ISO 8601 timestamp in UTC.'),
      expiresAt: z.string().describe('ISO 8601 timestamp in UTC.'),
    }),
  ),
  examples: [{}],
  async run({ cursor }, ctx) {
    const { items, nextCursor } = await ctx.services.operator(ctx.principal).listInvites(cursor);
    const page = items.map(({ grantMicros, ...invite }) => ({ ...invite, grantUsd: toUsd(grantMicros) }));
    return formatCursorPage(page, nextCursor);
  },
});
