import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageReader, type PageReader } from '../../../src/providers/shared/page/reader.ts';
import crawl4aiTwin from '../../../src/sandbox/crawl4ai.ts';
import firecrawlTwin from '../../../src/sandbox/firecrawl.ts';
import tool from '../../../tools/proxy/scrape-advanced.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';
import { openSite, page, type Site } from '../../harness/site.ts';

let bench: TwinBench;
let site: Site;
let pages: PageReader;
beforeAll(async () => {
  bench = await benchOf(firecrawlTwin, crawl4aiTwin);
  site = await openSite();
  site.pages.set('/a', page('<title>A</title><main><p>Text of the page.</p></main>'));
  pages = createPageReader();
});
afterAll(async () => {
  await pages.close();
  await site.close();
  await bench.close();
});

const parse = (input: unknown) => tool.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  tool.output.parse(await tool.run(parse(input), bench.context({ timeoutMs: 20_000, ...options })));
const ownContext = () => {
  const ctx = site.context({ settings: { 'own-reader': {} } });
  return { ...ctx, services: { ...ctx.services, pages } };
};

const url = 'https://93.184.215.14/news';
const atHome = { settings: { firecrawl: null } };
const hosts = [
  ['firecrawl', {}],
  ['crawl4ai', atHome],
] as const;

describe.each(hosts)('scrape-advanced with %s', (sourceUsed, options) => {
  it('reads a page in the formats asked for', async () => {
    const {
      mode,
      pages: read,
      ...rest
    } = await run({ url, formats: ['html', 'markdown', 'html'], waitFor: 100 }, options);
    expect({ mode, ...rest }).toEqual({ mode: 'scrape', sourceUsed });
    expect(read).toEqual([
      {
        url,
        title: 'Sandbox page of 93.184.215.14/news',
        markdown: expect.stringMatching(/^# /),
        html: expect.stringMatching(/^<h1>/),
      },
    ]);
    expect((await run({ url }, options)).pages?.[0]).not.toHaveProperty('html');
  });

  it('follows a site', async () => {
    const { pages: read } = await run({ url, mode: 'crawl', limit: 3 }, options);
    expect(read?.map((one) => new URL(one.url).pathname)).toEqual(['/news', '/about', '/prices']);
    expect((await run({ url, mode: 'crawl' }, options)).pages).toHaveLength(5);
  });

  it('lists a site', async () => {
    const { links, pages: none, mode } = await run({ url, mode: 'map', limit: 2 }, options);
    expect({ mode, none, count: links?.length }).toEqual({ mode: 'map', none: undefined, count: 2 });
  });

  it.each(['scrape', 'crawl', 'map'])('%s fails with its source', async (mode) => {
    expect(await failureOf(run({ url, mode }, { ...options, magic: 'bad-key' }))).toMatchObject({
      kind: 'auth',
      source: sourceUsed,
    });
    expect((await failureOf(run({ url, mode }, { ...options, magic: 'empty' }))).kind).toBe('empty');
  });
});

describe('scrape-advanced', () => {
  it('makes JSON of a page where somebody can', async () => {
    const { pages: read } = await run({ url, formats: ['json'] });
    expect(read?.[0]).toMatchObject({ json: { products: [{ name: 'Tea' }] } });
    await expect(run({ url, formats: ['json'] }, atHome)).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['FIRECRAWL_API_KEY'] } },
    });
  });

  it('reads single pages itself, where nobody else is set up, and nothing more', async () => {
    const ctx = ownContext();
    const one = await tool.run(parse({ url: `${site.url}/a`, formats: ['markdown', 'html'], waitFor: 500 }), ctx);
    expect(tool.output.parse(one)).toEqual({
      mode: 'scrape',
      pages: [
        { url: `${site.url}/a`, title: 'A', markdown: 'Text of the page.', html: expect.stringContaining('<p>Text') },
      ],
      sourceUsed: 'own-reader',
    });
    expect(ctx.warnings).toHaveLength(1);
    for (const mode of ['crawl', 'map']) {
      await expect(tool.run(parse({ url: `${site.url}/a`, mode }), ownContext())).rejects.toMatchObject({
        code: 'TOOL_UNAVAILABLE',
      });
    }
    const names = (input: object) => tool.usesFor?.(parse({ url, ...input })).map(({ id }) => id);
    expect(names({})).toEqual(['firecrawl', 'crawl4ai', 'own-reader']);
    expect(names({ mode: 'map' })).toEqual(['firecrawl', 'crawl4ai']);
    expect(names({ formats: ['json', 'html'] })).toEqual(['firecrawl']);
  });

  it('needs a source', async () => {
    await expect(tool.run(parse({ url, mode: 'map' }), contextFor())).rejects.toThrow();
  });

  it('can’t cost more than its price', () => {
    const dearest = [
      { url, formats: ['json', 'html', 'markdown'] },
      { url, mode: 'crawl', limit: 5 },
      { url, mode: 'map', limit: 1000 },
    ];
    expect(dearest.map((input) => tool.costCeiling?.(parse(input)))).toEqual([3_500, 3_500, 700]);
    expect(tool.price).toBeGreaterThanOrEqual(3_500);
    expect(tool.costCeiling?.(parse({ url }), (id) => (id === 'crawl4ai' ? {} : null))).toBe(0);
  });

  it.each([
    [{ url, formats: ['markdown', 'html', 'json'], waitFor: 20_000, mode: 'scrape', limit: 1000 }, true],
    [{ url, mode: 'crawl', limit: 5 }, true],
    [{ url, mode: 'map', limit: 1000, waitFor: 0 }, true],
    [{ url, mode: 'crawl', limit: 51 }, false],
    [{ url, mode: 'crawl', formats: ['json'] }, false],
    [{ url, mode: 'map', limit: 1001 }, false],
    [{ url, limit: 0 }, false],
    [{ url, limit: 1.5 }, false],
    [{ url, waitFor: -1 }, false],
    [{ url, waitFor: 20_001 }, false],
    [{ url, waitFor: '5' }, false],
    [{ url, formats: [] }, false],
    [{ url, formats: 'markdown' }, false],
    [{ url, formats: ['pdf'] }, false],
    [{ url, mode: 'extract' }, false],
    [{ url: '' }, false],
    [{}, false],
  ])('reads %o: %s', (input, fits) => {
    expect(tool.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(parse({ url })).toEqual({ url, formats: ['markdown'], waitFor: 0, mode: 'scrape' });
  });
});
