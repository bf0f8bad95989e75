import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fixId } from './_shapes.ts';

export default defineTool({
  title: 'Confirm a fix',
  description:
    'Say whether a fix worked. The word of a live account that has paid counts, one for each fix, the latest; it orders fixes that fit alike.',
  route: 'POST /api/v2/debug-ai/fixes/{fixId}/confirm',
  aliases: ['confirm_fix'],
  effect: 'write',
  input: z.object({ fixId, worked: z.boolean().describe('Whether it helped') }),
  output: z.object({
    fixId: z.string().describe('Id of the fix'),
    counted: z.boolean().describe('false: nobody who counts; nothing was changed'),
    successes: z.number().int().describe('Accounts that say it worked'),
    failures: z.number().int().describe('Accounts that say it did not'),
  }),
  examples: [{ fixId: 'fix_0000000000000000000000', worked: true }],
  failsWith: ['NOT_FOUND', 'RATE_LIMITED'],
  async run({ fixId, worked }, ctx) {
    return { fixId, ...(await ctx.services.fixes.confirm({ fixId, worked }, ctx.principal)) };
  },
});
