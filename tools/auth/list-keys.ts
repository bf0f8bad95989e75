import { z } from 'zod';
import { formatKey, keyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'API keys of the company',
  description:
    'The keys of the company’s live and test account, its root key and what OAuth clients were granted included.',
  route: 'GET /auth/api-keys',
  access: 'owner',
  effect: 'read',
  output: z.object({
    items: z.array(keyOutput).describe('Newest first; ended ones included.'),
    total: z.number().int().describe('How many.'),
  }),
  async run(_input, ctx) {
    const keys = await ctx.services.identity.listKeys(requireCompanyCaller(ctx));
    return { items: keys.map((key) => formatKey(key, ctx.server.timeZone)), total: keys.length };
  },
});
