import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Remove a member',
  description:
    'Ends a membership with its sessions at once, or withdraws an invitation. Keys that the member has made go on working and are listed. Admins only.',
  route: 'DELETE /auth/team/{email}',
  access: 'company-admin',
  effect: 'destroy',
  input: z.object({ email: z.string().describe('Address of the member.') }),
  output: z.object({
    ok: z.literal(true).describe('They are out.'),
    email: z.string().describe('Who.'),
    sessions_revoked: z.number().int().describe('Sessions that have ended with it.'),
    api_keys: z
      .array(
        z.object({ key_id: z.number().int().describe('Number of the key.'), name: z.string().describe('Its name.') }),
      )
      .describe('Keys they have made that still work.'),
  }),
  examples: [{ email: 'grace@studio.example' }],
  async run({ email }, ctx) {
    const removed = await ctx.services.identity.removeMember(requireCompanyCaller(ctx), email);
    const { sessionsRevoked, keys } = removed;
    return { ok: true as const, email: removed.email, sessions_revoked: sessionsRevoked, api_keys: keys };
  },
});
