import { describe, expect, it } from 'vitest';
import newsapi from '../../src/providers/newsapi.ts';
import twin from '../../src/sandbox/newsapi.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: newsapi,
    twin,
    ask: (ctx) => newsapi.search({ query: 'climate', pageSize: 5 }, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      retired: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('searches, and notes its cost', async () => {
      const ctx = bench().context();
      const { articles, totalResults } = await newsapi.search({ query: 'climate', language: 'en', pageSize: 3 }, ctx);
      expect(articles).toHaveLength(3);
      expect(totalResults).toBeGreaterThan(3);
      expect(articles[0]).toEqual({
        title: expect.stringContaining('climate'),
        url: expect.stringMatching(/^https:/),
        source: 'Sandbox Times',
        publishedAt: '2026-11-21T03:00:00.000Z',
        description: expect.any(String),
        image: expect.stringMatching(/^https:/),
      });
      expect(articles[1]).not.toHaveProperty('image');
      expect(ctx.metered).toEqual([1800]);
      expect(newsapi.ceiling(null)).toBe(1800);
      expect(newsapi.ceiling({ requestUsd: '0' })).toBe(0);
    });

    it('shortens a query that it would refuse', async () => {
      const long = { query: 'a'.repeat(600), pageSize: 1 };
      expect((await newsapi.search(long, bench().context())).articles).toHaveLength(1);
    });

    it('has headlines by category', async () => {
      const { articles } = await newsapi.headlines({ category: 'sports', pageSize: 100 }, bench().context());
      expect(articles.length).toBeGreaterThan(1);
      expect(articles.every(({ url }) => url.includes('/sports-'))).toBe(true);
    });
  },
);

describe('what it has', () => {
  it.each([
    ['headlines', { country: 'us' }, true],
    ['headlines', { country: 'us', language: 'en' }, true],
    ['headlines', { country: 'jp' }, false],
    ['headlines', { country: 'us', language: 'es' }, false],
    ['headlines', {}, false],
    ['search', {}, true],
    ['search', { language: 'zh' }, true],
    ['search', { language: 'ja' }, false],
    ['search', { country: 'us' }, false],
  ] as const)('%s %o: %s', (mode, request, has) => {
    expect(newsapi.serves(mode, { pageSize: 20, ...request })).toBe(has);
  });
});
