import { z } from 'zod';
import { QUESTION_MICROS_LIMIT } from '../../src/concierge/running/model.ts';
import { ROUTING_FEE } from '../../src/concierge/running/plan.ts';
import type { Plan } from '../../src/concierge/running/types.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool, type Quote } from '../../src/kernel/tool/tool.ts';
import { fromUsd } from '../../src/lib/money.ts';
import { DEADLINE_MS, requestShape, routeShape } from './_request.ts';

const errorShape = z.object({
  code: z.string().describe('Error code, such as UPSTREAM_FAILED.'),
  message: z.string().describe('Error message in English.'),
  next: z.string().describe('Step to take next.'),
  retryable: z.boolean().describe('Whether the same call can succeed later.'),
  details: z.record(z.string(), z.unknown()).optional().describe('Details of the error.'),
  balance: z.number().optional().describe('Balance in USD, if it was too low.'),
  required: z.number().optional().describe('Amount needed in USD, if the balance was too low.'),
  deposit: z.record(z.string(), z.unknown()).optional().describe('Payment links, if the balance was too low.'),
});

export default defineTool({
  title: 'Ask in plain words',
  description:
    'Answer a request in plain words by choosing and running up to three tools. Use when no single tool fits. Naming the tools yourself or repeating a known request saves the routing fee.',
  keywords:
    'do a task in plain words, several tools in one request, combine tools, まとめて頼む, おまかせ, 一次完成多个任务',
  price: ROUTING_FEE,
  effect: 'read',
  mcpLists: ['proxy'],
  failsWith: ['UNKNOWN_TOOL', 'CONTENT_FILTERED', 'CONTEXT_LENGTH_EXCEEDED', 'UNREADABLE_TARGET'],
  timeoutMs: DEADLINE_MS,
  input: requestShape(),
  output: z.object({
    response: z.string().describe('Answer in plain words, based only on the results.'),
    toolsUsed: z.array(z.string()).describe('Names of the tools that answered.'),
    totalCost: z.number().describe('Total price in USD: routing fee plus the tools that answered.'),
    routingFee: z.number().describe('Routing fee in USD.'),
    route: routeShape.describe('Chosen tools and the reasons.'),
    results: listOf('Result of each step; a failed step costs nothing.', {
      tool: z.string().describe('Name of the tool.'),
      ok: z.boolean().describe('Whether the tool answered.'),
      output: z.record(z.string(), z.unknown()).optional().describe('Output of the tool.'),
      error: errorShape.optional().describe('Error, if the tool failed.'),
      price: z.number().describe('Charged price in USD.'),
      skipped: z.boolean().optional().describe('true if the step was not run.'),
    }),
    verification: listOf('Checks of the answers against the request.', {
      tool: z.string().describe('Name of the tool.'),
      check: z.string().describe('Property that was checked.'),
      ok: z.boolean().describe('Whether the check passed.'),
      expected: z.string().describe('Value from the request.'),
      found: z.string().describe('Value in the answer.'),
    }),
    diagnosis: z
      .object({
        summary: z.string().describe('Summary of the problem in one sentence.'),
        likelyCause: z.string().describe('Most likely cause.'),
        steps: z.array(z.string()).describe('Steps to fix it, in order.'),
        confidence: z.number().describe('Confidence of the diagnosis, 0 to 1.'),
        source: z.enum(['known-fix', 'rules', 'llm']).describe('Source of the diagnosis.'),
      })
      .optional()
      .describe('Diagnosis of the first failed step.'),
  }),
  examples: [
    { tools: [{ tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 100 } }] },
    {
      tools: [
        { tool: 'geocode', input: { q: 'Paris' } },
        {
          tool: 'weather',
          from: {
            latitude: { step: 0, path: 'results[0].latitude' },
            longitude: { step: 0, path: 'results[0].longitude' },
          },
        },
      ],
    },
  ],
  // One question about the route and one for the answer, of a model where one is set up.
  costCeiling: () => 2 * QUESTION_MICROS_LIMIT,
  async quote(input, ctx): Promise<Quote<Plan>> {
    const plan = await ctx.services.concierge.plan(input, ctx);
    const { feeMicros: priceMicros, totalMicros, flatMicros } = plan;
    const maxPriceMicros = input.maxPrice === undefined ? undefined : fromUsd(input.maxPrice);
    return { priceMicros, totalMicros, flatMicros, maxPriceMicros, plan };
  },
  run: (input, ctx, plan) => ctx.services.concierge.run(input, plan, ctx),
});
