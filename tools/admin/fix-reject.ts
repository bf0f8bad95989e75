import { defineTool } from '../../src/kernel/tool/tool.ts';
import { decisionInput, decisionOutput } from './_fixes.ts';

export default defineTool({
  title: 'Reject a fix',
  description: 'Takes a fix out of the published ones, or keeps it from them; the same text is then refused.',
  route: 'POST /admin/fixes/{fixId}/reject',
  effect: 'write',
  input: decisionInput,
  output: decisionOutput,
  examples: [{ fixId: 'fix_0000000000000000000000000' }],
  failsWith: ['NOT_FOUND'],
  async run({ fixId }, ctx) {
    return { fixId, ...(await ctx.services.fixes.openModeration(ctx.principal).decide(fixId, 'rejected')) };
  },
});
