import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { behind } from '../../ledger/books.ts';
import { listOf, memberOf, openNewsroom } from '../auth/newsroom.ts';
import { type FeedWorld, openFeedWorld, type Story } from './world.ts';

const DIFF = '/v1/ai-feed/articles.diff.jsonl';

const findings = {
  summary: '株式会社サンプルは新製品を発表します。',
  categories: ['it'],
  tags: ['Kiro'],
  faq: [{ question: '何を発表しますか？', answer: '株式会社サンプルは新製品を発表します。' }],
  facts: [{ text: '23%', value: 23, unit: '%' }],
  nqScore: 61,
  engine: 'rules' as const,
};

const stories: Story[] = [
  {
    title: 'サンプル、<新製品>を発表',
    body: '株式会社サンプルは新製品を発表します。\u2028平均23%短縮。\n\nお問い合わせは<b>広報</b>まで。',
    findings,
  },
  { title: 'Hidden plans', body: 'Nobody may read this yet.', isPrivate: true },
  ...Array.from({ length: 5 }, (_, index) => ({ title: `News ${index}`, body: `Story ${index} 😀 of the day.` })),
  { title: 'Soon gone', body: 'This is taken back.' },
];

describe.each(dailyEngines(import.meta.url))('the public feed on %s', (engine) => {
  let world: FeedWorld;
  let key: string;
  beforeAll(async () => {
    world = await openFeedWorld(engine, stories);
    const made = await world.ask('POST', '/auth/api-keys', { key: world.writer.token, body: { name: 'reader' } });
    key = String(made.body.key ?? made.body.api_key ?? memberOf(made.body, 'plaintext'));
  });
  afterAll(() => world.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    world.ask('GET', path, { headers });
  const tellId = (index: number): number => world.told[index]?.articleId ?? 0;
  const lines = (text: string): Record<string, unknown>[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('tells an article with all that is public of it', async () => {
    const id = tellId(0);
    const { status, body, headers } = await get(`/v1/articles/${id}?lang=ja-JP`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-language': 'ja', 'cache-control': 'public, max-age=30' });
    expect(headers.vary).toBe('Accept, Accept-Encoding, X-API-Key, Authorization');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatchObject({
      id,
      article_id: id,
      seq: '1.1',
      title: 'サンプル、<新製品>を発表',
      summary: findings.summary,
      url: `${world.url}/v1/articles/${id}`,
      lang: 'ja',
      available_langs: ['ja'],
      translated: false,
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      category: 'it',
      author: { name: 'Sample', url: null },
      shop: { slug: 'sample', name: 'Sample' },
      nq_score: 61,
      faq: findings.faq,
      facts: findings.facts,
      body_html: expect.stringContaining('<p>お問い合わせは&lt;b&gt;広報&lt;/b&gt;まで。</p>'),
    });
    const graph = listOf(memberOf(body.json_ld, '@graph'));
    expect(graph.map((node) => node['@type'])).toEqual(['NewsArticle', 'FAQPage', 'Organization']);
    expect(graph[0]).toMatchObject({ mainEntityOfPage: body.url, datePublished: body.published_at });
    const english = await get(`/v1/articles/${id}?lang=en-US`);
    expect(english).toMatchObject({ body: { lang: 'ja', translated: false }, headers: { 'content-language': 'ja' } });
  });

  it('lists newest first, by cursors that nobody can make up', async () => {
    const seen: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page++) {
      const { body } = await get(`/v1/articles?limit=2&cursor=${cursor}`);
      seen.push(...listOf(body.items).map(({ title }) => title));
      expect(body.has_more).toBe(page < 3);
      cursor = String(body.next_cursor ?? '');
    }
    expect(cursor).toBe('');
    expect(seen).toEqual(['Soon gone', 'News 4', 'News 3', 'News 2', 'News 1', 'News 0', stories[0]?.title]);
    const { body } = await get('/v1/articles?limit=2');
    const good = String(body.next_cursor);
    const bent = [`${good}x`, good.replace(/^./, 'B'), 'nonsense', good.split('.')[0] ?? '', '.'];
    for (const cursor of bent) {
      const refused = await get(`/v1/articles?cursor=${encodeURIComponent(cursor)}`);
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    }
    expect(await get(`/v1/articles?lang=en&cursor=${good}`)).toMatchObject({ status: 400 });
    expect(await get('/v1/articles?limit=101')).toMatchObject({ status: 422 });
    expect((await get('/v1/articles?lang=fr')).body.lang).toBeNull();
  });

  it('gives the profile of a publisher, its news and its health', async () => {
    const me = await world.ask('GET', '/auth/me', { key: world.writer.token });
    expect(me.body.company).toMatchObject({ shop_slug: 'sample' });
    const shop = await get('/v1/shops/sample');
    expect(shop.body).toMatchObject({ slug: 'sample', name: 'Sample', article_count: 7, categories: ['it'] });
    const news = await get('/v1/shops/sample/news?limit=3');
    expect(news.body).toMatchObject({ shop: { slug: 'sample', name: 'Sample' }, total: 7, limit: 3 });
    expect(listOf(news.body.items).map(({ title }) => title)).toEqual(['Soon gone', 'News 4', 'News 3']);
    for (const path of ['/v1/shops/nobody', '/v1/shops/nobody/news'])
      expect(await get(path)).toMatchObject({ status: 404, body: { detail: 'Publisher not found' } });
    const health = await get('/v1/ai-news/health');
    expect(health.body).toMatchObject({
      status: 'ok',
      articles: 7,
      latest_seq: '1.7',
      by_lang: { ja: 1, en: 6, zh: 0 },
    });
  });

  it('is there for feed readers and search engines', async () => {
    const feed = await get('/v1/feed.json');
    expect(feed.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(feed.body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${world.url}/v1/feed.json`,
    });
    const items = listOf(feed.body.items);
    expect(items).toHaveLength(7);
    expect(items.at(-1)).toMatchObject({
      content_text: stories[0]?.body,
      authors: [{ name: 'Sample' }],
      language: 'ja',
    });
    const map = await get('/sitemap.xml');
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(map.text.match(/<loc>/g)).toHaveLength(7);
    expect(map.text).toContain(`<loc>${world.url}/v1/articles/${tellId(0)}</loc>`);
    expect((await get('/sitemap.xml?page=2')).status).toBe(404);
  });

  it('tells all changes in portions, line by line', async () => {
    const first = await get(`${DIFF}?limit=3`);
    expect(first.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-next-since-seq': '1.3',
      'x-has-more': 'true',
      'x-latest-seq': '1.7',
      'x-oldest-seq': '1.0',
      'x-line-count': '3',
      link: `<${world.url}${DIFF}?since_seq=1.3&limit=3>; rel="next"`,
    });
    expect(first.headers['content-disposition']).toBeUndefined();
    expect(first.text).not.toMatch(/[\u2028\u2029]/);
    expect(lines(first.text).map(({ seq, op, rev }) => [seq, op, rev])).toEqual([
      ['1.1', 'upsert', 1],
      ['1.2', 'upsert', 1],
      ['1.3', 'upsert', 1],
    ]);
    const rest = await get(`${DIFF}?since_seq=1.3`, { accept: 'application/jsonl' });
    expect(rest.headers).toMatchObject({ 'content-type': 'application/jsonl; charset=utf-8', 'x-has-more': 'false' });
    expect(lines(rest.text)).toHaveLength(4);
    const none = await get(`${DIFF}?since_seq=7`);
    expect(none).toMatchObject({
      status: 200,
      text: '',
      headers: { 'x-has-more': 'false', 'x-next-since-seq': '1.7' },
    });
    for (const since of ['x', '1.2.3.4', '-1', '1e3'])
      expect(await get(`${DIFF}?since_seq=${since}`)).toMatchObject({ status: 400 });
    for (const since of ['2.1', '1.8', '8', '0.3']) {
      const gone = await get(`${DIFF}?since_seq=${since}`);
      expect(gone).toMatchObject({ status: 410, body: { code: 'resync_required', resync_url: `${world.url}${DIFF}` } });
      expect(gone.body.detail).toBe('since_seq is no longer available; resync from the start');
    }
    expect(await get(`${DIFF}?limit=5001`)).toMatchObject({ status: 422 });
  });

  it('packs long answers, and survives readers that leave or dawdle', async () => {
    const plain = await get(DIFF);
    const packed = await readRaw(`${world.url}${DIFF}`, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toBe(plain.text);
    expect((await readRaw(`${world.url}${DIFF}?limit=0`, { 'accept-encoding': 'gzip' })).status).toBe(422);
    const leaving = httpRequest(`${world.url}${DIFF}`, { headers: { 'accept-encoding': 'gzip' } });
    leaving.on('error', () => {});
    leaving.end();
    const [reply] = await once(leaving, 'response');
    reply.destroy();
    expect((await get(DIFF)).text).toBe(plain.text);
  });

  it('answers 304 while nothing has changed, to each by their key', async () => {
    const paths = ['/v1/articles', `/v1/articles/${tellId(2)}`, '/v1/shops/sample', '/v1/shops/sample/news', DIFF];
    for (const path of [...paths, '/v1/feed.json', '/sitemap.xml', '/v1/ai-news/health']) {
      const { headers } = await get(path);
      const etag = String(headers.etag);
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      const same = await get(path, { 'if-none-match': `"other", ${etag}` });
      expect(same).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'public, max-age=30' } });
      const own = await get(path, { 'if-none-match': etag, 'x-api-key': key });
      expect(own).toMatchObject({ status: 200, headers: { 'cache-control': 'private, max-age=30' } });
      const ours = await get(path, { 'if-none-match': String(own.headers.etag), authorization: `Bearer ${key}` });
      expect(ours.status).toBe(304);
    }
  });

  it('looks at nothing but its counter for a 304', async () => {
    const { dataDir, url } = world.database;
    const store = { url, dataDir: join(dataDir, 'data') };
    const paths = [
      '/v1/articles',
      `/v1/articles/${tellId(2)}`,
      '/v1/shops/sample/news',
      DIFF,
      '/v1/feed.json',
      '/sitemap.xml',
    ];
    const etags = await Promise.all(paths.map(async (path) => String((await get(path)).headers.etag)));
    await behind(store, 'ALTER TABLE feed_entries RENAME TO feed_entries_away');
    try {
      for (const [index, path] of paths.entries()) {
        expect(await get(path, { 'if-none-match': etags[index] ?? '' })).toMatchObject({ status: 304, text: '' });
        expect((await get(path)).status).toBeGreaterThanOrEqual(500);
      }
    } finally {
      await behind(store, 'ALTER TABLE feed_entries_away RENAME TO feed_entries');
    }
    expect((await get('/v1/articles')).status).toBe(200);
  });

  it('takes a key, and no wrong one', async () => {
    for (const wrong of ['fbx_live_0123456789abcdefghijklmnopqrstuv', 'nonsense', ''])
      expect(await get('/v1/articles', { 'x-api-key': wrong })).toMatchObject({ status: 401 });
    expect((await get('/v1/articles', { 'x-api-key': key, authorization: 'Bearer other' })).status).toBe(400);
    const preflight = await world.ask('OPTIONS', DIFF);
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('X-API-Key');
  });

  it('counts keys apart from addresses', async () => {
    const limits = { FEED_RATE_LIMIT_PER_MINUTE: '2', FEED_KEY_RATE_LIMIT_PER_MINUTE: '3' };
    const strict = await openNewsroom(engine, { env: limits });
    const ask = (path: string, headers = {}): Promise<Answer> => strict.ask('GET', path, { headers });
    try {
      const statuses = [];
      for (let count = 0; count < 3; count++) statuses.push((await ask('/v1/ai-news/health')).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await ask('/sitemap.xml')).body).toMatchObject({ code: 'rate_limited' });
      const { apiKey } = (await strict.ask('POST', '/api/proxy/account/create', { body: { name: 'A reader' } })).body;
      const headers = { 'x-api-key': String(apiKey) };
      const first = await ask('/v1/articles', headers);
      expect(first).toMatchObject({ status: 200, headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' } });
      expect((await ask('/v1/articles', { authorization: `Bearer ${apiKey}` })).headers['x-ratelimit-remaining']).toBe(
        '1',
      );
      expect((await ask('/v1/articles', headers)).status).toBe(200);
      expect((await ask('/v1/articles', headers)).status).toBe(429);
      expect((await ask('/v1/articles', { 'x-api-key': 'another' })).status).toBe(401);
    } finally {
      await strict.stop();
    }
  });

  it('follows what becomes of a release', async () => {
    const { releaseId, articleId } = world.told.at(-1) ?? { releaseId: 0, articleId: 0 };
    const ask = (method: string, body?: object): Promise<Answer> =>
      world.ask(method, `/api/press-release/${releaseId}`, { key: world.writer.token, ...(body ? { body } : {}) });
    const { headers } = await get(`/v1/articles/${articleId}`);
    expect((await ask('PUT', { title: 'Still here' })).status).toBe(200);
    const edited = await get(`/v1/articles/${articleId}`, { 'if-none-match': String(headers.etag) });
    expect(edited).toMatchObject({ status: 200, body: { title: 'Still here', seq: '1.8' } });
    expect((await ask('PUT', { contact_info: 'press@sample.co.jp' })).status).toBe(200);
    expect((await get(`${DIFF}?since_seq=1.8`)).text).toBe('');
    expect((await ask('DELETE')).status).toBe(200);
    expect(lines((await get(`${DIFF}?since_seq=1.7`)).text)).toEqual([
      { seq: '1.9', op: 'delete', id: articleId, deleted_at: expect.stringMatching(/\+09:00$/), reason: 'deleted' },
    ]);
    expect(await get(`/v1/articles/${articleId}`)).toMatchObject({
      status: 410,
      text: '{"detail":"Article is no longer available"}',
    });
  });

  it('never shows what is not public', async () => {
    const hidden = tellId(1);
    for (const id of [hidden, hidden + 1_000, -1, '9'.repeat(30)])
      expect(await get(`/v1/articles/${id}`)).toMatchObject({ status: 404, body: { detail: 'Article not found' } });
    const paths = ['/v1/articles', '/v1/shops/sample/news', DIFF, '/v1/feed.json', '/sitemap.xml', '/llms.txt'];
    for (const path of paths) {
      const { text } = await get(path);
      expect(text).not.toMatch(/Hidden plans|Nobody may read/);
      expect(text).not.toContain(`/v1/articles/${hidden}<`);
    }
  });
});

async function readRaw(url: string, headers: Record<string, string>) {
  const sent = httpRequest(url, { headers }).end();
  const [reply] = await once(sent, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of reply) pieces.push(piece);
  return { status: Number(reply.statusCode), headers: reply.headers, body: Buffer.concat(pieces) };
}
