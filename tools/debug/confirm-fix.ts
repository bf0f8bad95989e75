import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fixId } from './_shapes.ts';

export default defineTool({
  title: 'Confirm a fix',
  description:
    'Report whether a fix worked, which improves the ranking of fixes. Call it after you tried a fix. Only live accounts that have paid count, once per fix.',
  keywords: 'fix worked, fix failed, 修正を確認, 直った, 确认修复, 修复有效',
  route: 'POST /api/v2/debug-ai/fixes/{fixId}/confirm',
  aliases: ['confirm_fix'],
  effect: 'write',
  input: z.object({ fixId, worked: z.boolean().describe('Whether the fix solved the error.') }),
  output: z.object({
    fixId: z.string().describe('ID of the fix.'),
    counted: z.boolean().describe('false if this caller does not count; nothing was changed.'),
    successes: z.number().int().describe('Number of accounts that confirmed the fix.'),
    failures: z.number().int().describe('Number of accounts that reported failure.'),
  }),
  examples: [{ fixId: 'fix_0000000000000000000000', worked: true }],
  failsWith: ['NOT_FOUND', 'RATE_LIMITED'],
  async run({ fixId, worked }, ctx) {
    return { fixId, ...(await ctx.services.fixes.confirm({ fixId, worked }, ctx.principal)) };
  },
});
