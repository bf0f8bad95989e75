import { z } from 'zod';
import { QUESTION_MICROS_MAX } from '../../src/concierge/running/model.ts';
import { ROUTING_FEE } from '../../src/concierge/running/plan.ts';
import type { Plan } from '../../src/concierge/running/types.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool, type Quote } from '../../src/kernel/tool/tool.ts';
import { fromUsd } from '../../src/lib/money.ts';
import { DEADLINE_MS, requestShape, routeShape } from './_request.ts';

const errorShape = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()).optional(),
  balance: z.number().optional(),
  required: z.number().optional(),
  deposit: z.record(z.string(), z.unknown()).optional(),
});

export default defineTool({
  title: 'Ask in plain words',
  description:
    'Answer a request in plain words by choosing and running up to three tools. Use when no single tool fits. Naming the tools yourself or repeating a known request saves the routing fee.',
  price: ROUTING_FEE,
  effect: 'read',
  mcpLists: ['proxy'],
  failsWith: ['UNKNOWN_TOOL', 'CONTENT_FILTERED', 'CONTEXT_LENGTH_EXCEEDED', 'UNREADABLE_TARGET'],
  timeoutMs: DEADLINE_MS,
  input: requestShape(),
  output: z.object({
    response: z.string().describe('The answer in words, from the results alone'),
    toolsUsed: z.array(z.string()).describe('Names of the tools that answered'),
    totalCost: z.number().describe('USD: the routing fee and the tools that answered'),
    routingFee: z.number().describe('USD'),
    route: routeShape.describe('What was chosen, and why'),
    results: listOf('What each step answered, or why it did not; a failed step costs nothing', {
      tool: z.string(),
      ok: z.boolean(),
      output: z.record(z.string(), z.unknown()).optional(),
      error: errorShape.optional(),
      price: z.number(),
      skipped: z.boolean().optional(),
    }),
    verification: z
      .array(
        z.object({ tool: z.string(), check: z.string(), ok: z.boolean(), expected: z.string(), found: z.string() }),
      )
      .describe('Whether the answers hold what was asked for'),
    diagnosis: z
      .object({
        summary: z.string(),
        likelyCause: z.string(),
        steps: z.array(z.string()),
        confidence: z.number(),
        source: z.enum(['known-fix', 'rules', 'llm']),
      })
      .optional()
      .describe('Of the first step that failed'),
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
  costCeiling: () => 2 * QUESTION_MICROS_MAX,
  async quote(input, ctx): Promise<Quote<Plan>> {
    const plan = await ctx.services.concierge.plan(input, ctx);
    const { feeMicros: priceMicros, totalMicros, flatMicros } = plan;
    const maxPriceMicros = input.maxPrice === undefined ? undefined : fromUsd(input.maxPrice);
    return { priceMicros, totalMicros, flatMicros, maxPriceMicros, plan };
  },
  run: (input, ctx, plan) => ctx.services.concierge.run(input, plan, ctx),
});
