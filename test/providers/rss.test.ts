import { afterAll, expect, it } from 'vitest';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import rss from '../../src/providers/rss.ts';
import { createPageReader } from '../../src/providers/shared/page/reader.ts';
import twin from '../../src/sandbox/rss.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const pages = createPageReader();
afterAll(() => pages.close());

/** The same call with these feeds; `$` stands for the twin's address. */
function reading(ctx: CallContext, feeds: string): CallContext {
  const { environment } = ctx;
  const settings = (id: string) => {
    const own = environment.settings(id);
    return own && { ...own, feeds: feeds.replaceAll('$', own.baseUrl ?? '') };
  };
  return { ...ctx, services: { ...ctx.services, pages }, environment: { ...environment, settings } };
}

describeProvider(
  {
    provider: rss,
    twin,
    ask: (ctx) => rss.headlines({ pageSize: 5 }, reading(ctx, '*=$/all.xml')),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'empty',
      'not-found': 'bad_request',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    const ask = (feeds: string, request = {}) =>
      rss.headlines({ pageSize: 100, ...request }, reading(bench().context(), feeds));

    it('reads RSS 2.0', async () => {
      const { articles } = await ask('us=$/us.xml', { country: 'us', pageSize: 2 });
      expect(articles[0]).toEqual({
        title: 'Markets close higher after a quiet week',
        url: 'https://times.example.com/2026/11/business-1',
        source: 'Sandbox feed',
        publishedAt: '2026-11-21T03:00:00.000Z',
        description: 'Markets close higher after a quiet week. (Sandbox)',
        image: 'https://times.example.com/a.jpg',
      });
      expect(articles).toHaveLength(2);
    });

    it('reads Atom and RSS 1.0', async () => {
      const atom = await ask('jp=$/atom/jp.xml', { country: 'jp' });
      expect(atom.articles[0]).toMatchObject({
        title: '株価は小幅に上昇して週末の取引を終えた',
        url: 'https://shimbun.example.jp/2026/11/business-1',
        publishedAt: '2026-11-21T03:00:00.000Z',
      });
      const rdf = await ask('tw=$/rdf/tw.xml', { country: 'tw' });
      expect(rdf.articles[0]).toMatchObject({ source: 'Sandbox RDF', publishedAt: '2026-11-21T03:00:00.000Z' });
    });

    it('chooses feeds by country and category, in any spelling of the list', async () => {
      const feeds =
        'us=$/us.xml, us/business=$/us.business.xml,jp=$/jp.xml JP/Sports=$/jp.sports.xml\n*=$/all.xml, nonsense';
      const all = await ask(feeds, { country: 'us', category: 'business' });
      expect(all.articles.every(({ url }) => url.includes('/business-'))).toBe(true);
      expect((await ask(feeds, { country: 'jp', category: 'sports' })).articles[0]?.source).toBe('Sandbox feed');
      const elsewhere = await ask(feeds, { country: 'fr' });
      expect(elsewhere.articles[0]?.title).toContain('Markets');
      expect((await failureOf(ask(feeds, { country: 'us', category: 'health' }))).kind).toBe('empty');
      const before = bench().requests('rss');
      const both = await ask(feeds, { country: 'us' });
      expect(bench().requests('rss') - before).toBe(2);
      expect(new Set(both.articles.map(({ url }) => url)).size).toBe(both.articles.length);
    });

    it('finds articles that hold every word', async () => {
      const ctx = reading(bench().context(), '*=$/all.xml');
      const { articles } = await rss.search({ query: 'TELESCOPE galaxy', pageSize: 5 }, ctx);
      expect(articles[0]?.title).toContain('Telescope sees a galaxy');
      expect((await failureOf(rss.search({ query: 'telescope cup', pageSize: 5 }, ctx))).kind).toBe('empty');
    });

    it('goes without a feed that fails, as long as one answers', async () => {
      expect((await ask('us=$/missing.xml us=$/us.xml')).articles.length).toBeGreaterThan(0);
      expect((await failureOf(ask('us=$/missing.xml jp=$/missing.xml'))).kind).toBe('bad_request');
    });

    it.each(['', 'https://a.example/feed.xml', 'us = https://a.example', 'usa=https://a.example'])(
      'is unconfigured with %j',
      async (feeds) => {
        const failure = await failureOf(ask(feeds));
        expect(failure).toMatchObject({ kind: 'unconfigured', facts: { variables: ['RSS_FEEDS'] } });
      },
    );
  },
);

it('reads other encodings, keeps a slash at the end, and passes over what is no article', async () => {
  const paths: string[] = [];
  const items = [
    '<item><title>Un &amp;amp; deux &lt;b&gt;trois&lt;/b&gt;</title><link> https://a.example/1 </link><pubDate>Fri, 20 Nov 2026 19:00:00 +0900</pubDate><source url="https://b.example">B</source></item>',
    '<item><title>A script</title><link>javascript:alert(1)</link></item>',
    '<item><link>https://a.example/2</link></item>',
    '<item><title>caf\u00e9</title><link>https://a.example/3</link><pubDate>some day</pubDate></item>',
  ].join('');
  const feed = `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
  const bench = await benchOf({
    id: 'rss',
    handle: ({ url }) => {
      paths.push(`${url.pathname}${url.search}`);
      return { headers: { 'content-type': 'text/xml' }, body: Buffer.from(feed, 'latin1') };
    },
  });
  const { articles } = await rss.headlines({ pageSize: 9 }, reading(bench.context(), '*=$/feed/?a=1&b=2'));
  await bench.close();
  expect(paths).toEqual(['/feed/?a=1&b=2']);
  expect(articles).toEqual([
    { title: 'Un & deux trois', url: 'https://a.example/1', source: 'B', publishedAt: '2026-11-20T10:00:00.000Z' },
    { title: 'café', url: 'https://a.example/3', source: 'T', publishedAt: null },
  ]);
});
