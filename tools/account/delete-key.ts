import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { requireOwner } from './_shared.ts';

export default defineTool({
  title: 'Delete a sub-key',
  description:
    'End a sub-key of this account at once; calls that it has already started finish. Needs the root key; on the account of a company, a session or a key without caps.',
  keywords: 'revoke key, remove key, キーを削除, 删除密钥',
  route: 'DELETE /api/account/keys/{id}',
  access: 'key-owner',
  effect: 'destroy',
  input: z.object({ id: z.string().min(1).max(64).describe('Id of the sub-key, from the list of keys.') }),
  output: z.object({
    id: z.string().describe('Id of the sub-key.'),
    revokedAt: z.string().describe('ISO 8601 UTC.'),
  }),
  examples: [{ id: 'key_0123456789' }],
  async run({ id }, ctx) {
    const { revokedAt } = await ctx.services.accounts.revokeKey(requireOwner(ctx.principal), id);
    return { id, revokedAt };
  },
});
