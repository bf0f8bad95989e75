import { z } from 'zod';
import { describeTools } from '../../src/describe/capabilities.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { capsOutput, formatUsdCaps } from '../../src/ledger/keys/caps-json.ts';
import { toUsd } from '../../src/lib/money.ts';
import { requireCaller } from './_caller.ts';
import { DEADLINE_MS, MESSAGE_MAX, TOOLS_MAX } from './_request.ts';

const NEEDS_MAX = 10;
const FITS_MAX = 5;

export default defineTool({
  title: 'Which tools fit?',
  description:
    'Find out which tools fit your needs, with prices, example calls, your balance and limits. Use it once at the start of a task; to run a task in plain words use `smart`.',
  keywords: 'which tools, recommend tools, fitting tools, どのツール, ツールを選, 哪些工具, 推荐工具',
  route: 'POST /api/v2/smart/handshake',
  effect: 'read',
  input: z.object({
    agent: z.string().trim().max(100).optional().describe('Name of your agent.'),
    needs: z
      .array(z.string().trim().min(1).max(500))
      .max(NEEDS_MAX)
      .default([])
      .describe('Your needs, one sentence each. Default: all tools.'),
  }),
  output: z.object({
    agent: z.string().nullable().describe('Name from the request; null if not given.'),
    fits: listOf('Matching tools for each need, best match first.', {
      need: z.string().describe('Need from the request.'),
      tools: listOf('Matching tools, best match first.', {
        tool: z.string().describe('Name of the tool.'),
        score: z.number().describe('Match score; higher is better.'),
      }),
    }),
    tools: listOf('Details of the matching tools.', {
      id: z.string().describe('Name of the tool.'),
      layer: z.string().describe('L1: one provider; L2: several with fallback.'),
      category: z.string().describe('Category of the tool.'),
      price: z.number().describe('Price per call in USD.'),
      description: z.string().describe('Description of the tool.'),
      params: z.string().describe('Parameters; * marks required ones.'),
      covers: z.record(z.string(), z.number()).optional().describe('Amount of each field that one price covers.'),
      available: z.boolean().describe('Whether the tool is configured and working.'),
      call: objectOf('Example of a call over HTTP.', {
        method: z.string().describe('HTTP method of the call.'),
        path: z.string().describe('URL of the call.'),
        body: z.record(z.string(), z.unknown()).describe('Example input as JSON.'),
      }),
    }),
    balance: z.number().describe('Current balance in USD.'),
    mode: z.string().describe('live, or test for the sandbox.'),
    limits: objectOf('Limits of `smart` and of this key.', {
      maxTools: z.number().describe('Maximum number of tools per request.'),
      maxMessageLength: z.number().describe('Maximum message length in characters.'),
      timeoutMs: z.number().describe('Timeout of a request in milliseconds.'),
      maxPrice: z
        .number()
        .optional()
        .describe('USD that a call may cost if it states no maxPrice. Default: the price.'),
      caps: capsOutput.optional(),
    }),
    presets: listOf('Fixed tool combinations for `smart`.', {
      id: z.string().describe('Value for preset.'),
      description: z.string().describe('Description of the combination.'),
      tools: z.array(z.string()).describe('Tools it runs, in order.'),
    }),
    howToCall: z.record(z.string(), z.string()).describe('Ways to call the tools, with addresses.'),
  }),
  examples: [{ agent: 'travel-planner', needs: ['weather in a city', 'translate a letter into Japanese'] }],
  async run({ agent, needs }, ctx) {
    const { concierge, accounts } = ctx.services;
    const { balanceMicros, caps } = await accounts.readSummary(requireCaller(ctx.principal));
    const matches = await Promise.all(
      needs.map(async (need) => ({ need, tools: (await concierge.fits(need)).slice(0, FITS_MAX) })),
    );
    const toolNames = new Set(matches.flatMap(({ tools }) => tools.map(({ tool }) => tool)));
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
        ...(ctx.agreedMaxMicros === undefined ? {} : { maxPrice: toUsd(ctx.agreedMaxMicros) }),
        caps: formatUsdCaps(caps),
      },
      presets: ctx.registry.presets.map(({ id, description, tools: names }) => ({ id, description, tools: names })),
      howToCall: {
        message: `POST ${baseUrl}/api/v2/smart {"message":"…"}`,
        tools: `POST ${baseUrl}/api/v2/smart {"tools":[{"tool":"…","input":{…}}]}: up to ${TOOLS_MAX}, no routing fee`,
        preset: `POST ${baseUrl}/api/v2/smart {"preset":"…","message":"…"}`,
        estimate: `POST ${baseUrl}/api/v2/smart/estimate with the same body: free`,
        direct: 'Each tool on its own, as its call shows',
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
