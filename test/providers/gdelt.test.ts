import { expect, it } from 'vitest';
import gdelt from '../../src/providers/gdelt.ts';
import { newsCategories } from '../../src/providers/shared/search/news.ts';
import twin from '../../src/sandbox/gdelt.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: gdelt,
    twin,
    ask: (ctx) => gdelt.search({ query: 'climate', pageSize: 5 }, ctx),
    failures: {
      'rate-limit': 'rate',
      quota: 'rate',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('searches, and mends the titles', async () => {
      const { articles, totalResults } = await gdelt.search({ query: 'climate', pageSize: 3 }, bench().context());
      expect(totalResults).toBe(3);
      expect(articles[0]).toEqual({
        title: 'climate: Markets close higher after a quiet week',
        url: expect.stringMatching(/^https:/),
        source: 'times.example.com',
        publishedAt: '2026-11-21T03:00:00.000Z',
      });
    });

    it.each(newsCategories)('knows %s by its words', async (category) => {
      const { articles } = await gdelt.headlines({ country: 'us', category, pageSize: 2 }, bench().context());
      expect(articles.map(({ url }) => url.includes(`/${category}-`))).toEqual([true, true]);
    });

    it('takes operators out of what a caller writes', async () => {
      const query = '(tone<-5 theme:TERROR "open';
      const { articles } = await gdelt.search({ query, pageSize: 1 }, bench().context());
      expect(articles[0]?.title).toMatch(/^tone -5 theme TERROR open:/);
    });

    it('has nothing for a query that is too short', async () => {
      expect((await failureOf(gdelt.search({ query: 'a', pageSize: 5 }, bench().context()))).kind).toBe('empty');
    });
  },
);

it('names countries and languages as the service does', async () => {
  const asked: (string | null)[] = [];
  const listening = await benchOf({
    id: 'gdelt',
    handle: ({ url }) => {
      asked.push(url.searchParams.get('query'));
      return { json: { articles: [{ url: 'https://a.example', title: 't', seendate: 'x', domain: 'a.example' }] } };
    },
  });
  const ctx = listening.context();
  const { articles } = await gdelt.headlines({ country: 'us', language: 'ja', pageSize: 1 }, ctx);
  await gdelt.search({ query: '東京', country: 'kr', pageSize: 1 }, ctx);
  await gdelt.headlines({ country: 'qq', pageSize: 1 }, ctx);
  await listening.close();
  expect(asked).toEqual(['sourcecountry:unitedstates sourcelang:japanese', '東京 sourcecountry:southkorea', '']);
  expect(articles[0]?.publishedAt).toBeNull();
});
