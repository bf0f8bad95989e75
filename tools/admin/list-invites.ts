import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { cursorField, cursorPage, formatCursorPage } from './_pages.ts';

export default defineTool({
  title: 'Invites',
  description: 'The invites of this server, newest first, fifty a page: what is left of each. Codes are not kept.',
  route: 'GET /admin/invites',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    cursor: cursorField,
  }),
  output: cursorPage(
    z.object({
      id: z.string().describe('Id of the invite (inv_…).'),
      state: z.enum(['open', 'expired', 'used_up']).describe('State of the invite. Only `open` invites can be used.'),
      uses: z.number().int().describe('Number of accounts that can use the invite.'),
      used: z.number().int().describe('Number of accounts that have used it.'),
      grantUsd: z.number().describe('USD credited to each.'),
      createdBy: z.string().describe('Operator who created it.'),
      createdAt: z.string().describe('ISO 8601 UTC.'),
      expiresAt: z.string().describe('ISO 8601 UTC.'),
    }),
  ),
  examples: [{}],
  async run({ cursor }, ctx) {
    const { items, nextCursor } = await ctx.services.operator(ctx.principal).listInvites(cursor);
    const page = items.map(({ grantMicros, ...invite }) => ({ ...invite, grantUsd: toUsd(grantMicros) }));
    return formatCursorPage(page, nextCursor);
  },
});
