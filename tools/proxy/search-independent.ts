import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import brave from '../../src/providers/brave.ts';
import searxng from '../../src/providers/searxng.ts';
import { lexicon } from './search-independent.lexicon.ts';

const providers = [brave, searxng];

export default defineTool({
  title: 'Independent search',
  description:
    'Search the web in an index that is independent of the large search engines. Filters by country and age; for a summary of the results use `smart-search`.',
  price: usd('0.002'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('Search query; only the first 50 words are used.'),
    count: z.number().int().min(1).max(20).default(10).describe('Maximum number of results.'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters')
      .transform((code) => code.toUpperCase())
      .optional()
      .describe('Country of the results, ISO 3166-1 alpha-2 code such as JP.'),
    freshness: z
      .enum(['pd', 'pw', 'pm'])
      .optional()
      .describe('Maximum age: pd past day, pw past week, pm past month. Default: any.'),
  }),
  output: z.object({
    query: z.string().describe('The query that was searched.'),
    results: listOf('Search results, best match first.', {
      title: z.string().describe('Title of the page.'),
      url: z.string().describe('URL of the page.'),
      snippet: z.string().describe('Excerpt of the page that matches the query.'),
      publishedAt: z.string().optional().describe('Publication time, ISO 8601 in UTC. Absent if unknown.'),
    }),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [{ query: 'farebox recovery ratio' }, { query: '鉄道 運賃', count: 5, country: 'JP', freshness: 'pm' }],
  costCeiling: (_input, settings) => {
    const first = providers.find(({ id }) => settings?.(id) != null);
    return first === searxng ? 0 : brave.ceiling(settings?.(brave.id) ?? null);
  },
  async run({ query, count, country, freshness }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    if (provider === searxng && country) ctx.warn('This provider cannot filter by country: it searched all countries.');
    const { results } = await provider.search({ query, count, country, freshness }, ctx);
    return { query, results, sourceUsed: provider.id };
  },
});
