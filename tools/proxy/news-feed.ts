import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import gnews from '../../src/providers/gnews.ts';
import newsapi from '../../src/providers/newsapi.ts';
import { articleShape, type NewsRequest, newsCategories } from '../../src/providers/shared/search/news.ts';
import { listNewsSources, newsSources } from '../../src/providers/shared/search/news-sources.ts';
import { lexicon } from './news-feed.lexicon.ts';

const ARTICLES_MAX = 20;

interface Input {
  mode: 'headlines' | 'search';
  query?: string | undefined;
  country?: string | undefined;
  category?: (typeof newsCategories)[number] | undefined;
  language?: string | undefined;
}

/** Headlines are those of the United States where nobody names a country or a language. */
function requestOf({ mode, query, country, category, language }: Input): NewsRequest {
  const home = mode === 'headlines' && language === undefined ? 'us' : undefined;
  return { query, country: country ?? home, category, language, pageSize: ARTICLES_MAX };
}

const fitting = (input: Input) => listNewsSources(input.mode, requestOf(input)).map((name) => newsSources[name]);

const code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, 'Must be a code of two letters');

export default defineTool({
  title: 'News feed',
  description:
    'Get the top headlines of a country, or search news articles about a topic. Use `smart-news` for translated titles and fallback between providers.',
  price: usd('0.002'),
  effect: 'read',
  category: 'data',
  uses: Object.values(newsSources),
  usesFor: fitting,
  // News of the last minute are news; the keyless source takes one request in five seconds.
  cache: { seconds: 60, scope: 'public' },
  input: z
    .object({
      mode: z
        .enum(['headlines', 'search'])
        .default('headlines')
        .describe('headlines: current top news; search: articles about query.'),
      query: z.string().trim().min(1).max(500).optional().describe('Search words; required in mode search.'),
      country: code
        .optional()
        .describe('Country of the publishers, ISO 3166-1 alpha-2 code such as jp. Default for headlines: us.'),
      category: z.enum(newsCategories).optional().describe('Category of the headlines. Default: all.'),
      language: code.optional().describe('Language of the articles, ISO 639-1 code such as ja.'),
    })
    .refine(({ mode, query }) => mode !== 'search' || query, {
      path: ['query'],
      message: 'query is required in search mode',
    }),
  output: z.object({
    articles: z.array(articleShape).describe(`Up to ${ARTICLES_MAX} articles, newest first.`),
    totalResults: z.number().describe('Number of matching articles at the provider.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [
    { country: 'us', category: 'technology' },
    { mode: 'search', query: '人工知能', language: 'ja' },
  ],
  costCeiling: (_input, settings) =>
    Math.max(newsapi.ceiling(settings?.('newsapi') ?? null), gnews.ceiling(settings?.('gnews') ?? null)),
  async run(input, ctx) {
    const provider = chooseConfigured(fitting(input), ctx);
    const { articles, totalResults } = await provider[input.mode](requestOf(input), ctx);
    return { articles: articles.slice(0, ARTICLES_MAX), totalResults, sourceUsed: provider.id };
  },
});
