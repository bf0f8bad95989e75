/**
 * An operator's day: from an empty database over media from a file and feeds on loopback to public articles, the report, the
 * source that fails, and mailing that is paused and goes on.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../../harness/databases.ts';
import type { Answer } from '../../../harness/farebox.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { ADMIN_TOKEN, type OperatorWorld, openOperatorWorld } from '../../../tools/admin/world.ts';
import { listOf, memberOf } from '../../../tools/auth/newsroom.ts';

/** A run waits a second for each request. */
const ENDED_MS_MAX = 60_000;

const entry = (n: number, title: string, text: string, link = `https://press.example/release/${n}?utm_source=feed`) =>
  `<item><title>${title}</title><link>${link.replaceAll('&', '&amp;')}</link><description><![CDATA[${text}]]></description><dc:creator>株式会社サンプル</dc:creator><pubDate>Fri, 20 Nov 2026 0${n}:00:00 +0900</pubDate></item>`;
const feed = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Feed</title>${entries.join('')}</channel></rss>`;
const KOTOBA =
  '<p>株式会社サンプルは2026年12月1日、議事録を作る新サービス「コトバ」の提供を開始します。作業時間を平均23%短縮します。料金は月額980円です。お問い合わせは press@sample.co.jp まで。</p>';
const CAFE = '<p>株式会社サンプルは京都市に新しいカフェを開きます。席は30席で、12月10日に開店します。</p>';

describe.each(dailyEngines(import.meta.url))('the pipeline on %s', (engine) => {
  let site: Site;
  let broken: Site;
  let busy: Site;
  let world: OperatorWorld;
  let admin: OperatorWorld['admin'];
  let etag = '"1"';
  let asked: (string | undefined)[] = [];
  let text = feed(
    entry(1, '新サービス「コトバ」を提供開始', KOTOBA),
    entry(2, '京都にカフェを開店', CAFE),
    entry(3, '本文のない見出し', ''),
    entry(4, '京都にカフェを開店', CAFE, 'https://other.example/release/44'),
  );

  beforeAll(async () => {
    [site, broken, busy] = await Promise.all([openSite(), openSite(), openSite()]);
    site.pages.set('/feed', (request, response) => {
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'application/rss+xml', etag }).end(text);
    });
    broken.pages.set('/feed', page('<p>Broken', 'text/html', 500));
    busy.pages.set('/feed', (_request, response) => {
      response.writeHead(429, { 'retry-after': '1800' }).end();
    });
    const sites = [site, broken, busy].map(({ url }) => `${url}/feed`);
    world = await openOperatorWorld(engine, {
      DEMO_DATA: 'off',
      FETCH_ALLOW_HOSTS: sites.map((url) => new URL(url).host).join(','),
      SCRAPE_SOURCES: `prtimes=${sites[0]},broken=${sites[1]},busy=${sites[2]}`,
    });
    ({ admin } = world);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([site, broken, busy].map((one) => one.close()));
  });

  const ended = async (path: string, kind: string, jobId: unknown): Promise<Record<string, unknown>> => {
    const endMs = Date.now() + ENDED_MS_MAX;
    for (;;) {
      const { body } = await admin('GET', path);
      const progress = memberOf(body.jobs, kind) ?? body;
      if (memberOf(progress, 'job_id') === jobId && memberOf(progress, 'running') === false)
        return Object.fromEntries(Object.entries(Object(progress)));
      if (Date.now() > endMs) throw new Error(`The job goes on: ${JSON.stringify(progress)}`);
      await sleep(50);
    }
  };
  const run = async (start: string, status: string, kind: string): Promise<Record<string, unknown>> => {
    const begun = await admin('POST', start);
    expect(begun, begun.text).toMatchObject({ status: 200, body: { status: 'accepted', kind, status_url: status } });
    return await ended(status, kind, begun.body.job_id);
  };
  const source = async (type: string): Promise<Record<string, unknown>> =>
    (await admin('GET', `/admin/sources/${type}`)).body;

  it('tells of an empty newsroom that nothing has run', async () => {
    const idle = { running: false, job_id: null, total: 0, percent: 0, started_at: null, errors: [] };
    expect((await admin('GET', '/admin/pipeline-status')).body).toMatchObject({
      running: false,
      analyze: idle,
      push: idle,
    });
    expect((await admin('GET', '/internal/pipeline-status')).body).toMatchObject({ jobs: { scrape: idle } });
    // Nobody is there to read what media say of themselves.
    expect(await admin('POST', '/admin/media/embed')).toMatchObject({
      status: 200,
      body: { status: 'stub', embedded: 0, total: 0, provider: null, job_id: null },
    });
    const { body } = await admin('GET', '/admin/sources');
    expect(listOf(body.items).map((one) => `${one.source_type} ${one.health}`)).toEqual([
      'analysis never_run',
      'atpress never_run',
      'broken never_run',
      'busy never_run',
      'kyodo off',
      'press_release never_run',
      'prtimes never_run',
    ]);
    expect((await admin('GET', '/admin/sources/summary')).body).toMatchObject({
      by_status: { active: 6, paused: 0, planned: 1, retired: 0 },
      total: 7,
      landed_24h: 0,
    });
  });

  it('takes media from a file', async () => {
    const media = [
      { name: '京都新報', email: 'desk@kyoto.example', url: 'https://kyoto.example/' },
      { name: '港区新聞', prefecture: '東京都', refuses_ads: true },
    ];
    const folder = join(world.database.dataDir, 'data', 'import');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'media.json'), JSON.stringify(media));
    const imported = await admin('POST', '/admin/media/import', { body: { json_path: 'media.json' } });
    expect(imported.body, imported.text).toMatchObject({ status: 'completed', inserted: 2, skipped: 0 });
    expect((await admin('GET', '/admin/media/stats')).body).toMatchObject({ total: 2, deliverable: 1, refusing: 1 });
  });

  it('collects each article once, and says what fails', async () => {
    const scraped = await run('/admin/scrape-now', '/admin/pipeline-status', 'scrape');
    expect(scraped).toMatchObject({ total: 3, succeeded: 1, failed: 2 });
    expect(listOf(scraped.errors)).toEqual([
      { source_type: 'broken', message: 'The page returned HTTP status 500' },
      { source_type: 'busy', message: 'The source rate-limited this server' },
    ]);
    // One request for robots.txt and one for the feed: what failed is not asked again within the run.
    expect([broken.asked, busy.asked]).toEqual([
      ['/robots.txt', '/feed'],
      ['/robots.txt', '/feed'],
    ]);
    const rows = (await world.inspector.rows('articles'))
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ external_id, skip_reason, duplicate_of, contact_email, company_name, is_public }) => ({
        external_id,
        skip_reason,
        duplicate_of: duplicate_of === null ? null : Number(duplicate_of),
        contact_email,
        company_name,
        is_public,
      }));
    const own = { company_name: '株式会社サンプル', is_public: 0 };
    expect(rows).toEqual([
      {
        ...own,
        external_id: 'https://press.example/release/1',
        skip_reason: null,
        duplicate_of: null,
        contact_email: 'press@sample.co.jp',
      },
      {
        ...own,
        external_id: 'https://press.example/release/2',
        skip_reason: null,
        duplicate_of: null,
        contact_email: null,
      },
      {
        ...own,
        external_id: 'https://press.example/release/3',
        skip_reason: 'no_content',
        duplicate_of: null,
        contact_email: null,
      },
      {
        ...own,
        external_id: 'https://other.example/release/44',
        skip_reason: 'duplicate',
        duplicate_of: 2,
        contact_email: null,
      },
    ]);
    expect(await source('prtimes')).toMatchObject({
      health: 'healthy',
      landed_24h: 4,
      robots: 'allowed',
      fill_rate: { title: 1, body: 0.75, email: 0.25 },
      last_error: null,
    });
    const { daily, ...failing } = await source('broken');
    expect(failing).toMatchObject({ consecutive_failures: 1, last_error: { kind: 'http', status: 500 } });
    expect(listOf(daily)).toHaveLength(14);
    expect(listOf(daily).at(-1)).toMatchObject({ landed: 0, errors: 1 });
    expect(await source('busy')).toMatchObject({ health: 'rate_limited', consecutive_failures: 0 });
  });

  it('asks again for what has changed alone, and leaves alone who asked for it', async () => {
    expect(await run('/admin/scrape-now', '/admin/pipeline-status', 'scrape')).toMatchObject({
      total: 2,
      succeeded: 1,
    });
    expect(asked).toEqual([undefined, '"1"']);
    expect(busy.asked).toHaveLength(2);
    etag = '"2"';
    asked = [];
    text = feed(
      entry(1, '新サービス「コトバ」を提供開始', KOTOBA),
      entry(5, '新製品', '<p>株式会社サンプルは新製品を3000円で発売します。</p>'),
    );
    await run('/admin/scrape-now', '/admin/pipeline-status', 'scrape');
    expect(await source('prtimes')).toMatchObject({ landed_24h: 5, consecutive_failures: 0 });
    expect(await source('broken')).toMatchObject({ health: 'failing', consecutive_failures: 3 });
    const { body } = await admin('GET', '/admin/sources?status=failing');
    expect(listOf(body.items).map(({ source_type }) => source_type)).toEqual(['broken']);
  });

  it('analyses and publishes what was collected, as one job', async () => {
    const begun = await admin('POST', '/internal/run-pipeline');
    expect(begun.body).toMatchObject({ kind: 'pipeline', started: true, status_url: '/internal/pipeline-status' });
    const again = await admin('POST', '/admin/run-pipeline');
    expect(again.body).toMatchObject({ job_id: begun.body.job_id, started: false, already_running: true });
    expect(await ended('/admin/pipeline-status', 'pipeline', begun.body.job_id)).toMatchObject({ total: 3, failed: 0 });
    const { body } = await world.server.request('GET', '/v1/articles');
    const items = listOf(body.items);
    expect(items.map(({ title }) => title)).toEqual(['新製品', '京都にカフェを開店', '新サービス「コトバ」を提供開始']);
    expect(items.at(-1)).toMatchObject({ canonical_url: 'https://press.example/release/1', lang: 'ja' });
    const shown: Answer = await world.server.request('GET', `/v1/articles/${items.at(-1)?.id}`);
    expect(shown.body).toMatchObject({ body: null });
    expect(await run('/admin/run-analyze', '/admin/analyze-status', 'analyze')).toMatchObject({
      total: 0,
      percent: 100,
    });
  });

  it('translates nothing without a translator, and says what would help', async () => {
    const { status, body } = await admin('POST', '/internal/translate-pending', { body: {} });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'no_provider' });
  });

  it('tells the operator of the day: what came, how far it is, and which source fails', async () => {
    const { body } = await admin('GET', '/admin/daily-report');
    expect(body).toMatchObject({ totals: { articles: 5, analyzed: 3, sent: 0 }, change: { articles: null } });
    expect(body.sources).toEqual([{ source_type: 'prtimes', count: 5 }]);
    expect(listOf(body.by_hour).reduce((sum, { count }) => sum + Number(count), 0)).toBe(5);
    expect(listOf(body.top_articles)).toHaveLength(3);
    const alerts = listOf((await admin('GET', '/admin/dashboard')).body.alerts);
    expect(alerts).toMatchObject([{ severity: 'error', code: 'source_failing', source_type: 'broken' }]);
    const list = async (query: string) => {
      const { body: page } = await admin('GET', `/admin/articles?${query}`);
      return listOf(page.items).map(({ title, status }) => `${title} ${status}`);
    };
    expect(await list('sort=published_at')).toEqual([
      '新サービス「コトバ」を提供開始 published',
      '京都にカフェを開店 published',
      '本文のない見出し skipped(no_content)',
      '京都にカフェを開店 skipped(duplicate)',
      '新製品 published',
    ]);
    expect(await list(`q=${encodeURIComponent('コトバ')}`)).toHaveLength(1);
    for (const none of ['コ_バ', 'コ%バ', '\\コトバ']) expect(await list(`q=${encodeURIComponent(none)}`)).toEqual([]);
    expect(await list('has_email=1&analyzed=true')).toEqual(['新サービス「コトバ」を提供開始 published']);
    expect(await list('page=2&per_page=3')).toHaveLength(2);
    expect((await admin('GET', '/admin/aeo-dashboard')).body).toMatchObject({ target: 'local', pushed: 3, pending: 0 });
  });

  it('pauses all mailing, is reminded of it, and lets it go on', async () => {
    expect((await admin('POST', '/admin/pause')).body).toMatchObject({ paused: true, changed: true });
    const paused = (await admin('GET', '/admin/dashboard')).body;
    expect(paused).toMatchObject({ schedule: { paused: true } });
    expect(listOf(paused.alerts).map(({ code }) => code)).toEqual(['paused', 'source_failing']);
    expect((await admin('POST', '/admin/resume')).body).toMatchObject({ paused: false, changed: true });
    expect((await admin('GET', '/admin/settings')).body).toMatchObject({ paused: false, paused_reason: null });
  });

  it('shows an article’s report as a page', async () => {
    const { body } = await admin('GET', '/admin/articles?sort=published_at&per_page=1');
    const report = await admin('GET', `/admin/preview/${listOf(body.items)[0]?.id}`);
    expect(report).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(report.text).toMatch(/新サービス「コトバ」を提供開始.*NQスコア.*<table>/s);
    expect(report.text).not.toMatch(/<script(?![^>]* src=)| style=/);
    const missing = await admin('GET', '/admin/preview/4711');
    expect(missing).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect((await world.server.request('GET', '/admin/preview/1')).status).toBe(401);
  });

  it('takes notes about a source, and changes nothing of what runs', async () => {
    const changes = {
      status: 'paused',
      notes: '調べる',
      tags: ['it', 'it'],
      owner: null,
      feed_url: 'https://else.example/feed',
    };
    const { status, body } = await admin('PUT', '/admin/sources/prtimes', { body: changes });
    expect({ status, body }).toMatchObject({ status: 200, body: { ...changes, tags: ['it'], health: 'off' } });
    asked = [];
    await run('/admin/scrape-now', '/admin/pipeline-status', 'scrape');
    expect(asked).toEqual(['"2"']);
    expect((await admin('PUT', '/admin/sources/prtimes', { body: { status: 'gone' } })).status).toBe(400);
    expect((await admin('PUT', '/admin/sources/nothing', { body: { notes: '' } })).status).toBe(404);
    expect((await world.server.request('GET', '/admin/sources', { key: `${ADMIN_TOKEN}x` })).status).toBe(401);
  });
});
