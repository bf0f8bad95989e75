import { z } from 'zod';
import { ROUTING_FEE } from '../../src/concierge/running/plan.ts';
import { buildPriceTable, countCategories, describeTools } from '../../src/describe/capabilities.ts';
import { listDocumentLinks } from '../../src/describe/guide.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { categories, defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { DEADLINE_MS, MESSAGE_MAX, TOOLS_MAX } from './_request.ts';

const descriptor = z.object({
  id: z.string().describe('Its name.'),
  layer: z.enum(['L1', 'L2']).describe('L1: one source; L2: several, with fallback.'),
  category: z.string().describe('One of categories.available.'),
  price: z.number().describe('USD a call.'),
  description: z.string().describe('What it does.'),
  params: z.string().describe('Its parameters; a star marks what is required.'),
  covers: z
    .record(z.string(), z.number())
    .optional()
    .describe('What one price covers of each field; more costs it again.'),
  route: z.string().describe('Its method and path over HTTP.'),
  available: z.boolean().describe('One of its sources is set up here and not resting after failures.'),
});

const preset = z.object({
  id: z.string().describe('Name of the MCP prompt.'),
  name: z.string().describe('What people call it.'),
  description: z.string().describe('What it is for.'),
  tools: z.array(z.string()).describe('The tools it works with.'),
  usage: z.string().describe('How a model should work with them.'),
});

export default defineTool({
  title: 'Capabilities',
  description: 'List every tool with its price, parameters and whether it is set up here; free, no key needed.',
  effect: 'read',
  mcpLists: ['free'],
  access: 'public',
  route: 'GET /api/v2/smart/capabilities',
  otherRoutes: ['GET /api/capabilities'],
  bare: true,
  input: z.object({
    category: z.enum(categories).optional().describe('Only the tools of this category'),
  }),
  output: z.object({
    protocol: z.string().describe('Name of the protocol of this document.'),
    version: z.string().describe('Its version.'),
    capabilities: z.object({
      modes: z.array(z.string()).describe('Ways to ask smart.'),
      features: z.array(z.string()).describe('What it does beside choosing tools.'),
      maxTools: z.number().describe('Tools in one call.'),
      maxMessageLength: z.number().describe('Characters of a message.'),
      timeoutMs: z.number().describe('Longest time of one call.'),
    }),
    tools: z.array(descriptor).describe('Those of the category that was asked for, else all.'),
    categories: z.object({
      available: z.array(z.string()).describe('Every category.'),
      counts: z.record(z.string(), z.number()).describe('Tools of each.'),
      filter: z.string().describe('The query parameter.'),
      usage: z.string().describe('An example.'),
    }),
    ai_integration: z.record(z.string(), z.string()).describe('Addresses and headers for agents.'),
    presets: z.array(preset).describe('Tools that go well together.'),
    quickStart: z.array(z.string()).describe('The first steps.'),
    pricing: z.object({
      currency: z.string().describe('Of all amounts.'),
      welcomeBalance: z.number().describe('Given to a new account.'),
      minimumDeposit: z.object({ card: z.number(), credit: z.number() }).describe('By card, and as credit.'),
      routingFee: z.number().describe('For a message that is routed anew; at most.'),
      rewardToken: z.string().describe('What a reward token is worth.'),
      table: listOf('Every price, with its words.', {
        tool: z.string(),
        layer: z.number(),
        price: z.string(),
        covers: z.record(z.string(), z.number()).optional(),
      }),
    }),
    links: z.record(z.string(), z.string()).describe('Where else to read.'),
    stats: z.object({ cacheSize: z.number(), cacheHits: z.number() }).describe('Of the routes that are remembered.'),
    timestamp: z.string().describe('When this was made, ISO 8601 UTC.'),
  }),
  examples: [{}, { category: 'search' }],
  async run({ category }, ctx) {
    const { baseUrl } = ctx.server;
    return {
      protocol: 'farebox-concierge',
      version: '2.1.0',
      capabilities: {
        modes: ['natural-language', 'structured', 'preset', 'handshake'],
        features: [
          'route-caching',
          'confidence-scoring',
          'auto-fallback',
          'result-verification',
          'error-diagnosis',
          'dry-run',
          'category-filter',
          'presets',
        ],
        maxTools: TOOLS_MAX,
        maxMessageLength: MESSAGE_MAX,
        timeoutMs: DEADLINE_MS,
      },
      tools: describeTools(ctx, category),
      categories: {
        available: [...categories],
        counts: countCategories(ctx.registry),
        filter: '?category=<name>',
        usage: `GET ${baseUrl}/api/v2/smart/capabilities?category=search`,
      },
      ai_integration: {
        mcp: `${baseUrl}/mcp/proxy`,
        mcpFree: `${baseUrl}/mcp/free`,
        openapi: `${baseUrl}/openapi.yaml`,
        authentication: 'Authorization: Bearer <API_KEY>',
        idempotency: 'Idempotency-Key: <your own text>: the same call is charged once',
      },
      presets: [...ctx.registry.presets],
      quickStart: [
        `POST ${baseUrl}/api/proxy/account/create {"name":"me"} answers an API key, shown once`,
        'Send it as "Authorization: Bearer <API_KEY>"',
        `POST ${baseUrl}/api/v2/translate {"text":"Good morning","targetLang":"JA"} answers with a receipt`,
        `GET ${baseUrl}/api/account/balance shows what is left`,
      ],
      pricing: {
        currency: 'USD',
        welcomeBalance: 0.25,
        minimumDeposit: { card: 5, credit: 0.1 },
        routingFee: toUsd(ROUTING_FEE),
        rewardToken: '1 WT = 0.001 USD',
        table: buildPriceTable(ctx.registry),
      },
      links: {
        llms: `${baseUrl}/llms.txt`,
        ...Object.fromEntries(listDocumentLinks(baseUrl).map(({ id, url }) => [id, url])),
      },
      stats: ctx.services.concierge.stats(ctx.mode),
      timestamp: new Date().toISOString(),
    };
  },
});
