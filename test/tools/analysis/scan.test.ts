/** Scans and reports of companies: feeds and pages on loopback, each site by its own module. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../../src/kernel/tool/context.ts';
import { openSites, type Sites } from '../../../src/newsroom/common/sites.ts';
import { examineHealth } from '../../../src/newsroom/content/scans/health.ts';
import { rateReleases } from '../../../src/newsroom/content/scans/rate.ts';
import { openScans } from '../../../src/newsroom/content/scans/service.ts';
import { createPageReader } from '../../../src/providers/shared/page/reader.ts';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { openSite, page, redirect, type Site } from '../../harness/site.ts';
import { behind } from '../../ledger/books.ts';
import { listOf, memberOf, type Newsroom, openNewsroom } from '../auth/newsroom.ts';

const item = (n: number, title: string, at: string, more = ''): string =>
  `<item><title><![CDATA[${title}]]></title><link>https://press.example/rd/${n}0</link><description>&lt;p&gt;売上は${n}億円。「${title}の発売です、とても嬉しく思います」と代表取締役の田中一郎は述べた。&lt;/p&gt;</description><pubDate>${at}</pubDate><category>IT</category>${more}</item>`;
const rss = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>株式会社サンプル</title><link>/</link>
${item(1, '株式会社サンプル、議事録を作る新サービス「コトバ」を提供開始', 'Tue, 20 Oct 2026 10:00:00 +0900', '<enclosure url="/a.png" type="image/png" length="1"/>')}
${item(2, '新製品', 'Mon, 02 Nov 2026 10:30:00 +0900')}
${item(2, '同じもの', 'Mon, 02 Nov 2026 10:30:00 +0900')}</channel></rss>`;
const rdf = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>株式会社見本のプレスリリース</title></channel>
<item><title>見本市に&amp;出展</title><link>https://prtimes.jp/main/html/rd/p/000000012.000000112.html</link><dc:date>2026-11-20T09:00:00+09:00</dc:date><dc:subject>展示会</dc:subject></item></rdf:RDF>`;
const html = (head: string, body: string): string => `<html><head>${head}</head><body>${body}</body></html>`;
const stated = {
  '@type': 'ItemList',
  itemListElement: [
    {
      '@type': 'ListItem',
      item: {
        '@type': 'NewsArticle',
        headline: 'Studio opens an office in Kyoto',
        url: '/n/1',
        datePublished: '2026-11-01',
      },
    },
  ],
};
const list = html(
  '<meta property="og:site_name" content="Site">',
  `<h1>Studio</h1><nav><a href="/n/2026">Top</a></nav><ul><li><a href="/n/11"><h3>Studio launches its second product</h3></a><time datetime="2026-11-02T10:00:00+09:00"></time><img src="/b.png"></li></ul><a href="https://else.example/22">Somebody else’s long headline</a>`,
);

describe.each(dailyEngines(import.meta.url))('scans on %s', (engine) => {
  let site: Site;
  let empty: Site;
  let room: Newsroom;
  let key: string;
  beforeAll(async () => {
    [site, empty] = await Promise.all([openSite(), openSite()]);
    const hosts = [site, empty].map(({ url }) => new URL(url).host).join(',');
    room = await openNewsroom(engine, { env: { FETCH_ALLOW_HOSTS: hosts, SCAN_HOSTS: hosts } });
    key = (await room.signIn('ada@scans.example')).token;
  });
  afterAll(async () => {
    await room.stop();
    await Promise.all([site.close(), empty.close()]);
  });
  const ask = (path: string, url: string): Promise<Answer> =>
    room.ask('POST', `/api/${path}`, { key, body: { company_url: url } });

  it('list and rate what a feed holds, once in ten minutes, and take nothing of the plan', async () => {
    site.pages.set(
      '/company',
      page(
        html(
          '<link rel="alternate" type="application/rss+xml" href="/feed">',
          '<h1>サンプル社</h1><dl><dt>所在地</dt><dd>東京都港区<script>alert(1)</script></dd></dl>',
        ),
      ),
    );
    site.pages.set('/feed', page(rss, 'application/rss+xml'));
    const first = await ask('company-scan', `${site.url}/company`);
    expect(first).toMatchObject({
      status: 200,
      body: {
        company: {
          name: 'サンプル社',
          site: new URL(site.url).host,
          site_company_id: null,
          url: `${site.url}/company`,
          industry: null,
          address: '東京都港区',
        },
        releases: [
          {
            title: '株式会社サンプル、議事録を作る新サービス「コトバ」を提供開始',
            ...{ url: 'https://press.example/rd/10', published_at: '2026-10-20T10:00:00+09:00', tags: ['IT'] },
            ...{ image_url: `${site.url}/a.png`, known_article_id: null },
          },
          { title: '新製品', image_url: null },
        ],
        ...{ total: 2, truncated: false, source: 'feed', cached: false, counts_against_quota: false },
      },
    });
    expect(listOf(first.body.releases)[0]?.summary).toMatch(/^売上は1億円。「/);
    const url = 'https://press.example/rd/10';
    const { body: result } = await room.ask('POST', '/api/analyze', {
      key,
      body: { content: rss, url, mode: 'score' },
    });
    const { body: article } = await room.ask('POST', '/api/publish-to-aeo', { key, body: { result_id: result.id } });
    const again = await ask('company-scan', `${site.url}/company`);
    expect(listOf(again.body.releases).map(({ known_article_id }) => known_article_id)).toEqual([
      article.article_id,
      null,
    ]);
    const { database } = room;
    const store = { ...database, dataDir: join(database.dataDir, 'data') };
    for (const [path, isPublic] of [
      ['20', 1],
      ['10', 0],
    ] as const)
      await behind(
        store,
        `INSERT INTO articles (source_type, external_id, canonical_url, title, body, language, is_public, created_at, updated_at)
           VALUES ('prtimes', 'x${path}', 'https://press.example/rd/${path}', 'Collected', 'B', 'ja', ${isPublic}, 1, 1)`,
      );
    const [collected] = await behind(store, "SELECT id FROM articles WHERE external_id = 'x20'");
    const third = await ask('company-scan', `${site.url}/company`);
    expect(listOf(third.body.releases).map(({ known_article_id }) => known_article_id)).toEqual([
      article.article_id,
      Number(collected?.id),
    ]);
    const report = await ask('health-report', `${site.url}/company`);
    expect(report.body).toMatchObject({
      period: { from: '2026-10-20T10:00:00+09:00', to: '2026-11-02T10:30:00+09:00' },
      metrics: {
        ...{ release_count: 2, releases_per_month: 2, title_in_band_share: 0.5, with_image_share: 0.5 },
        ...{ with_quote_share: 1, with_numbers_share: 1, best_hour: 10, longest_gap_days: 13 },
        weekday_histogram: { mon: 1, tue: 1, wed: 0 },
      },
      trend: [
        { month: '2026-10', count: 1 },
        { month: '2026-11', count: 1 },
      ],
      cached: true,
    });
    const { score, metrics } = report.body;
    const cadence = 100 * (1 - 13.02 / 365);
    expect(score).toBe(Math.round(0.5 * Number(memberOf(metrics, 'avg_nq')) + 0.15 * cadence + 5 + 10 + 10 + 2.5));
    expect(listOf(report.body.findings)).toContainEqual(
      expect.objectContaining({ code: 'title_too_short', severity: 'high', share: 0.5, examples: ['新製品'] }),
    );
    expect(site.asked).toEqual(['/robots.txt', '/company', '/feed']);
    const usage = await room.ask('GET', '/api/usage', { key });
    expect(usage.body).toMatchObject({ analyses_used: 1, uncounted: { company_scan: 3, health_report: 1 } });
  });

  it('refuse other sites, tell of a site that fails, and count nothing then', async () => {
    for (const url of ['https://news.example/company', 'https://prtimes.jp/', 'nothing', 'ftp://prtimes.jp/x']) {
      expect(await ask('company-scan', url)).toMatchObject({ status: 400, body: { code: 'unsupported_site' } });
    }
    empty.pages.set('/robots.txt', page('', 'text/plain'));
    expect(await ask('health-report', `${empty.url}/gone`)).toMatchObject({
      status: 502,
      body: { code: 'upstream_failed', upstream: { host: new URL(empty.url).host, status: 404 } },
    });
    const inside = ['http://169.254.169.254/latest', 'http://127.0.0.1:1/', 'http://[::ffff:10.0.0.1]/'];
    for (const [index, address] of inside.entries()) {
      empty.pages.set(`/leads-${index}`, redirect(address));
      expect(await ask('company-scan', `${empty.url}/leads-${index}`)).toMatchObject({
        status: 400,
        body: { detail: 'This URL is not allowed', code: 'url_blocked' },
      });
    }
    const { body } = await room.ask('GET', '/api/usage', { key });
    expect(body.uncounted).toEqual({ company_scan: 3, health_report: 1 });
  });
});

describe('the modules of sites', () => {
  const pages = createPageReader();
  let site: Site;
  let nowMs = 0;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await pages.close();
    await site.close();
  });

  /** What is asked of PR TIMES is asked of the site on loopback. */
  function open(hosts: readonly string[] = []) {
    const real = openSites();
    const sites: Sites = {
      fetch: (url, ctx, options) => real.fetch(url.replace('https://prtimes.jp', site.url), ctx, options),
    };
    const services: Services = Object.assign(Object.create(null), { sites, pages });
    const scans = openScans({ hosts, now: () => nowMs });
    return (url: string) => scans.scan(url, { ...site.context({ timeoutMs: 20_000 }), services });
  }

  it('read PR TIMES by its feed, and its page when the feed fails', async () => {
    site.pages.set('/companyrdf.php?company_id=112', page(rdf, 'application/rdf+xml'));
    const scan = open();
    const byFeed = await scan('https://prtimes.jp/main/html/rd/p/000000034.000000112.html');
    expect(byFeed).toMatchObject({
      company: { name: '株式会社見本', site: 'prtimes', siteCompanyId: '112' },
      source: 'feed',
      releases: [{ title: '見本市に&出展', publishedAtMs: Date.parse('2026-11-20T09:00:00+09:00'), tags: ['展示会'] }],
    });
    expect((await scan('https://prtimes.jp/main/html/searchrlp/company_id/112')).cached).toBe(true);
    const links =
      '<article><a href="/main/html/rd/p/000000001.000000007.html"><h3>株式会社七、新しい工場を建設</h3></a><time>2026年11月3日 14時00分</time></article><dl><dt>業種</dt><dd>製造業</dd></dl><a href="/main/html/77">おすすめのプレスリリース特集</a>';
    site.pages.set('/main/html/searchrlp/company_id/7', page(html('', links)));
    const byPage = await open()('https://prtimes.jp/company?company_id=7');
    expect(byPage.company).toMatchObject({ siteCompanyId: '7', industry: '製造業', address: null });
    expect(byPage).toMatchObject({ source: 'html', releases: [{ title: '株式会社七、新しい工場を建設' }] });
    const [rated] = await rateReleases(byPage.releases);
    expect(rated?.publishedAtMs).toBe(Date.parse('2026-11-03T14:00:00+09:00'));
  });

  it('read other pages by what they state, else by their links, and ask whether they have changed', async () => {
    const host = new URL(site.url).host;
    const scan = open([host]);
    const data = `<script type="application/ld+json">${JSON.stringify(stated)}</script>`;
    let asked: string | undefined;
    site.pages.set('/stated', (request, response) => {
      asked = request.headers['if-none-match'];
      if (asked === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"' }).end(html(data, list));
    });
    const first = await scan(`${site.url}/stated`);
    expect(first).toMatchObject({
      source: 'html',
      releases: [{ title: 'Studio opens an office in Kyoto', url: `${site.url}/n/1` }],
    });
    nowMs += 601_000;
    expect(await scan(`${site.url}/stated`)).toMatchObject({
      cached: false,
      fetchedAtMs: nowMs,
      releases: first.releases,
    });
    expect(asked).toBe('"v1"');
    site.pages.set('/links', page(list));
    const byLinks = await scan(`${site.url}/links`);
    expect(byLinks.releases).toEqual([
      {
        title: 'Studio launches its second product',
        url: `${site.url}/n/11`,
        publishedAtMs: Date.parse('2026-11-02T10:00:00+09:00'),
        summary: '',
        imageUrl: `${site.url}/b.png`,
        tags: [],
        author: null,
        origin: null,
      },
    ]);
  });

  const postal = {
    '@type': 'PostalAddress',
    postalCode: '〒600-8001',
    addressRegion: '京都府',
    addressLocality: '京都市下京区',
    streetAddress: '四条通1-2',
  };
  const inEnglish = {
    streetAddress: '1 Main Street',
    addressLocality: 'Springfield',
    addressRegion: 'IL',
    postalCode: '62701',
  };
  const graph = (...nodes: object[]): string =>
    `<script type="application/ld+json">${JSON.stringify({ '@graph': nodes })}</script>`;
  it.each([
    [
      'a table',
      '',
      '<h1>株式会社七</h1><table><tr><th>業 種</th><td>情報・通信</td></tr><tr><th>本社所在地：</th><td>京都市\n下京区</td></tr></table>',
      '情報・通信',
      '京都市 下京区',
    ],
    [
      'a list',
      '',
      '<h1>七有限公司</h1><dl><dt>行业</dt><dd>软件</dd><dt>地址:</dt><dd>上海市浦东新区</dd></dl>',
      '软件',
      '上海市浦东新区',
    ],
    [
      'cells',
      '',
      '<h1>Seven Inc.</h1><table><tr><td>Industry</td><td>Software</td></tr><tr><td>ADDRESS</td><td>1 Main Street</td></tr></table>',
      'Software',
      '1 Main Street',
    ],
    [
      'data',
      graph(
        { '@type': 'Organization', name: '配信サイト', address: '東京都', industry: '配信' },
        { '@type': 'Corporation', name: '株式会社七', industry: { name: '製造' }, address: postal },
      ),
      '<h1>株式会社七のプレスリリース</h1>',
      '製造',
      '〒600-8001 京都府京都市下京区四条通1-2',
    ],
    [
      'data in English',
      graph({ '@type': ['Thing', 'LocalBusiness'], name: 'Seven', address: [inEnglish] }),
      '<h1>Seven Inc.</h1><dl><dt>Industry</dt><dd> </dd></dl>',
      null,
      '1 Main Street, Springfield, IL 62701',
    ],
    [
      'neither',
      graph({ '@type': 'Organization', name: 'Somebody else', address: 'Elsewhere' }),
      '<h1>Seven Inc.</h1><p>Address: somewhere</p><table><tr><th>Address</th></tr></table>',
      null,
      null,
    ],
  ])('tell industry and address from %s', async (_what, head, body, industry, address) => {
    const source = { bytes: Buffer.from(html(head, body)), typeHeader: 'text/html; charset=utf-8', truncated: false };
    const job = { source, contentType: 'text/html', finalUrl: site.url, charsMax: 100_000 };
    expect((await pages.readReleases(job, site.context())).company).toEqual({ industry, address });
  });

  it('report nothing of nothing', () => {
    const { score, grade, findings, metrics } = examineHealth([], 'Asia/Tokyo');
    expect([score, grade, findings.map(({ code }) => code)]).toEqual([0, 'E', ['no_releases']]);
    expect(JSON.stringify(metrics)).not.toMatch(/NaN|Infinity/);
  });
});
