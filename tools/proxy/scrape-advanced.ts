import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { pages } from '../../src/kernel/tool/coverage.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import crawl4ai from '../../src/providers/crawl4ai.ts';
import firecrawl from '../../src/providers/firecrawl.ts';
import ownReader from '../../src/providers/own-reader.ts';
import type { SiteFormat, SitePage } from '../../src/providers/shared/network/site.ts';
import { lexicon } from './scrape-advanced.lexicon.ts';

/** A crawl is paid by the page: so many for one price. */
const CRAWL_PAGES = 5;
const CRAWL_PAGES_MAX = 50;
const LINKS_MAX = 1_000;
const LINKS_DEFAULT = 100;

const crawlers = [firecrawl, crawl4ai];
const browsers = [...crawlers, ownReader];

interface Input {
  url: string;
  mode: 'scrape' | 'crawl' | 'map';
  formats: SiteFormat[];
  waitFor: number;
  limit?: number | undefined;
}

/** Only one of them makes JSON of a page, and our own reads single pages, without scripts. */
function providersFor({ mode, formats }: Pick<Input, 'mode' | 'formats'>) {
  if (mode === 'map') return crawlers;
  if (formats.includes('json')) return [firecrawl];
  return mode === 'crawl' ? crawlers : browsers;
}

const page = z.object({
  url: z.string().describe('URL of the page.'),
  title: z.string().nullable().describe('Title of the page; null if it has none.'),
  markdown: z.string().optional().describe('Content as Markdown, if requested.'),
  html: z.string().optional().describe('Content as HTML, if requested.'),
  json: z.unknown().optional().describe('Data that a model extracted from the page, if requested.'),
});

export default defineTool({
  title: 'Advanced scraping',
  description:
    'Read a page with a real browser, crawl several pages of a site, or list the URLs of a site. Use when `scrape` or `reader` miss content that scripts load.',
  price: usd('0.004'),
  effect: 'read',
  category: 'scrape',
  timeoutMs: 45_000,
  uses: browsers,
  // Firecrawl serves a page again for two days by itself.
  cache: { seconds: 300 },
  usesFor: providersFor,
  fetches: ['url'],
  input: z
    .object({
      url: z.string().trim().min(1).max(4096).describe('URL of the page or site, http or https.'),
      formats: z
        .array(z.enum(['markdown', 'html', 'json']))
        .min(1)
        .max(3)
        .default(['markdown'])
        .describe('Output formats; json is data extracted by a model, in mode scrape only.'),
      waitFor: z
        .number()
        .int()
        .min(0)
        .max(20_000)
        .default(0)
        .describe('Milliseconds to wait for scripts before reading the page.'),
      mode: z
        .enum(['scrape', 'crawl', 'map'])
        .default('scrape')
        .describe('scrape: one page; crawl: the page and others of its site; map: URLs of the site.'),
      limit: z
        .number()
        .int()
        .min(1)
        .max(LINKS_MAX)
        .optional()
        .describe(
          `Maximum pages of a crawl (default ${CRAWL_PAGES}, at most ${CRAWL_PAGES_MAX}) or URLs of a map (default ${LINKS_DEFAULT}).`,
        ),
    })
    .refine(({ mode, limit = 1 }) => mode !== 'crawl' || limit <= CRAWL_PAGES_MAX, {
      path: ['limit'],
      message: `A crawl reads at most ${CRAWL_PAGES_MAX} pages`,
    })
    .refine(({ mode, formats }) => mode !== 'crawl' || !formats.includes('json'), {
      path: ['formats'],
      message: 'A crawl returns markdown and html; json is for single pages',
    }),
  output: z.object({
    mode: z.enum(['scrape', 'crawl', 'map']).describe('Mode from the request.'),
    pages: z.array(page).optional().describe('Pages that were read; only in modes scrape and crawl.'),
    links: z
      .array(
        z.object({
          url: z.string().describe('URL on the site.'),
          title: z.string().optional().describe('Title of the page.'),
          description: z.string().optional().describe('Meta description of the page.'),
        }),
      )
      .optional()
      .describe('URLs of the site; only in mode map.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [
    { url: 'https://example.com/' },
    { url: 'https://example.com/docs', mode: 'crawl', limit: 3, formats: ['markdown', 'html'] },
    { url: 'https://example.com/', mode: 'map', limit: 50 },
  ],
  costCeiling(input, settings) {
    const first = providersFor(input).find(({ id }) => settings === undefined || settings(id) !== null);
    if (first !== firecrawl) return 0;
    const count = input.mode === 'crawl' ? (input.limit ?? CRAWL_PAGES) : 1;
    const formats = input.mode === 'map' ? [] : input.formats;
    return firecrawl.ceiling(count, formats, settings?.(firecrawl.id) ?? null);
  },
  covers: { limit: pages(CRAWL_PAGES, (limit, { mode }) => (mode === 'crawl' ? Number(limit ?? CRAWL_PAGES) : 0)) },
  async run(input, ctx) {
    const { url, mode, waitFor, limit } = input;
    const formats = [...new Set(input.formats)];
    if (mode === 'map') {
      const provider = chooseConfigured(crawlers, ctx);
      return { mode, links: await provider.map({ url, limit: limit ?? LINKS_DEFAULT }, ctx), sourceUsed: provider.id };
    }
    const request = { url, formats, waitForMs: waitFor };
    if (mode === 'crawl') {
      const provider = chooseConfigured(crawlers, ctx);
      const crawled = await provider.crawl({ ...request, limit: limit ?? CRAWL_PAGES }, ctx);
      return { mode, pages: crawled, sourceUsed: provider.id };
    }
    const provider = chooseConfigured(providersFor(input), ctx);
    const one =
      provider === ownReader ? await ownPage(input, formats, ctx) : await readWithBrowser(provider, request, ctx);
    return { mode, pages: [one], sourceUsed: provider.id };
  },
});

async function readWithBrowser(
  provider: { id: string },
  request: Parameters<typeof firecrawl.scrape>[0],
  ctx: CallContext,
): Promise<SitePage> {
  return provider.id === crawl4ai.id ? await crawl4ai.scrape(request, ctx) : await firecrawl.scrape(request, ctx);
}

/** Read here, once for each format. */
async function ownPage({ url, waitFor }: Input, formats: readonly SiteFormat[], ctx: CallContext): Promise<SitePage> {
  if (waitFor > 0) ctx.warn('This server reads pages without a browser, so scripts were not run.');
  const sitePage: SitePage = { url, title: null };
  for (const format of formats) {
    if (format === 'json') continue;
    const read = await ownReader.read({ url, format }, ctx);
    sitePage.url = read.url;
    sitePage.title = read.title;
    sitePage[format] = read.content;
  }
  return sitePage;
}
