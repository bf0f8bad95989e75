import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Revoke an invite',
  description: 'Revoke an invite immediately. Accounts that have used it keep their credit.',
  route: 'DELETE /admin/invites/{inviteId}',
  effect: 'destroy',
  failsWith: ['NOT_FOUND'],
  input: z.object({ inviteId: z.string().max(64).describe('ID of the invite (inv_…).') }),
  output: z.object({
    inviteId: z.string().describe('ID of the invite.'),
    revoked: z.literal(true).describe('`true`: the invite can no longer be used.'),
    changed: z.boolean().describe('`false` if the invite had already ended.'),
  }),
  examples: [{ inviteId: 'inv_0Y1ab2cd3EfGhIjKlMnOpQr' }],
  async run({ inviteId }, ctx) {
    const { changed } = await ctx.services.operator(ctx.principal).revokeInvite(inviteId);
    return { inviteId, revoked: true as const, changed };
  },
});
