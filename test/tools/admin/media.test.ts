/** An operator's media database: pages that are read, and texts that an embedding model reads; what comes of both for a company. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import tei from '../../../src/providers/tei.ts';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { openSite, page, type Site } from '../../harness/site.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../media/world.ts';
import { ADMIN_TOKEN } from './world.ts';

const DIMENSIONS = 256;
/** Words for one thing, in whatever language: the model of this test knows that they mean the same. */
const MEANINGS = [/議事録|会議の記録|minutes of meetings/, /猫|cats/, /電車|trains/];
const POISON = '読めない文';
const HOUR_MS = 3_600_000;
const ENDED_MS_MAX = 60_000;

const embed = (text: string): number[] => {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const [at, meaning] of MEANINGS.entries()) if (meaning.test(text)) vector[at] = 1;
  vector[DIMENSIONS - 1] = 0.1;
  return vector;
};

const feed = (origin: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>猫の新聞</title><description>猫の暮らしの専門紙。</description><item><title>猫カフェが京都に開店</title><link>${origin}/a/1</link><pubDate>Fri, 20 Nov 2026 09:00:00 +0900</pubDate></item></channel></rss>`;

describe.each(dailyEngines(import.meta.url))('media on %s', (engine) => {
  let world: MediaWorld;
  let site: Site;
  let folder: string;
  let batches: string[][] = [];
  beforeAll(async () => {
    site = await openSite();
    site.pages.set('/embed', (request, response) => {
      void readAll(request).then((body) => {
        const inputs = listOf(memberOf(JSON.parse(body), 'inputs')).map(String);
        batches.push(inputs);
        const isRefused = inputs.some((input) => input.includes(POISON));
        response.writeHead(isRefused ? 422 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isRefused ? { error: 'inputs must have less tokens' } : inputs.map(embed)));
      });
    });
    folder = await mkdtemp(join(tmpdir(), 'farebox-media-'));
    const env = {
      ADMIN_TOKEN,
      ADMIN_RATE_LIMIT_PER_MINUTE: '1000000',
      MEDIA_IMPORT_DIR: folder,
      TEI_BASE_URL: site.url,
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
    };
    world = await openMediaWorld(engine, { env, providers: [tei] });
  });
  afterAll(async () => {
    await world.stop();
    await site.close();
    await rm(folder, { recursive: true });
  });

  const admin = (method: string, path: string, body?: object): Promise<Answer> =>
    world.ask(method, path, { key: ADMIN_TOKEN, ...(body ? { body } : {}) });
  const importMedia = async (...media: object[]): Promise<void> => {
    await writeFile(join(folder, 'media.json'), JSON.stringify(media));
    const { body } = await admin('POST', '/admin/media/import', { json_path: 'media.json' });
    expect(body).toMatchObject({ status: 'completed', total: media.length, skipped: 0 });
  };
  /** Starts a job and waits for its end. */
  const work = async (path: string, status: number, kind: string): Promise<unknown> => {
    const begun = await admin('POST', path);
    expect(begun).toMatchObject({ status, body: { status: 'accepted', kind, started: true } });
    expect(begun.body.status_url).toBe('/admin/pipeline-status');
    for (const endMs = Date.now() + ENDED_MS_MAX; Date.now() < endMs; await sleep(50)) {
      const progress = memberOf((await admin('GET', '/admin/pipeline-status')).body.jobs, kind);
      if (memberOf(progress, 'job_id') === begun.body.job_id && memberOf(progress, 'running') === false)
        return progress;
    }
    throw new Error('The job does not end');
  };
  const find = async (name: string): Promise<Record<string, unknown> | undefined> => {
    const { body } = await world.get(`/api/media/search?q=${encodeURIComponent(name)}`);
    return listOf(body.items).find((item) => item.name === name);
  };

  it('reads the page and the feed of each medium, and what somebody has written stays', async () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="/neko.xml">';
    const about = '<meta name="description" content="猫と暮らす人の新聞。">';
    const head = `<head><meta charset="utf-8"><title>猫</title>${about}${link}</head>`;
    site.pages.set('/neko', page(`<html>${head}<body><p>編集部 desk@neko.co.jp</p></body></html>`));
    site.pages.set('/neko.xml', page(feed(site.url), 'application/rss+xml'));
    site.pages.set(
      '/no-ads',
      page(
        '<html><body><h1>電車通信</h1><p>ご連絡は desk@densha.co.jp まで。営業メールはお断りします。</p></body></html>',
      ),
    );
    const medium = (name: string, more: object) => ({ name, language: 'ja', ...more });
    await importMedia(
      medium('猫の新聞', { url: `${site.url}/neko`, email: 'desk@neko.co.jp' }),
      medium('電車通信', { url: `${site.url}/no-ads`, email: 'desk@densha.co.jp', profile: '電車の雑誌。' }),
      medium('消えた新聞', { url: `${site.url}/gone` }),
    );
    expect((await admin('GET', '/admin/media/stats')).body).toMatchObject({ last_scan: null });
    const progress = await work('/admin/media/scan', 202, 'media-scan');
    expect(progress).toMatchObject({ total: 3, succeeded: 2, failed: 1, percent: 100 });
    expect(memberOf(progress, 'errors')).toEqual([
      { media_id: expect.any(Number), message: 'The page returned HTTP status 404' },
    ]);
    expect((await admin('GET', '/admin/media/stats')).body).toMatchObject({
      last_scan: { counts: { total: 3, succeeded: 2, failed: 1 } },
      profiles: { scanned: 1 },
    });
    const neko = await find('猫の新聞');
    expect(neko).toMatchObject({
      ...{ profile: '猫と暮らす人の新聞。', profile_status: 'scanned', refuses_ads: false, deliverable: true },
      recent_articles: [
        { title: '猫カフェが京都に開店', url: `${site.url}/a/1`, published_at: '2026-11-20T09:00:00+09:00' },
      ],
    });
    expect(Date.now() - Date.parse(String(neko?.verified_at))).toBeLessThan(HOUR_MS);
    // It refuses, and what the operator has written of it is not overwritten.
    expect(await find('電車通信')).toMatchObject({
      ...{ refuses_ads: true, deliverable: false, profile: '電車の雑誌。', profile_status: 'imported' },
    });
    expect(await find('消えた新聞')).toMatchObject({ profile_status: 'empty', verified_at: null });
    await importMedia(medium('電車通信', { url: `${site.url}/no-ads`, refuses_ads: false, accepts_pitches: true }));
    expect(await find('電車通信')).toMatchObject({ refuses_ads: true });
    // The proof that an address was published outlasts it, unless its owner wants it gone.
    await importMedia(medium('猫の新聞', { url: `${site.url}/neko`, email: 'news@neko.co.jp' }));
    const consents = async () => (await admin('GET', '/admin/personal-data?email=desk@neko.co.jp')).body.consents;
    expect(await consents()).toMatchObject([
      { consent_basis: 'published_address', consent_evidence: expect.stringContaining('desk@neko.co.jp') },
    ]);
    await admin('DELETE', '/admin/personal-data?email=desk@neko.co.jp');
    expect(await consents()).toEqual([]);
  });

  it('has a model read what media say of themselves, each once, and compares by it', async () => {
    await importMedia(
      { name: '記録の友', language: 'ja', email: 'desk@kiroku-no-tomo.co.jp', profile: '会議の記録を短くする工夫。' },
      { name: '詰まった新聞', language: 'ja', email: 'desk@tsumari.co.jp', profile: POISON },
    );
    const release = {
      company_id: world.admin.companyId,
      title: '議事録を自動で作る「ミナログ」を発売',
      body: 'サンプル株式会社は2026年12月1日、議事録を自動で作る「ミナログ」を発売します。価格は9,800円です。',
    };
    const { body: made } = await world.post('/api/press-release', release);
    const recommend = async (more: object = {}) => {
      const options = { press_release_id: made.press_release_id, top_k: 500, ...more };
      return (await world.post('/api/media/recommend', options)).body;
    };
    const byWords = await recommend();
    expect(byWords).toMatchObject({ engine: 'bm25' });
    const placeOf = (body: Record<string, unknown>): number =>
      listOf(body.items).findIndex(({ media }) => memberOf(media, 'name') === '記録の友');

    batches = [];
    const progress = await work('/admin/media/embed', 200, 'media-embed');
    expect(progress).toMatchObject({ failed: 1 });
    const [refused] = listOf(memberOf(progress, 'errors'));
    expect(refused?.message).toBe('The embeddings provider returned no vector');
    const read = batches.filter((batch) => !batch.join().includes(POISON)).flat();
    // In batches, and no text twice; the one that is refused keeps no other from being read.
    expect(read.length).toBe(new Set(read).size);
    expect(read.length).toBe(Number(memberOf(progress, 'succeeded')));
    expect(await find('記録の友')).toMatchObject({ embedding: true });
    expect(await find('詰まった新聞')).toMatchObject({ embedding: false });
    const { body: stats } = await admin('GET', '/admin/media/stats');
    expect(stats.embedded).toBe(read.length);

    const byMeaning = await recommend();
    expect(byMeaning).toMatchObject({ engine: 'bm25+embedding', total: byWords.total });
    expect(placeOf(byMeaning)).toBeLessThan(placeOf(byWords));
    const [first] = listOf(byMeaning.items).filter(({ media }) => memberOf(media, 'name') === '記録の友');
    expect(Number(memberOf(first?.score_components, 'embedding'))).toBeGreaterThan(0.9);
    // A part of the whole, in its order, here too.
    const { body: part } = await world.get(
      `/api/media/recommend/filter?press_release_id=${made.press_release_id}&top_k=500&media_type=web`,
    );
    const ids = (body: Record<string, unknown>) => listOf(body.items).map(({ media_id }) => Number(media_id));
    expect(ids(part)).toEqual(ids(byMeaning).filter((id) => ids(part).includes(id)));
    expect(await recommend()).toEqual(byMeaning);

    batches = [];
    await importMedia({ name: '記録の友', language: 'ja', profile: '猫の記録。' });
    expect(await work('/admin/media/embed', 200, 'media-embed')).toMatchObject({ total: 2, succeeded: 1, failed: 1 });
    expect(batches.filter((batch) => !batch.join().includes(POISON))).toEqual([['猫の記録。']]);
  });

  it('keeps media apart that share an address, and says so', async () => {
    const shared = { language: 'ja', email: 'desk@shared.co.jp' };
    const media = [
      { name: '日刊いち', ...shared },
      { name: '週刊に', ...shared },
      { name: '月刊さん', url: 'https://san.example/', ...shared },
      { name: '月刊さん', url: 'https://other.example/', prefecture: '大阪府', ...shared },
      { name: '独立紙', language: 'ja', email: 'desk@alone.co.jp' },
    ];
    await writeFile(join(folder, 'shared.json'), JSON.stringify(media));
    const read = () => admin('POST', '/admin/media/import', { json_path: 'shared.json' });
    const first = (await read()).body;
    expect(first).toMatchObject({ inserted: 5, skipped: 0, errors: [] });
    expect(listOf(first.warnings).map(({ index, loc }) => [index, loc])).toEqual(
      [1, 2, 3].map((at) => [at, ['email']]),
    );
    const again = (await read()).body;
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 5 });
    expect(listOf(again.warnings).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(await find('週刊に')).toMatchObject({ name: '週刊に' });
  });
});
