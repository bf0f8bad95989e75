/** Smart reading with the twins of hosted readers and with our own, whose worker thread is the built one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '../../../src/kernel/tool/context.ts';
import { createPageReader, type PageReader } from '../../../src/providers/shared/page/reader.ts';
import crawl4aiTwin from '../../../src/sandbox/crawl4ai.ts';
import firecrawlTwin from '../../../src/sandbox/firecrawl.ts';
import jinaTwin from '../../../src/sandbox/jina-reader.ts';
import read from '../../../tools/smart/read.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';
import { openSite, page, type Site } from '../../harness/site.ts';

let bench: TwinBench;
let site: Site;
let pages: PageReader;
beforeAll(async () => {
  bench = await benchOf(jinaTwin, firecrawlTwin, crawl4aiTwin);
  site = await openSite();
  site.pages.set('/a', page('<title>A page</title><main><h1>A page</h1><p>Text of the first page.</p></main>'));
  site.pages.set('/b', page('<title>B page</title><main><p>Text of the second.</p></main>'));
  site.pages.set('/app', page('<title>App</title><div id="root"></div><script>draw()</script>'));
  pages = createPageReader();
});
afterAll(async () => {
  await pages.close();
  await site.close();
  await bench.close();
});

const parse = (input: unknown) => read.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  read.output.parse(await read.run(parse(input), bench.context(options)));
const ownContext = (): CallContext => {
  const ctx = site.context({ settings: { 'own-reader': {} } });
  return { ...ctx, services: { ...ctx.services, pages } };
};
const ownRun = async (input: unknown, ctx = ownContext()) => read.output.parse(await read.run(parse(input), ctx));

/** By their numbers: a test asks no name server. */
const url = 'https://93.184.215.14/news';
const other = 'https://93.184.215.15/';

