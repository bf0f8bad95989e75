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
  description:
    'Search the web and return the top results with a short AI-written answer. Use for questions about current events or facts; for the text of a known URL use `reader`.',
  price: usd('0.002'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('Search query in plain words.'),
    searchDepth: z
      .enum(['basic', 'advanced'])
      .default('basic')
      .describe('advanced reads the pages more closely and takes longer.'),
    maxResults: z.number().int().min(1).max(10).default(5).describe('Maximum number of results.'),
    includeAnswer: z.boolean().default(true).describe('Whether to include a short answer to the query.'),
  }),
  output: z.object({
    query: z.string().describe('The query that was searched.'),
    answer: z.string().optional().describe('Short answer based on the results.'),
    results: listOf('Search results, best match first.', {
      title: z.string().describe('Title of the page.'),
      url: z.string().describe('URL of the page.'),
      snippet: z.string().describe('Excerpt of the page that matches the query.'),
      publishedAt: z.string().optional().describe('Publication time, ISO 8601 in UTC. Absent if unknown.'),
    }),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
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
