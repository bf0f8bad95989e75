import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { agentId } from './_accounts.ts';

export default defineTool({
  title: 'Rekey',
  description:
    'Issues a new root key for an account that has lost its own. The old one ends at once, sub-keys live on.',
  route: 'POST /admin/accounts/{agentId}/rekey',
  effect: 'destroy',
  secret: true,
  input: z.object({ agentId }),
  output: z.object({
    agentId: z.string().describe('Id of the account.'),
    apiKey: z.string().describe('The new root key. It is shown only now.'),
    subKeys: listOf('Sub-keys that still work.', {
      id: z.string().describe('Id of the sub-key.'),
      name: z.string().describe('Name chosen by the owner.'),
    }),
  }),
  examples: [{ agentId: 'agt_0000000000000000000000' }],
  async run(input, ctx) {
    const { apiKey, subKeys } = await ctx.services.operator(ctx.principal).rekey(input.agentId);
    return { agentId: input.agentId, apiKey, subKeys };
  },
});
