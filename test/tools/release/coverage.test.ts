/** Coverage of releases: noted by hand, and found among the articles of a feed; on both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type Inspector, openInspector } from '../../harness/inspect.ts';
import { openSite, type Site } from '../../harness/site.ts';
import { listOf } from '../auth/newsroom.ts';
import { type CampaignWorld, openCampaignWorld } from '../campaign/world.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const PATIENCE = { timeout: 60_000, interval: 100 };
const TITLE = '議事録サービス「コトバノート」の提供を開始';

interface Item {
  link: string;
  title: string;
  text: string;
  creator?: string;
  at?: Date;
}

const toRss = (items: readonly Item[]): string => {
  const entries = items.map(
    ({ link, title, text, creator = '編集部', at = new Date(Date.now() + 2_000) }) =>
      `<item><title>${title}</title><link>${link.replaceAll('&', '&amp;')}</link><description>${text}</description><dc:creator>${creator}</dc:creator><pubDate>${at.toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Feed</title>${entries.join('')}</channel></rss>`;
};

const ABOUT = 'https://news.example/tech/1';
const WHOLE = 'https://daily.example/a/7';
const ITEMS: readonly Item[] = [
  {
    link: `${ABOUT}?utm_source=feed`,
    title: '会議を楽にする新製品',
    text: 'Sample Worksは「コトバノート」を発表した。',
  },
  { link: WHOLE, title: `東京の企業、${TITLE}`, text: '会議の内容を記録できるようになる見込みだ。' },
  { link: 'https://news.example/tech/2', title: 'コトバノートの選び方', text: '文具店で人気の帳面を比べました。' },
  { link: 'https://news.example/tech/3', title: 'カフェが開店', text: 'Sample Worksは京都にカフェを開いた。' },
  { link: 'https://wire.example/r/4', title: TITLE, text: '議事録を残せます。', creator: 'Sample Works' },
  { link: 'https://blog.sample-works.co.jp/5', title: TITLE, text: 'お知らせです。' },
  {
    link: 'https://news.example/tech/6',
    title: 'Sample Works、コトバノートを準備',
    text: '来月に公開する。',
    at: new Date(Date.now() - 86_400_000),
  },
];

describe.each(dailyEngines(import.meta.url))('coverage of releases on %s', (engine) => {
  let site: Site;
  let world: CampaignWorld;
  let inspector: Inspector;
  let release: number;
  let items = ITEMS;

  const operate = async (path: string): Promise<void> => {
    const begun = await world.ask('POST', path, { key: ADMIN_TOKEN });
    expect(begun, begun.text).toMatchObject({ status: 200, body: { status: 'accepted' } });
    const readJobs = async () => {
      const { body } = await world.ask('GET', '/internal/pipeline-status', { key: ADMIN_TOKEN });
      return Object.values(Object(body.jobs));
    };
    const isEnded = (job: unknown): boolean => Object(job).job_id === begun.body.job_id && !Object(job).running;
    await vi.waitFor(async () => expect((await readJobs()).some(isEnded)).toBe(true), PATIENCE);
  };
  const collect = async (): Promise<void> => {
    await operate('/admin/scrape-now');
    await operate('/admin/run-analyze');
    await operate('/admin/run-push');
    const readLine = async () => (await inspector.rows('coverage_scan'))[0]?.number;
    const [state] = await inspector.rows('feed_state');
    await vi.waitFor(async () => expect(await readLine()).toBe(state?.number), PATIENCE);
  };
  const path = (rest = '', id = release): string => `/api/press-release/${id}/coverage${rest}`;
  const list = (query = '', id = release): Promise<Answer> => world.call('GET', path(query, id));
  const add = (body: object, id = release): Promise<Answer> => world.call('POST', path('', id), body);

  beforeAll(async () => {
    site = await openSite();
    site.pages.set('/feed', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(toRss(items));
    });
    world = await openCampaignWorld(engine, {
      env: {
        ...{ ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '100000' },
        ...{ FETCH_ALLOW_HOSTS: new URL(site.url).host, SCRAPE_SOURCES: `news=${site.url}/feed` },
      },
    });
    inspector = await openInspector(world.database);
    await world.call('PUT', '/auth/company', { domain: 'sample-works.co.jp' });
    const body = 'Sample Worksは、議事録サービス「コトバノート」の提供を開始しました。月額980円です。';
    release = await world.createRelease({ title: TITLE, body });
    await world.call('POST', '/api/publish-to-aeo', { press_release_id: release });
    await collect();
  });
  afterAll(async () => {
    await inspector?.close();
    await world?.stop();
    await site?.close();
  });

  it('suggests articles with the title, or with the issuer and the product, that came after it', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.counts).toEqual({ suggested: 2, confirmed: 0, dismissed: 0 });
    expect(
      listOf(body.items)
        .map(({ url }) => String(url))
        .sort(),
    ).toEqual([WHOLE, `${ABOUT}?utm_source=feed`]);
    expect(listOf(body.items)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ press_release_id: release, title: '会議を楽にする新製品', outlet: 'news', media_id: null },
          ...{ origin: 'found', state: 'suggested', published_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        }),
      ]),
    );
  });

  it('keeps what a person decides, also when the article changes', async () => {
    const suggested = listOf((await list()).body.items);
    const idOf = (start: string) => suggested.find(({ url }) => String(url).startsWith(start))?.coverage_id;
    const confirmed = await world.call('PUT', path(`/${idOf(ABOUT)}`), { state: 'confirmed', note: '編集部に御礼' });
    expect(confirmed).toMatchObject({
      status: 200,
      body: { state: 'confirmed', note: '編集部に御礼', outlet: 'news' },
    });
    await world.call('PUT', path(`/${idOf(WHOLE)}`), { state: 'dismissed' });
    items = ITEMS.map((item) => ({ ...item, text: `${item.text}続報も伝える。` }));
    await collect();
    const after = (await list()).body;
    expect(after.counts).toEqual({ suggested: 0, confirmed: 1, dismissed: 1 });
    expect(listOf(after.items).map(({ url }) => url)).toEqual([`${ABOUT}?utm_source=feed`]);
    const dismissed = listOf((await list('?state=dismissed')).body.items);
    expect(dismissed.map(({ url }) => url)).toEqual([WHOLE]);
  });

  it('adds an article once, whatever its link looks like', async () => {
    const other = await world.createRelease();
    const url = 'https://www.paper.example/2026/note/?utm_medium=mail';
    const first = await add({ url, title: '提灯の工房', published_on: '2026-11-27' }, other);
    expect(first).toMatchObject({
      status: 200,
      body: { url, title: '提灯の工房', outlet: 'paper.example', published_on: '2026-11-27', origin: 'noted' },
    });
    const again = await add({ url: 'http://paper.example/2026/note', note: '一面' }, other);
    expect(again.body).toEqual({ ...first.body, note: '一面', updated_at: again.body.updated_at });
    expect((await list('', other)).body.counts).toEqual({ suggested: 0, confirmed: 1, dismissed: 0 });
    for (const body of [{ url: 'javascript:alert(1)' }, { url, published_on: '2026-02-30' }, {}])
      expect((await add(body, other)).status).toBe(422);
    // A found one that a person adds is confirmed.
    expect((await add({ url: WHOLE })).body).toMatchObject({ state: 'confirmed', origin: 'found' });
  });

  it('links the outlet that a campaign went to, and counts as coverage of its email', async () => {
    const press_release_id = await world.createRelease();
    const media_list_id = await world.createList(['見本新聞', 'ひだまりラジオ']);
    const { path: campaign, emails } = await world.draft({ press_release_id, media_list_id });
    await world.send(campaign);
    const [paper, radio] = [world.idOf('見本新聞'), world.idOf('ひだまりラジオ')];
    const added = await add({ url: 'https://digital.mihon-shimbun.example/local/1' }, press_release_id);
    expect(added.body).toMatchObject({ media_id: paper, outlet: '見本新聞' });
    const readPlacements = async () => (await world.call('GET', `${campaign}/tracking`)).body.placements;
    expect(await readPlacements()).toBe(1);
    const report = await world.ask('GET', `${campaign}/report`, { key: world.admin.token });
    expect(report.text).toContain(`"coverage","","${paper}","見本新聞",`);
    await world.call('DELETE', path(`/${added.body.coverage_id}`, press_release_id));
    expect(await readPlacements()).toBe(0);
    // The other way round: what is recorded at an email is coverage of the release.
    const placed = { action: 'mark_placed', url: 'https://radio.example/on-air' };
    const email = emails.find(({ media_id }) => media_id === radio);
    await world.call('POST', `${campaign}/emails/${email?.email_id}/resolve`, placed);
    expect(listOf((await list('', press_release_id)).body.items)).toMatchObject([
      { url: placed.url, media_id: radio, outlet: 'ひだまりラジオ', state: 'confirmed' },
    ]);
  });

  it('is of one company alone', async () => {
    const outsider = await world.signIn('stranger@elsewhere.example');
    const [own] = listOf((await list()).body.items);
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['POST', '', { url: 'https://paper.example/1' }],
      ['PUT', `/${own?.coverage_id}`, { state: 'dismissed' }],
      ['DELETE', `/${own?.coverage_id}`, undefined],
    ] as const) {
      const asked = { key: outsider.token, ...(body === undefined ? {} : { body }) };
      const refused = await world.ask(method, path(rest), asked);
      expect(refused).toMatchObject({ status: 404, body: { detail: 'Press release not found' } });
    }
    const other = await world.createRelease();
    expect((await world.call('DELETE', path(`/${own?.coverage_id}`, other))).status).toBe(404);
    expect(listOf((await list()).body.items)).toContainEqual(own);
  });

  it('holds 500 articles, read page by page, and goes with its release', async () => {
    const id = await world.createRelease();
    for (let from = 0; from < 500; from += 50) {
      const urls = Array.from({ length: 50 }, (_, at) => `https://paper.example/${from + at}`);
      await Promise.all(urls.map((url) => add({ url }, id)));
    }
    expect(await add({ url: 'https://paper.example/500' }, id)).toMatchObject({
      status: 409,
      body: { code: 'plan_limit', detail: 'A release has at most 500 articles of coverage' },
    });
    expect((await add({ url: 'https://paper.example/7', note: 'known' }, id)).status).toBe(200);
    const seen: unknown[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { body } = await list(`?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`, id);
      seen.push(...listOf(body.items).map(({ coverage_id }) => coverage_id));
      cursor = body.next_cursor;
    }
    expect(new Set(seen).size).toBe(500);
    expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
    expect((await list('?cursor=x', id)).body).toMatchObject({ code: 'invalid_cursor' });
    await world.call('DELETE', `/api/press-release/${id}`);
    const rows = await inspector.rows('release_coverage');
    expect(rows.filter(({ release_id }) => release_id === id)).toEqual([]);
  });
});
