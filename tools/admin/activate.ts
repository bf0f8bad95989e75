import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { agentId, reason, statusOutput } from './_accounts.ts';

export default defineTool({
  title: 'Activate an account',
  description: 'Takes the calls of an account again.',
  route: 'POST /admin/accounts/{agentId}/activate',
  effect: 'write',
  input: z.object({ agentId, reason: reason.optional() }),
  output: statusOutput,
  examples: [{ agentId: 'agt_0000000000000000000000' }],
  async run(input, ctx) {
    const { changed } = await ctx.services.operator(ctx.principal).activate(input.agentId, input.reason);
    return { agentId: input.agentId, status: 'active' as const, changed };
  },
});
