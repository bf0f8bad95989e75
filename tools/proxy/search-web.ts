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
  description:
    'Search the web, news or images as a user in a given country and language would. Use for local results and images; for a summary of the results use `smart-search`.',
  price: usd('0.004'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('Search query, in any language.'),
    num: z.number().int().min(1).max(100).default(10).describe('Maximum number of results.'),
    gl: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters')
      .optional()
      .describe('Country of the user, ISO 3166-1 alpha-2 code such as jp.'),
    hl: z
      .string()
      .regex(/^[A-Za-z]{2}(-[A-Za-z]{2,4})?$/, 'Must be a language code such as ja or zh-tw')
      .optional()
      .describe('Language of the results, code such as ja or zh-tw.'),
    type: z
      .enum(['search', 'news', 'images'])
      .default('search')
      .describe('Kind of results: web pages, news or images.'),
  }),
  output: z.object({
    query: z.string().describe('The query that was searched.'),
    type: z.enum(['search', 'news', 'images']).describe('Kind of results from the request.'),
    answer: z.string().optional().describe('Direct answer, if the search engine shows one.'),
    results: listOf('Search results, best match first.', {
      title: z.string().describe('Title of the page or image.'),
      url: z.string().describe('URL of the page; for images, of the page that shows it.'),
      snippet: z.string().describe('Excerpt of the page that matches the query; may be empty.'),
      publishedAt: z.string().optional().describe('Publication time, ISO 8601 in UTC. Absent if unknown.'),
      source: z.string().optional().describe('Name of the site or publisher.'),
      imageUrl: z.string().optional().describe('URL of the full image.'),
      thumbnailUrl: z.string().optional().describe('URL of a small preview image.'),
    }),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
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
