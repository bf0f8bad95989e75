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
  description: 'Search the web in an index that is independent of the large search engines.',
  price: usd('0.002'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('What to search for; of more than 50 words the first count'),
    count: z.number().int().min(1).max(20).default(10).describe('How many results to return at most'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters')
      .transform((code) => code.toUpperCase())
      .optional()
      .describe('Country the results should come from, such as JP'),
    freshness: z
      .enum(['pd', 'pw', 'pm'])
      .optional()
      .describe('Only what is new: pd past day, pw past week, pm past month'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    results: listOf('Best match first', {
      title: z.string(),
      url: z.string(),
      snippet: z.string().describe('What the page says about the query'),
      publishedAt: z.string().optional().describe('ISO 8601 UTC; absent where the source does not tell'),
    }),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon,
  examples: [{ query: 'farebox recovery ratio' }, { query: '鉄道 運賃', count: 5, country: 'JP', freshness: 'pm' }],
  costCeiling: (_input, settings) => {
    const first = providers.find(({ id }) => settings?.(id) != null);
    return first === searxng ? 0 : brave.ceiling(settings?.(brave.id) ?? null);
  },
  async run({ query, count, country, freshness }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    if (provider === searxng && country) ctx.warn('This source cannot be limited to a country: it looked in all.');
    const { results } = await provider.search({ query, count, country, freshness }, ctx);
    return { query, results, sourceUsed: provider.id };
  },
});
