import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import tavily from '../../src/providers/tavily.ts';
import { lexicon } from './search-ai.lexicon.ts';

const providers = [tavily];

export default defineTool({
  title: 'AI search',
  description: 'Search the web: pages with what they say, and a short answer drawn from them.',
  price: usd('0.002'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('What to search for, in plain words'),
    searchDepth: z.enum(['basic', 'advanced']).default('basic').describe('advanced reads the pages more closely'),
    maxResults: z.number().int().min(1).max(10).default(5).describe('How many pages to return at most'),
    includeAnswer: z.boolean().default(true).describe('Also answer the query in a few sentences'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    answer: z.string().optional().describe('Short answer, drawn from the pages'),
    results: listOf('Best match first', {
      title: z.string(),
      url: z.string(),
      snippet: z.string().describe('The part of the page that fits the query'),
      publishedAt: z.string().optional().describe('ISO 8601 UTC; absent where the source does not tell'),
    }),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon,
  examples: [
    { query: 'What is the Model Context Protocol?' },
    { query: '東京 観光', maxResults: 3, includeAnswer: false },
  ],
  // On the free plan a credit costs nothing, and when the plan is used up the calls are refunded. With the price of a
  // paid credit in TAVILY_CREDIT_USD a dearer search asks for a deposit first.
  costCeiling: ({ searchDepth }, settings) => tavily.ceiling(searchDepth, settings?.('tavily') ?? null),
  async run({ query, searchDepth, maxResults, includeAnswer }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const reply = await provider.search({ query, depth: searchDepth, maxResults, includeAnswer }, ctx);
    return { query, ...reply, sourceUsed: provider.id };
  },
});
