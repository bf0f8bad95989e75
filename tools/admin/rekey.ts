import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { agentId } from './_accounts.ts';

export default defineTool({
  title: 'Reissue a root key',
  description:
    'Issue a new root key for an account that has lost its own. The old root key stops working immediately; sub-keys stay valid.',
  route: 'POST /admin/accounts/{agentId}/rekey',
  effect: 'destroy',
  secret: true,
  input: z.object({ agentId }),
  output: z.object({
    agentId: z.string().describe('ID of the account.'),
    apiKey: z.string().describe('New root key. It is shown only once.'),
    subKeys: listOf('Sub-keys that still work.', {
      id: z.string().describe('ID of the sub-key.'),
      name: z.string().describe('Name chosen by the owner.'),
    }),
  }),
  examples: [{ agentId: 'agt_0000000000000000000000' }],
  async run(input, ctx) {
    const { apiKey, subKeys } = await ctx.services.operator(ctx.principal).rekey(input.agentId);
    return { agentId: input.agentId, apiKey, subKeys };
  },
});
