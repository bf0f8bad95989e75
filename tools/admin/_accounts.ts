/** Shared by the operations on one account. */
import { z } from 'zod';
import { type AnyTool, defineTool } from '../../src/kernel/tool/tool.ts';
import { fromUsd, MICROS_PER_GRANT_MAX, type Micros, toUsd } from '../../src/lib/money.ts';

export const agentId = z.string().min(1).max(64).describe('ID of the account (agt_…).');

export const reason = z.string().max(500).describe('Reason; stored with the transfer and in the audit log.');

/** USD up to the largest grant, with at most six decimals. */
export const amountUsd = z
  .number()
  .min(0)
  .max(toUsd(MICROS_PER_GRANT_MAX))
  .refine((amount) => toUsd(fromUsd(amount)) === amount, 'Input should have at most 6 decimals');

export const toMicros = (amount: number): Micros => fromUsd(amount);

const statusOutput = z.object({
  agentId: z.string().describe('ID of the account.'),
  status: z.enum(['active', 'suspended']).describe('Status after the call.'),
  changed: z.boolean().describe('`false` if the account already had this status.'),
});

/** A tool that suspends an account, or takes its calls again. */
export const defineStatusTool = (
  status: 'active' | 'suspended',
  tool: Pick<AnyTool, 'title' | 'description' | 'route'>,
) =>
  defineTool({
    ...tool,
    effect: 'write',
    input: z.object({ agentId, reason: reason.optional() }),
    output: statusOutput,
    examples: [{ agentId: 'agt_0000000000000000000000' }],
    async run({ agentId: id, reason: why }, ctx) {
      const operator = ctx.services.operator(ctx.principal);
      const { changed } = await (status === 'active' ? operator.activate(id, why) : operator.suspend(id, why));
      return { agentId: id, status, changed };
    },
  });
