/**
 * A request that creates or sends is done once for each idempotency key, wherever its repeats come in: of two at one moment, at
 * two servers where they share a database, one does it and both tell of it. What hands out a secret is recorded nowhere.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import type { Answer } from '../harness/farebox.ts';
import { type Inspector, openInspector } from '../harness/inspect.ts';
import { ADMIN_TOKEN } from '../tools/admin/world.ts';
import { type Newsroom, openNewsroom } from '../tools/auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../tools/media/world.ts';

const TEXT = 'Studio will launch Kiro on December 1, 2026. It costs 300 dollars a month.';

interface Made {
  companyId: string;
  accountId: string;
  release: number;
  list: number;
  campaign: number;
  mediaIds: number[];
}

interface Repeat {
  path: string;
  body: object;
  /** The same operation with another input under the same key. */
  other: object;
  /** Where what it makes is counted. */
  table: string;
  isOperator?: true;
}

const list = (made: Made): Repeat[] => [
  {
    path: '/api/press-release',
    body: { company_id: made.companyId, title: 'Once', body: TEXT },
    other: { company_id: made.companyId, title: 'Twice', body: TEXT },
    table: 'press_releases',
  },
  {
    path: '/api/press-release/generate',
    body: { company_name: 'Studio', product_name: 'Kiro', target_audience: 'editors', features: ['fast'] },
    other: { company_name: 'Studio', product_name: 'Kiro', target_audience: 'readers', features: ['fast'] },
    table: 'press_releases',
  },
  {
    path: '/api/press-release/optimize',
    body: { draft: TEXT },
    other: { draft: `${TEXT} More.` },
    table: 'press_releases',
  },
  { path: '/api/analyze', body: { content: TEXT }, other: { content: `${TEXT} More.` }, table: 'analyses' },
  {
    path: '/api/publish-to-aeo',
    body: { press_release_id: made.release },
    other: { press_release_id: made.release + 1 },
    table: 'feed_entries',
  },
  { path: '/api/media/lists', body: { name: 'Once' }, other: { name: 'Twice' }, table: 'media_lists' },
  {
    path: '/api/media/send-pitch',
    body: { press_release_id: made.release, media_ids: made.mediaIds.slice(0, 1) },
    other: { press_release_id: made.release, media_ids: made.mediaIds.slice(1, 2) },
    table: 'pitch_log',
  },
  {
    path: '/api/campaigns',
    body: { press_release_id: made.release, media_list_id: made.list, name: 'Once' },
    other: { press_release_id: made.release, media_list_id: made.list, name: 'Twice' },
    table: 'campaigns',
  },
  {
    path: `/api/campaigns/${made.campaign}/test`,
    body: { to: 'lead@sample-works.co.jp' },
    other: { to: 'writer@sample-works.co.jp' },
    table: "mail_items WHERE kind = 'test'",
  },
  {
    path: `/api/campaigns/${made.campaign}/send`,
    body: { send_at: '2027-01-01T10:00:00+09:00' },
    other: { send_at: '2027-01-02T10:00:00+09:00' },
    table: "campaigns WHERE status = 'scheduled'",
  },
  {
    path: '/api/suppressions',
    body: { email: 'once@press.example' },
    other: { email: 'twice@press.example' },
    table: 'suppressions',
  },
  {
    path: '/auth/invite',
    body: { email: 'once@sample-works.co.jp' },
    other: { email: 'twice@sample-works.co.jp' },
    table: 'invitations',
  },
  {
    path: `/admin/accounts/${made.accountId}/grant`,
    body: { amount: 1 },
    other: { amount: 2 },
    table: 'transfers',
    isOperator: true,
  },
];

