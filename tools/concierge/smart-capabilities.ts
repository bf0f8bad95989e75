import { z } from 'zod';
import { ROUTING_FEE } from '../../src/concierge/run/plan.ts';
import { categoryCounts, priceTable, toolDescriptors } from '../../src/kernel/capabilities.ts';
import { documentLinks } from '../../src/kernel/guide.ts';
import { toUsd } from '../../src/kernel/money.ts';
import { categories, defineTool } from '../../src/kernel/tool.ts';
import { MESSAGE_MAX, TIMEOUT_MS, TOOLS_MAX } from './_request.ts';

const descriptor = z.object({
  id: z.string(),
  layer: z.enum(['L1', 'L2']),
  category: z.string(),
  price: z.number(),
  description: z.string(),
  params: z.string(),
  route: z.string(),
  available: z.boolean(),
});

export default defineTool({
  title: 'Capabilities',
  description: 'List every tool with its price, parameters and whether it is set up here; free, no key needed.',
  effect: 'read',
  access: 'public',
  route: 'GET /api/v2/smart/capabilities',
  otherRoutes: ['GET /api/capabilities'],
  bare: true,
  input: z.object({
    category: z.enum(categories).optional().describe('Only the tools of this category'),
  }),
  output: z.object({
    protocol: z.string(),
    version: z.string(),
    capabilities: z.object({
      modes: z.array(z.string()),
      features: z.array(z.string()),
      maxTools: z.number(),
      maxMessageLength: z.number(),
      timeoutMs: z.number(),
    }),
    tools: z.array(descriptor),
    categories: z.object({
      available: z.array(z.string()),
      counts: z.record(z.string(), z.number()),
      filter: z.string(),
      usage: z.string(),
    }),
    ai_integration: z.record(z.string(), z.string()),
    presets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        tools: z.array(z.string()),
        usage: z.string(),
      }),
    ),
    quickStart: z.array(z.string()),
    pricing: z.object({
      currency: z.string(),
      welcomeBalance: z.number(),
      minimumDeposit: z.object({ card: z.number(), credit: z.number() }),
      routingFee: z.number(),
      rewardToken: z.string(),
      table: z.array(z.object({ tool: z.string(), layer: z.number(), price: z.string() })),
    }),
    links: z.record(z.string(), z.string()),
    stats: z.object({ cacheSize: z.number(), cacheHits: z.number() }),
    timestamp: z.string(),
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
        timeoutMs: TIMEOUT_MS,
      },
      tools: toolDescriptors(ctx, category),
      categories: {
        available: [...categories],
        counts: categoryCounts(ctx.registry),
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
        table: priceTable(ctx.registry),
      },
      links: {
        llms: `${baseUrl}/llms.txt`,
        ...Object.fromEntries(documentLinks(baseUrl).map(({ id, url }) => [id, url])),
      },
      stats: ctx.services.concierge.stats(ctx.mode),
      timestamp: new Date().toISOString(),
    };
  },
});
