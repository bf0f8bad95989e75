import { z } from 'zod';
import { formatKey, keyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'List company API keys',
  description: 'List the API keys of the company for live and test mode, including the root key and OAuth access.',
  keywords: 'show api keys, キー一覧, 密钥列表',
  route: 'GET /auth/api-keys',
  access: 'owner',
  effect: 'read',
  output: z.object({
    items: z.array(keyOutput).describe('Keys, newest first, including revoked and expired ones.'),
    total: z.number().int().describe('Total number of keys.'),
  }),
  async run(_input, ctx) {
    const keys = await ctx.services.identity.listKeys(requireCompanyCaller(ctx));
    return { items: keys.map((key) => formatKey(key, ctx.server.timeZone)), total: keys.length };
  },
});
