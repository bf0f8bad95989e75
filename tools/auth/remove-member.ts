import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Remove a member',
  description:
    'Ends a membership with its sessions at once, or withdraws an invitation. Keys that the member has made end with it, unless they are kept. Admins only.',
  route: 'DELETE /auth/team/{email}',
  access: 'company-admin',
  effect: 'destroy',
  input: z.object({
    email: z.string().describe('Address of the member.'),
    keys: z
      .enum(['end', 'keep'])
      .default('end')
      .describe(
        'What becomes of the keys that they have made, access of OAuth clients included. A key that is kept acts as a member’s and manages no keys.',
      ),
  }),
  output: z.object({
    ok: z.literal(true).describe('They are out.'),
    email: z.string().describe('Who.'),
    sessions_revoked: z.number().int().describe('Sessions that have ended with it.'),
    api_keys: listOf('Keys they have made that worked until now.', {
      key_id: z.number().int().describe('Number of the key.'),
      name: z.string().describe('Its name.'),
      status: z.enum(['revoked', 'active']).describe('Whether it has ended with the membership.'),
    }),
  }),
  examples: [{ email: 'grace@studio.example' }, { email: 'grace@studio.example', keys: 'keep' }],
  async run({ email, keys: choice }, ctx) {
    const options = { keepsKeys: choice === 'keep' };
    const removed = await ctx.services.identity.removeMember(requireCompanyCaller(ctx), email, options);
    const { sessionsRevoked, keys } = removed;
    const status = options.keepsKeys ? ('active' as const) : ('revoked' as const);
    return {
      ok: true as const,
      email: removed.email,
      sessions_revoked: sessionsRevoked,
      api_keys: keys.map((key) => ({ ...key, status })),
    };
  },
});