describe('smart-read', () => {
  it('answers in the words of both forms', async () => {
    const answer = await run({ url });
    expect(await run({ urls: [url] })).not.toHaveProperty('pages');
    expect(answer).toEqual({
      content: expect.stringMatching(/^# Sandbox page of/),
      title: 'Sandbox page of 93.184.215.14/news',
      url,
      truncated: false,
      sourceUsed: 'jina-reader',
      fallbackUsed: false,
      attempts: [{ source: 'jina-reader', status: 'ok', ms: expect.any(Number) }],
    });
  });

  it.each([
    'down',
    'cut',
    'malformed',
    'html',
    'empty',
    'bad-key',
    'quota',
    'rate-limit',
    'error-in-200',
    'filtered',
    'hang',
  ])('fast goes to the second reader after %s', async (magic) => {
    const answer = await run({ url }, { magic: `${magic}@jina-reader`, timeoutMs: 3_000 });
    expect(answer).toMatchObject({ sourceUsed: 'firecrawl', fallbackUsed: true });
    expect(answer.attempts.map(({ status }) => status)).toEqual(['failed', 'ok']);
  });

  it('fast goes on to the third', async () => {
    const magic = 'down@jina-reader sandbox:down@firecrawl';
    expect(await run({ url }, { magic })).toMatchObject({ sourceUsed: 'crawl4ai', fallbackUsed: true });
  });

  it('thorough asks two at once and keeps the longer content', async () => {
    const ctx = bench.context();
    const answer = read.output.parse(await read.run(parse({ url, strategy: 'thorough' }), ctx));
    expect(answer.attempts.map(({ source }) => source)).toEqual(['jina-reader', 'firecrawl']);
    expect(answer.fallbackUsed).toBe(false);
    const one = await run({ url, strategy: 'thorough' }, { magic: 'down@jina-reader' });
    expect(one).toMatchObject({ sourceUsed: 'firecrawl', fallbackUsed: true });
    expect((await failureOf(run({ url, strategy: 'thorough' }, { magic: 'down' }))).kind).toBe('overloaded');
  });

  it('keeps the longer content, whoever is first', async () => {
    const longer = await benchOf(jinaTwin, {
      ...firecrawlTwin,
      handle: () => ({ json: { success: true, data: { markdown: 'long '.repeat(500), metadata: { title: 'Long' } } } }),
    });
    const answer = await read.run(parse({ url, strategy: 'thorough' }), longer.context());
    expect(answer).toMatchObject({ title: 'Long', sourceUsed: 'firecrawl' });
    await longer.close();
  });

  it('reads several, in the order of the input, and says which failed', async () => {
    const ctx = bench.context();
    const urls = ['https://93.184.215.14/status/404', url, other];
    const answer = read.output.parse(await read.run(parse({ urls }), ctx));
    expect(answer.pages?.map((one) => [one.url, one.ok])).toEqual([
      [urls[0], false],
      [url, true],
      [other, true],
    ]);
    expect(answer.pages?.[0]).toMatchObject({
      content: '',
      error: { code: 'NO_RESULT', message: expect.stringContaining('404') },
    });
    expect(answer).toMatchObject({ url, title: 'Sandbox page of 93.184.215.14/news' });
    expect(ctx.warnings).toEqual([expect.stringContaining('1 of 3')]);
  });

  it('fails when no page can be read', async () => {
    const urls = ['https://93.184.215.14/status/404', 'https://93.184.215.14/status/410'];
    expect((await failureOf(run({ urls }))).kind).toBe('not_found');
    expect((await failureOf(run({ urls: [url, other] }, { magic: 'down' }))).kind).toBe('overloaded');
  });
});

describe('smart-read by our own reader', () => {
  it('needs nobody else', async () => {
    for (const strategy of ['fast', 'thorough']) {
      const answer = await ownRun({ urls: [`${site.url}/a`, `${site.url}/b`], strategy });
      expect(answer).toMatchObject({
        title: 'A page',
        content: '# A page\n\nText of the first page.',
        sourceUsed: 'own-reader',
      });
      expect(answer.pages?.[1]).toMatchObject({ title: 'B page', content: 'Text of the second.' });
    }
  });

  it('tells a page that scripts draw, alone and among others', async () => {
    await expect(ownRun({ url: `${site.url}/app` })).rejects.toMatchObject({ code: 'UNREADABLE_TARGET' });
    const { pages: both } = await ownRun({ urls: [`${site.url}/app`, `${site.url}/a`] });
    expect(both?.[0]).toMatchObject({
      ok: false,
      error: { code: 'UNREADABLE_TARGET', message: expect.stringContaining('scripts') },
    });
  });

  it('is unavailable where there is no reader at all', async () => {
    const ctx = contextFor({ transport: ownContext().environment.transport });
    await expect(ownRun({ url: `${site.url}/a` }, ctx)).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });
});

describe('its input and price', () => {
  it('can’t cost more than its price as its readers come', () => {
    for (const strategy of ['fast', 'thorough']) {
      for (const count of [1, 2, 5]) {
        const input = parse({ urls: Array.from({ length: count }, () => url), strategy });
        expect(read.costCeiling?.(input)).toBeLessThanOrEqual(read.price ?? 0);
      }
    }
    expect(read.costCeiling?.(parse({ url }), (id) => (id === 'own-reader' ? {} : null))).toBe(0);
  });

  it.each([
    [{ url }, true],
    [{ urls: [url], strategy: 'thorough' }, true],
    [{ urls: Array.from({ length: 5 }, () => url) }, true],
    [{ urls: Array.from({ length: 6 }, () => url) }, false],
    [{ urls: [] }, false],
    [{ url, urls: [url] }, false],
    [{}, false],
    [{ url: '' }, false],
    [{ url: 'a'.repeat(4097) }, false],
    [{ url: 5 }, false],
    [{ urls: url }, false],
    [{ url, strategy: 'slow' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(read.input.safeParse(input).success).toBe(fits);
  });

  it('goes fast by default', () => {
    expect(parse({ url }).strategy).toBe('fast');
  });
});
