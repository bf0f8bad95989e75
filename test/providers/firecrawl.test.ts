import { expect, it } from 'vitest';
import firecrawl from '../../src/providers/firecrawl.ts';
import twin from '../../src/sandbox/firecrawl.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const url = 'https://example.com/news';
const page = { url, formats: ['markdown'], waitForMs: 0 } as const;
const failures = {
  'rate-limit': 'rate',
  'bad-key': 'auth',
  quota: 'quota',
  down: 'overloaded',
  'error-in-200': 'lying',
  empty: 'empty',
} as const;

describeProvider(
  {
    provider: firecrawl,
    twin,
    ask: (ctx) => firecrawl.read({ url, format: 'markdown' }, ctx),
    failures: { ...failures, 'not-found': 'not_found', filtered: 'empty' },
    retryAfterSeconds: 42,
  },
  (bench) => {
    it('reads a page', async () => {
      const ctx = bench().context();
      expect(await firecrawl.read({ url, format: 'html' }, ctx)).toMatchObject({
        title: 'Sandbox page of example.com/news',
        url,
        content: expect.stringMatching(/^<h1>/),
        language: 'en',
        truncated: false,
      });
      expect(ctx.metered).toEqual([700]);
    });

    it('gives the formats asked for, after a wait', async () => {
      const ctx = bench().context();
      const found = await firecrawl.scrape({ url, formats: ['markdown', 'html', 'json'], waitForMs: 60_000 }, ctx);
      expect(found).toEqual({
        url,
        title: 'Sandbox page of example.com/news',
        markdown: expect.any(String),
        html: expect.any(String),
        json: expect.any(Object),
      });
      expect(ctx.metered).toEqual([5 * 700]);
    });

    it('follows a site, and lists its pages', async () => {
      const ctx = bench().context();
      const pages = await firecrawl.crawl({ ...page, limit: 3 }, ctx);
      expect(pages.map((one) => one.url)).toEqual([url, 'https://example.com/about', 'https://example.com/prices']);
      expect(await firecrawl.map({ url, limit: 2 }, ctx)).toEqual([
        { url, title: 'Sandbox page of example.com/news' },
        { url: 'https://example.com/about' },
      ]);
      expect(ctx.metered).toEqual([3 * 700, 700]);
    });

    it.each(Object.entries(failures))('tells %s of crawls and maps as %s', async (magic, kind) => {
      const failed = (run: Promise<unknown>) => failureOf(run).then((failure) => failure.kind);
      expect(await failed(firecrawl.crawl({ ...page, limit: 2 }, bench().context({ magic })))).toBe(kind);
      expect(await failed(firecrawl.map({ url, limit: 2 }, bench().context({ magic })))).toBe(kind);
    });

    it('asks for the operator’s word where its server is one of the operator’s own', async () => {
      const settings = { firecrawl: { trustedFetcher: '' } };
      for (const run of [firecrawl.map({ url, limit: 1 }, bench().context({ settings }))]) {
        expect(await failureOf(run)).toMatchObject({
          kind: 'unconfigured',
          facts: { variables: ['FIRECRAWL_TRUSTED_FETCHER'] },
        });
      }
    });

    it('has the price of its pages for its ceiling', () => {
      expect(firecrawl.ceiling(1, ['markdown'], null)).toBe(700);
      expect(firecrawl.ceiling(5, ['markdown', 'html'], null)).toBe(3_500);
      expect(firecrawl.ceiling(1, ['json'], { creditUsd: '0.001' })).toBe(5_000);
    });
  },
);

/** A twin whose crawls go on for so many questions. */
async function slowCrawls(questions: number) {
  const asked: string[] = [];
  const bench = await benchOf({
    ...twin,
    async handle(request) {
      asked.push(request.method);
      const reply = await twin.handle(request);
      const gets = asked.filter((method) => method === 'GET').length;
      if (request.method !== 'GET' || gets > questions) return reply;
      const done: object = typeof reply.json === 'object' ? { ...reply.json } : {};
      return { json: { ...done, status: 'scraping' } };
    },
  });
  return { bench, asked };
}

it.concurrent('waits for a crawl', async () => {
  const { bench, asked } = await slowCrawls(2);
  const ctx = bench.context({ timeoutMs: 20_000 });
  expect(await firecrawl.crawl({ ...page, limit: 2 }, ctx)).toHaveLength(2);
  expect(asked).toEqual(['POST', 'GET', 'GET', 'GET']);
  expect(ctx.warnings).toEqual([]);
  await bench.close();
});

it.concurrent('gives a crawl up in time, and what there is of it', async () => {
  const { bench, asked } = await slowCrawls(1_000);
  const ctx = bench.context({ timeoutMs: 5_500 });
  const startedMs = Date.now();
  expect(await firecrawl.crawl({ ...page, limit: 2 }, ctx)).toHaveLength(2);
  expect(Date.now() - startedMs).toBeLessThan(5_500);
  expect(asked.at(-1)).toBe('DELETE');
  expect(ctx.warnings).toHaveLength(1);
  await bench.close();
});
