import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { agentId, amountUsd, reason, toMicros } from './_accounts.ts';

export default defineTool({
  title: 'Grant',
  description: 'Adds to the balance of an account, out of the operator’s own pocket. An Idempotency-Key is honoured.',
  route: 'POST /admin/accounts/{agentId}/grant',
  effect: 'write',
  input: z.strictObject({
    agentId,
    amount: amountUsd.gt(0).describe('USD, above 0, at most 1000000, with at most six decimals.'),
    reason: reason.default(''),
  }),
  output: z.object({
    agentId: z.string().describe('Id of the account.'),
    balance: z.number().describe('USD, with the grant.'),
    amount: z.number().describe('Granted amount in USD.'),
    source: z.literal('grant').describe('Source, as in the account’s history.'),
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
