/** The service's own mailing: whom it writes to and whom it leaves in peace, over two weeks of an operator's time. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type Answer, ask } from '../../../harness/farebox.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { behind } from '../../../ledger/books.ts';
import { ADMIN_TOKEN } from '../../../tools/admin/world.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../../../tools/auth/newsroom.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const DAY_MS = 86_400_000;
/** A Tuesday, half an hour after the time of the daily mailing. */
const TUESDAY_MS = Date.parse('2027-03-02T10:30:00+09:00');

const AI = 'AIで議事録を作るクラウドシステムです。ソフトウェアのデータを自動で分析し、作業時間を平均23%短縮します。';
const FOOD = '新しいカフェの限定スイーツとランチのメニューです。レストランの料理とドリンクを味わえます。';
/** Company, headline, text, address. The newest first. */
const ARTICLES = [
  ['株式会社アルファ', 'AI議事録システム「キロク」を提供開始', AI, 'press@alpha.co.jp'],
  ['株式会社アルファ', 'AI議事録システム「キロク」に新機能', AI, 'sales@alpha.co.jp'],
  ['株式会社イプシロン', 'AI分析クラウド「ミル」を公開', `${AI}営業メールはお断りします。`, 'info@epsilon.co.jp'],
  ['株式会社スタジオ', 'クラウドシステム「ノート」を公開', AI, 'pr@studio.co.jp'],
  ['株式会社デルタ', '季節のスイーツをカフェで発売', FOOD, 'pr@delta.co.jp'],
  ['株式会社ベータ', 'AIソフトウェア「ベータ」の提供を開始', AI, 'pr@beta.co.jp'],
  ['株式会社ガンマ', 'AIクラウド「ガンマ」の提供を開始', AI, 'pr@gamma.co.jp'],
  ['株式会社ゼータ', 'AIクラウド「ゼータ」の提供を開始', AI, ''],
] as const;

