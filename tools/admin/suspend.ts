import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { agentId, reason, statusOutput } from './_accounts.ts';

export default defineTool({
  title: 'Suspend an account',
  description: 'Refuses the calls of an account until it is activated again.',
  route: 'POST /admin/accounts/{agentId}/suspend',
  effect: 'write',
  input: z.object({ agentId, reason: reason.optional() }),
  output: statusOutput,
  examples: [{ agentId: 'agt_0000000000000000000000' }],
  async run(input, ctx) {
    const { changed } = await ctx.services.operator(ctx.principal).suspend(input.agentId, input.reason);
    return { agentId: input.agentId, status: 'suspended' as const, changed };
  },
});
