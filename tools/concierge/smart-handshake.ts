import { z } from 'zod';
import { describeTools } from '../../src/describe/capabilities.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { requireCaller } from './_caller.ts';
import { DEADLINE_MS, MESSAGE_MAX, TOOLS_MAX } from './_request.ts';

const NEEDS_MAX = 10;
const FITS_MAX = 5;

export default defineTool({
  title: 'Concierge handshake',
  description:
    'Say what you need, and learn which tools fit, what they cost, how each is called, what your balance is and what limits there are; free.',
  route: 'POST /api/v2/smart/handshake',
  effect: 'read',
  input: z.object({
    agent: z.string().trim().max(100).optional().describe('Your own name'),
    needs: z
      .array(z.string().trim().min(1).max(500))
      .max(NEEDS_MAX)
      .default([])
      .describe('What you need, one sentence each; none: every tool'),
  }),
  output: z.object({
    agent: z.string().nullable().describe('As you said'),
    fits: listOf('The tools for each need, best first', {
      need: z.string(),
      tools: z.array(z.object({ tool: z.string(), score: z.number() })),
    }),
    tools: listOf('Those tools, with prices in USD, what one price covers of a field, and a call to start from', {
      id: z.string(),
      layer: z.string(),
      category: z.string(),
      price: z.number(),
      description: z.string(),
      params: z.string(),
      covers: z.record(z.string(), z.number()).optional(),
      available: z.boolean(),
      call: z.object({ method: z.string(), path: z.string(), body: z.record(z.string(), z.unknown()) }),
    }),
    balance: z.number().describe('USD'),
    mode: z.string().describe('live, or test: the sandbox'),
    limits: objectOf('Of smart, and of this key in USD', {
      maxTools: z.number(),
      maxMessageLength: z.number(),
      timeoutMs: z.number(),
      caps: z
        .object({
          total: z.number().optional(),
          perDay: z.number().optional(),
          perCall: z.number().optional(),
          tools: z.array(z.string()).optional(),
        })
        .optional(),
    }),
    presets: listOf('Ready combinations', { id: z.string(), description: z.string(), tools: z.array(z.string()) }),
    howToCall: z.record(z.string(), z.string()).describe('The ways in'),
  }),
  examples: [{ agent: 'travel-planner', needs: ['weather in a city', 'translate a letter into Japanese'] }],
  async run({ agent, needs }, ctx) {
    const { concierge, accounts } = ctx.services;
    const { balanceMicros, caps } = await accounts.readSummary(requireCaller(ctx.principal));
    const matches = await Promise.all(
      needs.map(async (need) => ({ need, tools: (await concierge.fits(need)).slice(0, FITS_MAX) })),
    );
    const toolNames = new Set(matches.flatMap(({ tools }) => tools.map(({ tool }) => tool)));
    const { totalMicros, perDayMicros, perCallMicros, tools } = caps;
    const { baseUrl } = ctx.server;
    return {
      agent: agent ?? null,
      fits: matches,
      tools: describeTools(ctx)
        .filter(({ id }) => needs.length === 0 || toolNames.has(id))
        .map((descriptor) => ({ ...descriptor, call: describeCall(descriptor.id, ctx) })),
      balance: toUsd(balanceMicros),
      mode: ctx.mode,
      limits: {
        maxTools: TOOLS_MAX,
        maxMessageLength: MESSAGE_MAX,
        timeoutMs: DEADLINE_MS,
        caps: {
          ...(totalMicros === undefined ? {} : { total: toUsd(totalMicros) }),
          ...(perDayMicros === undefined ? {} : { perDay: toUsd(perDayMicros) }),
          ...(perCallMicros === undefined ? {} : { perCall: toUsd(perCallMicros) }),
          ...(tools === undefined ? {} : { tools: [...tools] }),
        },
      },
      presets: ctx.registry.presets.map(({ id, description, tools: names }) => ({ id, description, tools: names })),
      howToCall: {
        message: `POST ${baseUrl}/api/v2/smart {"message":"…"}`,
        tools: `POST ${baseUrl}/api/v2/smart {"tools":[{"tool":"…","input":{…}}]}: up to ${TOOLS_MAX}, no routing fee`,
        preset: `POST ${baseUrl}/api/v2/smart {"preset":"…","message":"…"}`,
        estimate: `POST ${baseUrl}/api/v2/smart/estimate with the same body: free`,
        direct: 'Each tool by itself: see call',
        mcp: `${baseUrl}/mcp/proxy`,
      },
    };
  },
});

function describeCall(name: string, { registry, server }: Parameters<typeof describeTools>[0]) {
  const tool = registry.get(name);
  return {
    method: tool?.method ?? 'POST',
    path: `${server.baseUrl}${tool?.path ?? ''}`,
    body: { ...tool?.definition.examples[0] },
  };
}