const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>F</title>${ARTICLES.map(
  ([company, title, text, address], at) =>
    `<item><title>${title}</title><link>https://press.example/r/${at}</link><dc:creator>${company}</dc:creator><pubDate>Mon, 01 Mar 2027 09:${59 - at}:00 +0900</pubDate><description>${company}は2027年3月1日、発表しました。${text}お問い合わせは ${address} まで。</description></item>`,
).join('')}</channel></rss>`;

describe.each(dailyEngines(import.meta.url))('the mailing of the service on %s', (engine) => {
  let database: FreshDatabase;
  let site: Site;
  let folder: string;
  let room: Newsroom;
  let lead: Person;

  const start = async (atMs: number, env: Record<string, string> = {}): Promise<void> => {
    const host = new URL(site.url).host;
    room = await openNewsroom(engine, {
      database,
      clockOffsetMs: atMs - Date.now(),
      env: {
        ...{ ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000', DEMO_DATA: 'off', MEDIA_IMPORT_DIR: folder },
        ...{
          FETCH_ALLOW_HOSTS: host,
          SCRAPE_SOURCES: `prtimes=${site.url}/feed`,
          MAIL_POSTAL_ADDRESS: '東京都港区1-2-3',
        },
        ...env,
      },
    });
  };
  const admin = (method: string, path: string, body?: object): Promise<Answer> =>
    room.ask(method, path, { key: ADMIN_TOKEN, ...(body ? { body } : {}) });
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    room.ask(method, path, { key: lead.token, ...(body ? { body } : {}) });
  const work = async (path: string, kind: string): Promise<void> => {
    const { body } = await admin('POST', path);
    const isOver = async (): Promise<boolean> => {
      const progress = memberOf((await admin('GET', '/admin/pipeline-status')).body.jobs, kind);
      return memberOf(progress, 'job_id') === body.job_id && memberOf(progress, 'running') === false;
    };
    await expect.poll(isOver, PATIENCE).toBe(true);
  };
  /** By the end of two jobs this server has looked at what is due. */
  const haveLooked = async (): Promise<void> => {
    await work('/admin/run-analyze', 'analyze');
    await work('/admin/run-analyze', 'analyze');
  };
  /** Diagnosis mails: company and state. */
  const queue = async (): Promise<Record<string, unknown>> => {
    const { body } = await admin('GET', '/admin/queue?per_page=100');
    const own = listOf(body.items).filter(({ kind }) => kind === 'diagnosis');
    return Object.fromEntries(own.map(({ company_name, status }) => [String(company_name), status]));
  };
  const lettersTo = async (to: string): Promise<Email[]> => {
    const outbox = join(database.dataDir, 'data', 'outbox');
    const names = (await readdir(outbox)).filter((name) => name.startsWith('mail-') && name.endsWith('.eml'));
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
    return mails.filter((mail) => mail.to?.some(({ address }) => address === to));
  };

  const nextRun = async (): Promise<string> =>
    String(memberOf((await admin('GET', '/admin/dashboard')).body.schedule, 'next_run_at'));

  beforeAll(async () => {
    database = await freshDatabase(engine);
    site = await openSite();
    site.pages.set('/feed', page(feed, 'application/rss+xml'));
    folder = await mkdtemp(join(tmpdir(), 'farebox-outreach-'));
  });
  afterAll(async () => {
    await room.stop();
    await database.drop();
    await site.close();
    await rm(folder, { recursive: true });
  });

  it('is off unless it is wanted', async () => {
    await start(TUESDAY_MS - 3_600_000);
    lead = await room.signIn('lead@studio.co.jp', { company_name: 'Studio' });
    await work('/admin/scrape-now', 'scrape');
    await work('/admin/run-analyze', 'analyze');
    const { body } = await admin('GET', '/admin/articles?category=it');
    expect(body.total).toBe(ARTICLES.length - 1);
    expect(await queue()).toEqual({});
    expect((await admin('GET', '/admin/settings')).body).toMatchObject({ outreach_enabled: false });
    await admin('PUT', '/admin/settings/categories', { categories: ['it', 'no-such-category'] });
    await admin('PUT', '/admin/settings/daily-limit', { limit: 2 });
    await admin('POST', '/admin/pause');
    await room.stop();
    // At the time of the mailing, still off.
    await start(TUESDAY_MS - 60_000);
    await haveLooked();
    expect(await queue()).toEqual({});
    await room.stop();
  });

  it('writes to companies of the target categories, newest first, within the budget of the day', async () => {
    await start(TUESDAY_MS, { OUTREACH: 'on' });
    expect((await admin('GET', '/admin/settings')).body).toMatchObject({ outreach_enabled: true });
    await expect.poll(queue, PATIENCE).toEqual({ 株式会社アルファ: 'queued', 株式会社ベータ: 'queued' });
    // Neither the second article of a company, nor who refuses, a customer, another category, or what the day has no room for.
    await haveLooked();
    expect(Object.keys(await queue())).toHaveLength(2);
  });

  it('gives way to a campaign for two weeks, and one refusal ends both', async () => {
    await admin('PUT', '/admin/settings/daily-limit', { limit: 50 });
    // One address twice on the list of a campaign, and in the service's own mailing.
    const importMedia = async (...media: object[]): Promise<number[]> => {
      await writeFile(join(folder, 'media.json'), JSON.stringify(media));
      await admin('POST', '/admin/media/import', { json_path: 'media.json' });
      return listOf((await call('GET', '/api/media/search')).body.items).map(({ media_id }) => Number(media_id));
    };
    const daily = { name: 'アルファ日報', email: 'daily@alpha.co.jp' };
    const ids = await importMedia(daily);
    const found = await importMedia(
      { ...daily, media_id: ids[0], email: 'PRESS@alpha.co.jp' },
      { name: 'アルファ通信', email: 'news@alpha.co.jp' },
    );
    const other = found.find((id) => id !== ids[0]);
    await importMedia({ media_id: other, name: 'アルファ通信', email: 'press@alpha.co.jp' });
    expect(found).toHaveLength(2);
    const text = { title: '提灯の工房を開設', body: '株式会社スタジオは提灯の工房を開設しました。' };
    const release = await call('POST', '/api/press-release', { company_id: lead.companyId, ...text });
    const { press_release_id } = release.body;
    const campaignTo = async (media_ids: number[]): Promise<Answer> => {
      const { list_id: media_list_id } = (await call('POST', '/api/media/lists', { name: '媒体' })).body;
      await call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids });
      return await call('POST', '/api/campaigns', { press_release_id, media_list_id, name: '春' });
    };
    const made = await campaignTo(found);
    expect(made.body).toMatchObject({ counts: { total: 1 }, excluded: [{ reason: 'duplicate_address' }] });
    await call('POST', `/api/campaigns/${made.body.campaign_id}/send`);
    await admin('POST', '/admin/resume');
    await expect.poll(queue, PATIENCE).toEqual({ 株式会社アルファ: 'queued', 株式会社ベータ: 'sent' });
    await expect
      .poll(() => lettersTo('press@alpha.co.jp'), PATIENCE)
      .toMatchObject([{ subject: '【リリース】提灯の工房を開設' }]);
    const { items } = (await admin('GET', '/admin/queue?status=queued')).body;
    const [waiting] = listOf(items);
    const waitsMs = Date.parse(String(waiting?.next_attempt_at)) - TUESDAY_MS;
    expect(waitsMs / DAY_MS).toBeCloseTo(14, 1);
    const [letter] = await lettersTo('press@alpha.co.jp');
    const [, way = ''] = /配信停止: (http\S+)/.exec(letter?.text ?? '') ?? [];
    expect(await ask(room.url, 'POST', way.replace(/^https?:\/\/[^/]+/, ''), {})).toMatchObject({ status: 200 });
    await room.stop();

    await start(TUESDAY_MS + 15 * DAY_MS, { OUTREACH: 'on' });
    // Those of the day of the mailing are not written to again; the next ones are.
    await expect
      .poll(queue, PATIENCE)
      .toEqual({ 株式会社アルファ: 'suppressed', 株式会社ベータ: 'sent', 株式会社ガンマ: 'sent' });
    expect(await lettersTo('press@alpha.co.jp')).toHaveLength(1);
    expect((await campaignTo(found)).body).toMatchObject({ counts: { total: 0 } });
  });

  it('sends a report that says where it comes from, and ends with one click for all senders', async () => {
    const [letter] = await lettersTo('pr@beta.co.jp');
    expect(letter?.subject).toBe('【診断レポート】AIソフトウェア「ベータ」の提供を開始');
    expect(letter?.from?.name).toBe('Farebox');
    expect(letter?.to).toEqual([{ name: '株式会社ベータ', address: 'pr@beta.co.jp' }]);
    expect(letter?.text).toMatch(
      /^株式会社ベータ\u3000広報ご担当者様\n[\s\S]*https:\/\/press\.example\/r\/5\n\nNQスコア: \d+ \/ 100\n[\s\S]*「2027年3月1日」/,
    );
    expect(letter?.text).toMatch(
      /東京都港区1-2-3[\s\S]*プレスリリースでご連絡先を公開されているため、本メールをお送りしています。/,
    );
    expect(letter?.html).toMatch(/<img src="[^"]*\/t\/\d+\?e=/);
    expect(letter?.html).not.toMatch(/<script|<link|<style/);
    expect(letter?.headers.find(({ key }) => key === 'list-id')?.value).toMatch(/^<outreach\.farebox\./);
    const [, way = ''] = /配信停止: (http\S+)/.exec(letter?.text ?? '') ?? [];
    await ask(room.url, 'POST', way.replace(/^https?:\/\/[^/]+/, ''), {});
    await writeFile(join(folder, 'media.json'), JSON.stringify([{ name: 'ベータ通信', email: 'pr@beta.co.jp' }]));
    await admin('POST', '/admin/media/import', { json_path: 'media.json' });
    const { body } = await call('GET', `/api/media/search?q=${encodeURIComponent('ベータ通信')}`);
    expect(listOf(body.items)).toMatchObject([{ suppressed: true, deliverable: false }]);
  });

  it('is told apart in the figures, with who has signed up by it', async () => {
    await room.signIn('somebody@gamma.co.jp', { company_name: 'Gamma' });
    const none = { human: 0, unknown: 0, machine: 0 };
    const { body } = await admin('GET', '/admin/tracking');
    expect(body).toMatchObject({
      ...{ period: 'all', sent: 3, delivered: 3, open_rate: 0, click_rate: 0, opens: none, clicks: none },
      ...{ signups: 1, signup_rate: 0.3333 },
      by_kind: { campaign: { sent: 1, delivered: 1 }, diagnosis: { sent: 2, delivered: 2, open_rate: 0 } },
    });
    const days = listOf(body.by_day);
    expect(days).toHaveLength(30);
    expect(days.filter(({ sent }) => sent !== 0)).toEqual([
      { date: '2027-03-02', sent: 2, opens: 0, clicks: 0 },
      { date: '2027-03-17', sent: 1, opens: 0, clicks: 0 },
    ]);
    expect(listOf(body.by_category)[0]).toMatchObject({ category: 'it', sent: 2, delivered: 2 });
  });

  it('leaves out a day that nobody could begin in time, and says so', async () => {
    await room.stop();
    await start(TUESDAY_MS + 16 * DAY_MS + 2 * 3_600_000, { OUTREACH: 'on' });
    const missed = async (): Promise<unknown[]> =>
      listOf((await admin('GET', '/admin/audit')).body.items).filter(({ action }) => action === 'outreach.missed');
    await expect.poll(missed, PATIENCE).toMatchObject([{ subject: '2027-03-18' }]);
    await haveLooked();
    expect(await missed()).toHaveLength(1);
    expect(await nextRun()).toBe('2027-03-19T10:00:00+09:00');
  });

  it('begins at an hour that is set while the server runs, and once on a day', { timeout: 240_000 }, async () => {
    const countMailings = async (): Promise<number> => {
      const { url, dataDir } = database;
      const jobs = "SELECT id FROM jobs WHERE kind = 'mail-schedule'";
      return (await behind({ url, dataDir: join(dataDir, 'data') }, jobs)).length;
    };
    const moveTo = (hour: number, minute: number) => admin('PUT', '/admin/settings/schedule', { hour, minute });
    const before = await countMailings();
    // It has passed: tomorrow.
    await moveTo(9, 0);
    expect(await nextRun()).toBe('2027-03-19T09:00:00+09:00');
    await moveTo(23, 0);
    expect(await nextRun()).toBe('2027-03-18T23:00:00+09:00');
    // A few seconds on; on a machine that is so busy that it has passed by now, the minute after.
    const dayMs = TUESDAY_MS + 17 * DAY_MS;
    await room.stop();
    await start(dayMs - 6_000, { OUTREACH: 'on' });
    for (let minute = 30; (await countMailings()) === before && minute < 34; minute++) {
      await moveTo(10, minute);
      const isPast = async () => !(await nextRun()).startsWith('2027-03-19T');
      await expect.poll(async () => (await countMailings()) > before || (await isPast()), PATIENCE).toBe(true);
      await haveLooked();
    }
    expect(await countMailings()).toBe(before + 1);
    await moveTo(23, 0);
    expect(await nextRun()).toBe('2027-03-20T23:00:00+09:00');
  });
});
