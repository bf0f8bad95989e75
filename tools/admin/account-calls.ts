import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { addFailures, failureField } from '../../src/signals/failures/call-fields.ts';
import { agentId } from './_accounts.ts';
import { cursorField, cursorPage, formatCursorPage } from './_pages.ts';

const call = z.object({
  callId: z.string().describe('ID of the call.'),
  tool: z.string().describe('Name of the tool.'),
  keyId: z.string().describe('Key that made the call.'),
  outcome: z.enum(['settled', 'refunded', 'running', 'refused']).describe('Outcome of the call.'),
  price: z.number().describe('Price in USD; not charged if the call is refunded or refused.'),
  reason: z.string().optional().describe('Reason for the refund.'),
  error: z
    .object({ code: z.string().describe('Code of the error.'), message: z.string().describe('Text of the error.') })
    .optional()
    .describe('Error of a refunded or refused call.'),
  failure: failureField,
  cap: z.string().optional().describe('Limit of the key that the call exceeded.'),
  partOf: z.string().optional().describe('ID of the composed call that this call belongs to.'),
  at: z.string().describe('ISO 8601 timestamp in UTC.'),
  endedAt: z.string().nullable().describe('ISO 8601 timestamp in UTC; `null` while the call is running.'),
});

export default defineTool({
  title: 'Calls of an account',
  description:
    'List the paid calls of any account with their outcome, newest first. With a filter, a page can be short and still have a next page.',
  route: 'GET /admin/accounts/{agentId}/calls',
  effect: 'read',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT'],
  input: z.object({
    agentId,
    limit: z.number().int().min(1).max(200).default(50).describe('Number of calls to return.'),
    cursor: cursorField,
    tool: z.string().max(100).optional().describe('Return only calls of this tool.'),
    keyId: z.string().max(64).optional().describe('Return only calls with this key.'),
    outcome: call.shape.outcome.optional().describe('Return only calls with this outcome.'),
  }),
  output: cursorPage(call),
  examples: [{ agentId: 'agt_0000000000000000000000', outcome: 'refunded' }],
  async run({ agentId: id, ...request }, ctx) {
    const { items, nextCursor } = await ctx.services.operator(ctx.principal).listCalls(id, request);
    const calls = await addFailures(ctx.services.database.db, id, items);
    const page = calls.map(({ priceMicros, ...entry }) => ({ ...entry, price: toUsd(priceMicros) }));
    return formatCursorPage(page, nextCursor);
  },
});
