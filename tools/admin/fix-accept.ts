import { defineTool } from '../../src/kernel/tool/tool.ts';
import { decisionInput, decisionOutput } from './_fixes.ts';

export default defineTool({
  title: 'Accept a fix',
  description: 'Publishes a fix and rewards the account that contributed it, once.',
  route: 'POST /admin/fixes/{fixId}/accept',
  effect: 'write',
  input: decisionInput,
  output: decisionOutput,
  examples: [{ fixId: 'fix_0000000000000000000000000' }],
  failsWith: ['NOT_FOUND'],
  async run({ fixId }, ctx) {
    return { fixId, ...(await ctx.services.fixes.openModeration(ctx.principal).decide(fixId, 'published')) };
  },
});
