/** The decisions about a fix. */
import { z } from 'zod';
import { type AnyTool, defineTool } from '../../src/kernel/tool/tool.ts';

export const defineDecision = (
  status: 'published' | 'rejected',
  tool: Pick<AnyTool, 'title' | 'description' | 'route'>,
) =>
  defineTool({
    ...tool,
    effect: 'write',
    input: z.object({ fixId: z.string().min(1).max(100).describe('ID of the fix.') }),
    output: z.object({
      fixId: z.string().describe('ID of the fix.'),
      status: z.enum(['pending', 'published', 'rejected']).describe('Status after the call.'),
      rewardWt: z
        .number()
        .describe('WT credited by this decision to the contributor’s account; each fix is rewarded once.'),
      changed: z.boolean().describe('`false` if nothing changed.'),
    }),
    examples: [{ fixId: 'fix_0000000000000000000000000' }],
    failsWith: ['NOT_FOUND'],
    async run({ fixId }, ctx) {
      return { fixId, ...(await ctx.services.fixes.openModeration(ctx.principal).decide(fixId, status)) };
    },
  });
