import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { agentId, amountUsd, reason, toMicros } from './_accounts.ts';

export default defineTool({
  title: 'Grant credit',
  description:
    'Add credit to the balance of an account, at the operator’s expense. Send an Idempotency-Key so that a retry adds nothing twice.',
  route: 'POST /admin/accounts/{agentId}/grant',
  effect: 'write',
  input: z.strictObject({
    agentId,
    amount: amountUsd.gt(0).describe('Amount in USD, more than 0 and at most 1000000, with up to six decimals.'),
    reason: reason.default(''),
  }),
  output: z.object({
    agentId: z.string().describe('ID of the account.'),
    balance: z.number().describe('Balance in USD after the grant.'),
    amount: z.number().describe('Granted amount in USD.'),
    source: z.literal('grant').describe('Source of the credit, as in the account’s history.'),
  }),
  examples: [{ agentId: 'agt_0000000000000000000000', amount: 5, reason: 'A refund by hand' }],
  async run(input, ctx) {
    const { output, replayed } = await ctx.services.operator(ctx.principal).grant({
      agentId: input.agentId,
      amountMicros: toMicros(input.amount),
      reason: input.reason,
      ...(ctx.idempotencyKey === undefined ? {} : { idempotencyKey: ctx.idempotencyKey }),
    });
    if (replayed) ctx.markReplayed();
    const balance = toUsd(output.balanceMicros);
    return { agentId: input.agentId, balance, amount: input.amount, source: 'grant' as const };
  },
});
