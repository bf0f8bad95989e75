import { z } from 'zod';
import { readRoutingFee } from '../../src/concierge/running/plan.ts';
import { buildPriceTable, countCategories, describeTools } from '../../src/describe/capabilities.ts';
import { listDocumentLinks } from '../../src/describe/guide.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { categories, defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { DEADLINE_MS, MESSAGE_MAX, TOOLS_MAX } from './_request.ts';

const descriptor = z.object({
  id: z.string().describe('Name of the tool.'),
  layer: z.enum(['L1', 'L2']).describe('L1: one provider; L2: several with fallback.'),
  category: z.string().describe('Category, one of categories.available.'),
  price: z.number().describe('Price per call in USD.'),
  description: z.string().describe('Description of the tool.'),
  params: z.string().describe('Parameters; * marks required ones.'),
  covers: z
    .record(z.string(), z.number())
    .optional()
    .describe('Amount of each field that one price covers; more input costs the price again.'),
  route: z.string().describe('HTTP method and path of the tool.'),
  available: z.boolean().describe('Whether a provider is configured and not paused after failures.'),
});

const preset = z.object({
  id: z.string().describe('ID of the preset, also the name of its MCP prompt.'),
  name: z.string().describe('Display name of the preset.'),
  description: z.string().describe('Description of the preset.'),
  tools: z.array(z.string()).describe('Tools it runs, in order.'),
  usage: z.string().describe('Instructions for a model that uses these tools.'),
});

export default defineTool({
  title: 'Capabilities',
  description:
    'List all tools with price, parameters and availability. No key needed. To find one tool for a task use `search_tools`.',
  keywords:
    'what can you do, available tools, prices of tools, what do tools cost, what is available, all tools, tool catalogue, list of tools, price list, ツール一覧, 料金表, 工具列表, 价目表',
  effect: 'read',
  mcpLists: ['free'],
  access: 'public',
  route: 'GET /api/v2/smart/capabilities',
  otherRoutes: ['GET /api/capabilities'],
  bare: true,
  input: z.object({
    category: z.enum(categories).optional().describe('Return only tools of this category.'),
  }),
  output: z.object({
    protocol: z.string().describe('Name of the document format.'),
    version: z.string().describe('Version of the document format.'),
    capabilities: objectOf('Abilities and limits of `smart`.', {
      modes: z.array(z.string()).describe('Ways to send a request to `smart`.'),
      features: z.array(z.string()).describe('Features of `smart`.'),
      maxTools: z.number().describe('Maximum number of tools per request.'),
      maxMessageLength: z.number().describe('Maximum message length in characters.'),
      timeoutMs: z.number().describe('Timeout of a request in milliseconds.'),
    }),
    tools: z.array(descriptor).describe('All tools, or those of the requested category.'),
    categories: objectOf('Tool categories and how to filter by them.', {
      available: z.array(z.string()).describe('Names of all categories.'),
      counts: z.record(z.string(), z.number()).describe('Number of tools by category.'),
      filter: z.string().describe('Query parameter to filter by.'),
      usage: z.string().describe('Example of a filtered request.'),
    }),
    ai_integration: z.record(z.string(), z.string()).describe('Addresses and headers for agents.'),
    presets: z.array(preset).describe('Fixed tool combinations for common tasks.'),
    quickStart: z.array(z.string()).describe('First steps for a new caller.'),
    pricing: objectOf('Prices, fees and minimum deposits.', {
      currency: z.string().describe('Currency of all amounts.'),
      welcomeBalance: z.number().describe('Welcome balance of a new account.'),
      minimumDeposit: objectOf('Minimum deposits by method.', {
        card: z.number().describe('Minimum card deposit.'),
        credit: z.number().describe('Minimum deposit as credit.'),
      }),
      routingFee: z.number().describe('Maximum routing fee of `smart` for a new message.'),
      rewardToken: z.string().describe('Value of a reward token.'),
      table: listOf('Price of every tool.', {
        tool: z.string().describe('Name of the tool.'),
        layer: z.number().describe('1: direct tool; 2: smart service; 3: request in words.'),
        price: z.string().describe('Price per call in USD, with reward tokens.'),
        covers: z.record(z.string(), z.number()).optional().describe('Amount of each field that one price covers.'),
      }),
    }),
    links: z.record(z.string(), z.string()).describe('Links to further documents.'),
    stats: objectOf('Cache of known routes.', {
      cacheSize: z.number().describe('Number of cached routes.'),
      cacheHits: z.number().describe('Requests answered from the cache.'),
    }),
    timestamp: z.string().describe('Creation time of this document, ISO 8601 in UTC.'),
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
        taskLimit:
          'X-Task-Ref: <name of your task>, with X-Max-Total: <USD>; all calls of the task never cost more together',
        idempotency: 'Idempotency-Key: <text of your choice>; repeats with it are charged once',
      },
      presets: [...ctx.registry.presets],
      quickStart: [
        `POST ${baseUrl}/api/proxy/account/create {"name":"me"} returns an API key, shown only once`,
        'Send it as "Authorization: Bearer <API_KEY>"',
        `POST ${baseUrl}/api/v2/translate {"text":"Good morning","targetLang":"JA"} returns the translation and a receipt`,
        `GET ${baseUrl}/api/account/balance returns the balance`,
      ],
      pricing: {
        currency: 'USD',
        welcomeBalance: 0.25,
        minimumDeposit: { card: 5, credit: 0.1 },
        routingFee: toUsd(readRoutingFee(ctx.registry)),
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
