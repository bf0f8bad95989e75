import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Remove a member',
  description:
    'Remove a member and end their sessions immediately, or withdraw an invitation. API keys that the member created are revoked unless keys is keep. Admins only.',
  keywords: 'remove a colleague, withdraw an invitation, メンバー削除, 招待を取り消, 移除成员, 撤回邀请',
  route: 'DELETE /auth/team/{email}',
  access: 'company-admin',
  effect: 'destroy',
  input: z.object({
    email: z.string().describe('Email address of the member.'),
    keys: z
      .enum(['end', 'keep'])
      .default('end')
      .describe(
        'end revokes API keys and OAuth access that the member created. keep leaves them working with member permissions, unable to manage keys.',
      ),
  }),
  output: z.object({
    ok: z.literal(true).describe('The member was removed.'),
    email: z.string().describe('Email address that was removed.'),
    sessions_revoked: z.number().int().describe('Number of sessions that were ended.'),
    api_keys: listOf('Active keys that the member had created.', {
      key_id: z.number().int().describe('Number of the key in the company.'),
      name: z.string().describe('Name of the key.'),
      status: z.enum(['revoked', 'active']).describe('Status of the key after the removal.'),
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
