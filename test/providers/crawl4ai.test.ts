import { expect, it } from 'vitest';
import crawl4ai from '../../src/providers/crawl4ai.ts';
import twin from '../../src/sandbox/crawl4ai.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

/** By its number: a test asks no name server. */
const url = 'https://93.184.215.14/news';
const page = { url, formats: ['markdown', 'html'], waitForMs: 500 } as const;

describeProvider(
  {
    provider: crawl4ai,
    twin,
    ask: (ctx) => crawl4ai.read({ url, format: 'markdown' }, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'not_found',
    },
  },
  (bench) => {
    it('reads a page', async () => {
      expect(await crawl4ai.read({ url, format: 'markdown' }, bench().context())).toMatchObject({
        title: 'Sandbox page of 93.184.215.14/news',
        content: expect.stringMatching(/^# Sandbox page/),
      });
      const found = await crawl4ai.scrape(page, bench().context());
      expect(found).toMatchObject({ url, markdown: expect.any(String), html: expect.stringMatching(/^<h1>/) });
    });

    it('follows the links of a page, and lists them', async () => {
      const pages = await crawl4ai.crawl({ ...page, limit: 3 }, bench().context());
      expect(pages.map((one) => one.url)).toEqual([url, 'https://93.184.215.14/about', 'https://93.184.215.14/prices']);
      expect(await crawl4ai.crawl({ ...page, limit: 1 }, bench().context())).toHaveLength(1);
      expect(await crawl4ai.map({ url, limit: 2 }, bench().context())).toEqual([
        { url: 'https://93.184.215.14/about', title: '/about' },
        { url: 'https://93.184.215.14/prices', title: '/prices' },
      ]);
    });

    it('follows no link to an address that callers may not name', async () => {
      const pages = await crawl4ai.crawl({ ...page, url: 'http://127.0.0.1/news', limit: 3 }, bench().context());
      expect(pages.map((one) => one.url)).toEqual(['http://127.0.0.1/news']);
    });

    it('asks for the operator’s word', async () => {
      const settings = { crawl4ai: { trustedFetcher: 'false' } };
      expect(await failureOf(crawl4ai.scrape(page, bench().context({ settings })))).toMatchObject({
        kind: 'unconfigured',
        facts: { variables: ['CRAWL4AI_TRUSTED_FETCHER'] },
      });
    });
  },
);
