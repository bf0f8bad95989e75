import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { formatSubKey, requireOwner, subKeyOutput } from './_shared.ts';

export default defineTool({
  title: 'List sub-keys',
  description:
    'The sub-keys of this account with their caps and spending, newest first. Needs the root key; on the account of a company, a session or a key without caps.',
  keywords: 'api keys, tokens, キー一覧, 密钥列表',
  route: 'GET /api/account/keys',
  access: 'key-owner',
  effect: 'read',
  input: z.object({}),
  output: z.object({ keys: z.array(subKeyOutput).describe('Newest first; revoked and expired keys included.') }),
  examples: [{}],
  async run(_input, ctx) {
    const keys = await ctx.services.accounts.listKeys(requireOwner(ctx.principal));
    return { keys: keys.map(formatSubKey) };
  },
});
