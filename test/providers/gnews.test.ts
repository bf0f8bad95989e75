import { expect, it } from 'vitest';
import gnews from '../../src/providers/gnews.ts';
import twin from '../../src/sandbox/gnews.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: gnews,
    twin,
    ask: (ctx) => gnews.headlines({ country: 'jp', pageSize: 5 }, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('has headlines of countries, and notes their cost', async () => {
      const ctx = bench().context();
      const { articles, totalResults } = await gnews.headlines(
        { country: 'jp', category: 'business', pageSize: 2 },
        ctx,
      );
      expect(articles).toEqual([
        expect.objectContaining({ source: 'サンドボックス新聞', publishedAt: '2026-11-21T03:00:00.000Z' }),
        expect.objectContaining({ image: expect.stringMatching(/^https:/) }),
      ]);
      expect(totalResults).toBe(54_904);
      expect(ctx.metered).toEqual([1800]);
      expect(gnews.ceiling(null)).toBe(1800);
    });

    it.each(['C++ "compilers', 'rock & roll', '(a OR b', "l'été", '人工知能 2026'])(
      'searches for %s',
      async (query) => {
        const { articles } = await gnews.search({ query, language: 'en', pageSize: 1 }, bench().context());
        expect(articles).toHaveLength(1);
      },
    );

    it('has nothing in a country that it does not know', async () => {
      const nowhere = gnews.headlines({ country: 'xx', pageSize: 5 }, bench().context());
      expect((await failureOf(nowhere)).kind).toBe('empty');
    });
  },
);
