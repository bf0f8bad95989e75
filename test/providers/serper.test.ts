import { expect, it } from 'vitest';
import serper from '../../src/providers/serper.ts';
import twin from '../../src/sandbox/serper.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { query: 'What is a farebox?', num: 3 };
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
    provider: serper,
    twin,
    ask: (ctx) => serper.search({ ...request, type: 'search' }, ctx),
    failures,
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('gives pages, with the answer that the engine shows', async () => {
      const { results, answer } = await serper.search({ ...request, type: 'search' }, bench().context());
      expect(answer).toContain('farebox');
      expect(results).toHaveLength(3);
      expect(results[1]).toEqual({
        title: 'farebox: documentation',
        url: 'https://docs.example.com/farebox',
        snippet: expect.any(String),
        publishedAt: '2026-11-19T00:00:00.000Z',
      });
    });

    it('gives images, and news with times in UTC', async () => {
      const { results } = await serper.search({ ...request, type: 'images' }, bench().context());
      expect(results[0]).toMatchObject({
        imageUrl: expect.stringMatching(/^https:/),
        thumbnailUrl: expect.any(String),
      });
      const { articles } = await serper.news({ ...request, gl: 'JP', hl: 'ja' }, bench().context());
      expect(articles[0]).toMatchObject({
        source: 'encyclopedia.example.org',
        publishedAt: '2026-11-20T00:00:00.000Z',
      });
    });

    it.each(Object.entries(failures))('tells %s of news and images as %s', async (magic, kind) => {
      expect((await failureOf(serper.news(request, bench().context({ magic })))).kind).toBe(kind);
      const images = serper.search({ ...request, type: 'images' }, bench().context({ magic }));
      expect((await failureOf(images)).kind).toBe(kind);
    });

    it('asks for the sizes that the API knows, and notes what they cost', async () => {
      const ctx = bench().context();
      for (const num of [1, 10, 11, 100]) await serper.search({ ...request, num, type: 'search' }, ctx);
      expect(ctx.metered).toEqual([1000, 1000, 2000, 2000]);
      expect(serper.ceiling(10, null)).toBe(1000);
      expect(serper.ceiling(11, { requestUsd: '0.0003' })).toBe(600);
    });
  },
);
