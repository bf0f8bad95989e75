import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Revoke an invite',
  description: 'Ends an invite now; who has used it keeps what they got.',
  route: 'DELETE /admin/invites/{inviteId}',
  effect: 'destroy',
  failsWith: ['NOT_FOUND'],
  input: z.object({ inviteId: z.string().max(64).describe('Id of the invite (inv_…).') }),
  output: z.object({
    inviteId: z.string().describe('Id of the invite.'),
    revoked: z.literal(true).describe('`true`: the invite can’t be used.'),
    changed: z.boolean().describe('False when it was over already.'),
  }),
  examples: [{ inviteId: 'inv_0Y1ab2cd3EfGhIjKlMnOpQr' }],
  async run({ inviteId }, ctx) {
    const { changed } = await ctx.services.operator(ctx.principal).revokeInvite(inviteId);
    return { inviteId, revoked: true as const, changed };
  },
});
