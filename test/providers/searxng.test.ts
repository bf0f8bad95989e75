import { expect, it } from 'vitest';
import searxng from '../../src/providers/searxng.ts';
import twin from '../../src/sandbox/searxng.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { query: 'farebox', count: 3 };

describeProvider(
  {
    provider: searxng,
    twin,
    ask: (ctx) => searxng.search(request, ctx),
    failures: {
      'rate-limit': 'rate',
      // JSON is not allowed in its settings: nothing but its operator helps.
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      // No engine behind it answered.
      quota: 'overloaded',
    },
  },
  (bench) => {
    it('gives as many pages as were asked for', async () => {
      const { results } = await searxng.search(request, bench().context());
      expect(results.map(({ url }) => url)).toEqual([
        'https://docs.example.com/farebox',
        'https://www.example.com/guides/farebox',
        'https://news.example.com/2026/11/farebox',
      ]);
      expect(results[0]).not.toHaveProperty('publishedAt');
    });

    it('gives news and images', async () => {
      const options = { ...request, language: 'ja', freshness: 'pw' } as const;
      const news = await searxng.search({ ...options, type: 'news' }, bench().context());
      expect(news.results[0]).toMatchObject({ publishedAt: '2026-11-20T14:22:41.000Z' });
      const images = await searxng.search({ ...options, type: 'images' }, bench().context());
      expect(images.results[0]).toMatchObject({ imageUrl: 'https://docs.example.com/picture.png' });
    });
  },
);