describe.each(engines)('repeats on %s', (engine) => {
  let world: MediaWorld;
  let second: Newsroom | null = null;
  let inspector: Inspector;
  let repeats: Repeat[];

  beforeAll(async () => {
    const env = { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000', BASE_URL: 'https://farebox.example' };
    world = await openMediaWorld(engine, { env });
    if (world.database.shared) second = await openNewsroom(engine, { database: world.database, env });
    inspector = await openInspector(world.database);
    const { companyId } = world.admin;
    const { press_release_id } = (
      await world.post('/api/press-release', { company_id: companyId, title: 'Studio launches Kiro', body: TEXT })
    ).body;
    const { items } = (await world.get('/api/media/search?delivery=email')).body;
    const mediaIds = Array.isArray(items) ? items.slice(0, 3).map(({ media_id }) => Number(media_id)) : [];
    const { list_id } = (await world.post('/api/media/lists', { name: 'Everybody' })).body;
    await world.post(`/api/media/lists/${list_id}/items`, { media_ids: mediaIds });
    const campaign = { press_release_id, media_list_id: list_id, name: 'Kiro' };
    const { campaign_id } = (await world.post('/api/campaigns', campaign)).body;
    const { company } = (await world.get('/auth/me')).body;
    repeats = list({
      ...{ companyId, accountId: String(Object(company).account_id) },
      ...{ release: Number(press_release_id), list: Number(list_id), campaign: Number(campaign_id), mediaIds },
    });
  });
  afterAll(async () => {
    await inspector.close();
    await second?.stop();
    await world.stop();
  });

  const count = async (what: string): Promise<number> => {
    const [, table = '', column, value] = /^(\w+)(?: WHERE (\w+) = '(\w+)')?$/.exec(what) ?? [];
    const rows = await inspector.rows(table);
    return rows.filter((row) => column === undefined || row[column] === value).length;
  };
  const ask = (room: Newsroom, { path, isOperator }: Repeat, body: object, key: string): Promise<Answer> =>
    room.ask('POST', path, {
      key: isOperator ? ADMIN_TOKEN : world.admin.token,
      body,
      headers: { 'idempotency-key': key },
    });

  it('do nothing twice', async () => {
    for (const [index, repeat] of repeats.entries()) {
      const { path, body, other, table } = repeat;
      const key = `once-${index}`;
      const before = await count(table);
      const both = await Promise.all([world, second ?? world].map((room) => ask(room, repeat, body, key)));
      expect([path, ...both.map(({ status }) => status < 300)]).toEqual([path, true, true]);
      expect([path, both[0]?.text]).toEqual([path, both[1]?.text]);
      const again = await ask(second ?? world, repeat, body, key);
      expect([path, again.status, again.text]).toEqual([path, both[0]?.status, both[0]?.text]);
      expect([path, again.headers['idempotency-replayed']]).toEqual([path, 'true']);
      expect([path, (await count(table)) - before]).toEqual([path, 1]);
      const conflict = await ask(world, repeat, other, key);
      expect([path, conflict.status, conflict.body.code]).toEqual([path, 409, 'idempotency_conflict']);
      expect([path, (await count(table)) - before]).toEqual([path, 1]);
    }
  });

  it('of what failed are done anew, and of what hands out a secret as well', async () => {
    const [repeat] = repeats;
    if (!repeat) throw new Error('There is nothing to repeat');
    const foreign = { ...repeat.body, company_id: 'c_0000000000000000000000' };
    expect((await ask(world, repeat, foreign, 'failed')).status).toBe(403);
    expect((await ask(world, repeat, repeat.body, 'failed')).status).toBe(201);
    const keys = [];
    for (const room of [world, second ?? world]) {
      const made = await room.ask('POST', '/auth/api-keys', {
        ...{ key: world.admin.token, body: { name: 'ci' }, headers: { 'idempotency-key': 'secret' } },
      });
      keys.push(String(made.body.key));
    }
    expect(new Set(keys).size).toBe(2);
    const kept = await inspector.dump();
    for (const key of [...keys, world.admin.token]) expect(kept).not.toContain(key);
  });
});
