import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { depositFields, formatDeposit } from '../../src/statements/deposit-fields.ts';
import { listDeposits } from '../../src/statements/reads.ts';
import { agentId } from './_accounts.ts';

export default defineTool({
  title: 'Deposits of an account',
  description: 'List deposits of any account, newest first: cards, grants, and wallets with payer and transaction.',
  route: 'GET /admin/accounts/{agentId}/deposits',
  effect: 'read',
  input: z.object({ agentId }),
  output: z.object({ items: listOf('Deposits, newest first; at most 1,000.', depositFields) }),
  examples: [{ agentId: 'agt_0000000000000000000000' }],
  async run({ agentId: accountId }, ctx) {
    const rows = await ctx.services.database.read(listDeposits, { accountId });
    return { items: rows.map(formatDeposit) };
  },
});
