import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

export default defineTool({
  title: 'Balance in short',
  description: 'Balance, status, number of paid calls and total spending of the account, without the list of tools.',
  keywords: 'money left, total spent, funds, 残高, 余额',
  route: 'GET /api/account/balance',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({ mode: modeField }),
  output: z.object({
    agentId: z.string().describe('Id of the account.'),
    status: z.enum(['active', 'suspended', 'closed']).describe('Only an active account can call tools.'),
    balance: z.number().describe('Balance in USD.'),
    callCount: z.number().int().describe('Settled paid calls; with a sub-key its own.'),
    totalSpent: z.number().describe('Charges less refunds in USD; with a sub-key its own.'),
  }),
  examples: [{}],
  async run({ mode }, ctx) {
    const summary = await ctx.services.accounts.readSummary(await requireReader(ctx, mode));
    const { agentId, status, balanceMicros, callCount, totalSpentMicros } = summary;
    return { agentId, status, balance: toUsd(balanceMicros), callCount, totalSpent: toUsd(totalSpentMicros) };
  },
});
