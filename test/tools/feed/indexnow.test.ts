/** Search engines are told what changes in the feed, once and in order, whatever they answer; the engine is on loopback. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { openSite, type Site } from '../../harness/site.ts';
import { behind } from '../../ledger/books.ts';
import { ADMIN_TOKEN } from '../admin/world.ts';
import { createRelease } from '../analysis/target.ts';
import { type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';

const KEY = 'Key-of-the-newsroom';
const BASE = 'https://farebox.example';

interface Told {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

describe.each(dailyEngines(import.meta.url))('IndexNow on %s', (engine) => {
  let site: Site;
  let database: FreshDatabase;
  let room: Newsroom;
  let ada: Person;
  let earlier: string;
  const told: Told[] = [];
  const statuses: number[] = [];

  const open = (env: Record<string, string> = {}): Promise<Newsroom> =>
    openNewsroom(engine, {
      database,
      env: { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000', BASE_URL: BASE, ...env },
    });
  const rows = (statement: string) => behind({ ...database, dataDir: join(database.dataDir, 'data') }, statement);
  const publish = async (title: string): Promise<{ id: number; url: string }> => {
    const id = await createRelease(room.ask, ada, title);
    const body = { press_release_id: id };
    const { url } = (await room.ask('POST', '/api/publish-to-aeo', { key: ada.token, body })).body;
    return { id, url: String(url) };
  };
  const readReport = async (): Promise<unknown> =>
    (await room.ask('GET', '/admin/aeo-dashboard', { key: ADMIN_TOKEN })).body.indexnow;
  const hurry = () => rows('UPDATE search_announcements SET next_at = 0');

  beforeAll(async () => {
    site = await openSite();
    site.pages.set('/indexnow', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        told.push(JSON.parse(text));
        response.writeHead(statuses.shift() ?? 202).end();
      });
    });
    database = await freshDatabase(engine);
    room = await open();
    ada = await room.signIn('ada@told.example');
  });
  afterAll(async () => {
    await room.stop();
    await database.drop();
    await site.close();
  });

  it('tells nothing without a key, and says so', async () => {
    earlier = (await publish('Studio was quiet')).url;
    expect(await readReport()).toMatchObject({
      ...{ enabled: false, waiting: 0, last_tried_at: null, error: null },
      note: 'INDEXNOW_KEY is not set: search engines are told nothing',
    });
    expect(await room.ask('GET', `/${KEY}.txt`)).toMatchObject({ status: 404 });
    const started = await room.ask('POST', '/admin/run-push', { key: ADMIN_TOKEN });
    await expect
      .poll(async () => (await room.ask('GET', '/admin/aeo-sync-status', { key: ADMIN_TOKEN })).body)
      .toMatchObject({ job_id: started.body.job_id, running: false, failed: 0 });
    expect(await rows('SELECT id FROM search_announcements')).toEqual([]);
    await room.stop();
  });

  it('shows its key, and tells what has changed since', async () => {
    room = await open({ INDEXNOW_KEY: KEY, INDEXNOW_URL: `${site.url}/indexnow` });
    expect(await room.ask('GET', `/${KEY}.txt`)).toMatchObject({
      ...{ status: 200, text: KEY, headers: { 'content-type': 'text/plain; charset=utf-8' } },
    });
    const { id, url } = await publish('Studio is heard');
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]).toEqual({
      ...{ host: 'farebox.example', key: KEY, keyLocation: `${BASE}/${KEY}.txt`, urlList: [url] },
    });
    expect(told[0]?.urlList).not.toContain(earlier);
    await expect
      .poll(readReport)
      .toMatchObject({ enabled: true, waiting: 0, http_status: 202, error: null, note: null });

    // What comes while it pauses is told together: also that something is gone.
    const second = await publish('Studio goes on');
    await room.ask('DELETE', `/api/press-release/${id}`, { key: ada.token });
    expect(await readReport()).toMatchObject({ waiting: 2, next_at: expect.stringMatching(/\+09:00$/) });
    expect(told).toHaveLength(1);
    await hurry();
    await expect.poll(() => told).toHaveLength(2);
    expect(told[1]?.urlList).toEqual([second.url, url]);
  });

  it('waits ever longer after what is refused, says why, and tells the same again', async () => {
    const { url } = await publish('Studio insists');
    const refusals = [
      [429, 'The search engine rate-limited this server'],
      [403, 'The search engine could not confirm the key: INDEXNOW_KEY must be readable under BASE_URL'],
      [422, 'The search engine does not accept URLs of this host: check BASE_URL and INDEXNOW_KEY'],
      [503, 'The search engine returned HTTP status 503'],
    ] as const;
    const before = told.length;
    for (const [index, [status, error]] of refusals.entries()) {
      statuses.push(status);
      await hurry();
      await expect.poll(() => told.length).toBe(before + index + 1);
      await expect.poll(readReport).toMatchObject({ waiting: 1, http_status: status, error });
      const [row] = await rows('SELECT next_at, tried_at FROM search_announcements');
      expect(Number(row?.next_at) - Number(row?.tried_at)).toBe(2 ** index * 60_000);
    }
    await hurry();
    await expect.poll(readReport).toMatchObject({ waiting: 0, http_status: 202, error: null });
    expect(told.slice(before).every(({ urlList }) => urlList.join() === url)).toBe(true);
  });
});
