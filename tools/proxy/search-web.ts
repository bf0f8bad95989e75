import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import searxng from '../../src/providers/searxng.ts';
import serper from '../../src/providers/serper.ts';
import { lexicon } from './search-web.lexicon.ts';

const providers = [serper, searxng];

export default defineTool({
  title: 'Web search',
  description: 'Search the web, the news or images, for a country and in a language.',
  price: usd('0.004'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('What to search for'),
    num: z.number().int().min(1).max(100).default(10).describe('How many results to return at most'),
    gl: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters')
      .optional()
      .describe('Country the searcher is in, such as jp'),
    hl: z
      .string()
      .regex(/^[A-Za-z]{2}(-[A-Za-z]{2,4})?$/, 'Must be a language code such as ja or zh-tw')
      .optional()
      .describe('Language of the results, such as ja or zh-tw'),
    type: z.enum(['search', 'news', 'images']).default('search').describe('What to look for'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    type: z.enum(['search', 'news', 'images']),
    answer: z.string().optional().describe('Direct answer, where the engine shows one'),
    results: listOf('Best match first', {
      title: z.string(),
      url: z.string().describe('Address of the page, for images too'),
      snippet: z.string().describe('What the page says about the query; may be empty'),
      publishedAt: z.string().optional().describe('ISO 8601 UTC; absent where the source does not tell'),
      source: z.string().optional().describe('Name of the site or paper'),
      imageUrl: z.string().optional(),
      thumbnailUrl: z.string().optional(),
    }),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon,
  examples: [
    { query: 'What is a farebox?' },
    { query: '人工知能', num: 5, gl: 'jp', hl: 'ja', type: 'news' },
    { query: 'Mount Fuji', type: 'images' },
  ],
  costCeiling: ({ num }, settings) => {
    const first = providers.find(({ id }) => settings?.(id) != null);
    return first === searxng ? 0 : serper.ceiling(num, settings?.(serper.id) ?? null);
  },
  async run({ query, num, gl, hl, type }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const reply =
      provider === serper
        ? await serper.search({ query, num, gl, hl, type }, ctx)
        : await searxng.search({ query, count: num, language: hl, type }, ctx);
    return { query, type, ...reply, sourceUsed: provider.id };
  },
});
