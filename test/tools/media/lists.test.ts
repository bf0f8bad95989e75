/** The company's lists of media, on both databases. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/types.ts';
import { suppressAddress } from '../../../src/newsroom/mailing/suppression-writes.ts';
import { addListItems, createList } from '../../../src/newsroom/media/contacts/list-writes.ts';
import { readListMembers } from '../../../src/newsroom/media/contacts/reads.ts';
import { prepareDemoMedia } from '../../../src/newsroom/media/demo/demo.ts';
import { removeDemoMedia } from '../../../src/newsroom/media/demo/demo-writes.ts';
import { dailyEngines } from '../../harness/databases.ts';
import { behind } from '../../ledger/books.ts';
import { listOf } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from './world.ts';

const NAMES = [
  '京都文化案内',
  '見本新聞',
  '電池と素材',
  '例示花子（旅の書き手）',
  '田中みほん（経済記者）',
  'Civic Code',
];

/** A medium is put on a list, and then deleted by whoever keeps the database. */
async function forgetOne(ledger: Ledger) {
  const companyId = 'c_0000000000000000000000';
  const { output: list } = await ledger.database.write(createList, { list: { companyId, name: 'a', userId: null } });
  const { id: mediaId } = await ledger.database.db.selectFrom('media_items').select('id').executeTakeFirstOrThrow();
  await ledger.database.write(addListItems, { companyId, listId: list.id, mediaIds: [mediaId] });
  await ledger.database.write(removeDemoMedia, null);
  await prepareDemoMedia(ledger.database, { isWanted: true, isDevelopment: true });
  return { mediaId, found: await ledger.database.read(readListMembers, { companyId, listId: list.id }) };
}

describe.each(dailyEngines(import.meta.url))('lists of media on %s', (engine) => {
  let world: MediaWorld;
  let ids: number[];
  let gone: Awaited<ReturnType<typeof forgetOne>>;
  beforeAll(async () => {
    world = await openMediaWorld(engine, {
      seed: async (ledger) => {
        const norm = 'desk@civic-code.example';
        await ledger.database.write(suppressAddress, { companyId: null, norm, reason: 'complaint', mailId: null });
        gone = await forgetOne(ledger);
      },
    });
    ids = NAMES.map(world.idOf);
  });
  afterAll(() => world.stop());

  it('are made, filled in the order that was asked for, emptied and deleted', async () => {
    const made = await world.post('/api/media/lists', { name: '大阪での発表' }, { 'idempotency-key': 'list-1' });
    expect(made).toMatchObject({ status: 201, body: { name: '大阪での発表', item_count: 0, deliverable_count: 0 } });
    expect(made.body).toMatchObject({ id: made.body.list_id, created_by: 'lead@sample-works.co.jp' });
    const again = await world.post('/api/media/lists', { name: '大阪での発表' }, { 'idempotency-key': 'list-1' });
    expect(again).toMatchObject({ status: 201, body: made.body, headers: { 'idempotency-replayed': 'true' } });
    const path = `/api/media/lists/${made.body.list_id}`;

    const [first = 0, ...others] = ids;
    expect((await world.post(`${path}/items`, { media_ids: [first] })).body).toMatchObject({ added: 1, item_count: 1 });
    const asked = [gone.mediaId, ...others, first, others[0]];
    expect((await world.post(`${path}/items`, { media_ids: asked })).body).toEqual({
      list_id: made.body.list_id,
      added: 5,
      already: 1,
      missing_media_ids: [gone.mediaId],
      item_count: 6,
    });
    expect((await world.post(`${path}/items`, { media_ids: [] })).body).toMatchObject({ added: 0, item_count: 6 });
    // Beyond exact numbers an answer would name another one than was asked for.
    const huge = await world.post(`${path}/items`, { media_ids: [first, 1e16, '99999999999999999999'] });
    expect({ status: huge.status, detail: listOf(huge.body.detail).map(({ type, loc }) => [type, loc]) }).toEqual({
      status: 422,
      detail: [1, 2].map((at) => ['less_than_equal', ['body', 'media_ids', at]]),
    });

    const { body } = await world.get(path);
    expect(listOf(body.items).map(({ name }) => name)).toEqual(NAMES);
    // No address, refuses, suppressed: three of six.
    expect(body).toMatchObject({ item_count: 6, deliverable_count: 3, missing_media_ids: [] });
    expect(listOf(body.items).at(-1)).toMatchObject({ suppressed: true, deliverable: false, demo: true });
    const { body: all } = await world.get('/api/media/lists');
    expect(all).toMatchObject({ total: 1, items: [{ item_count: 6, deliverable_count: 3 }] });

    const token = { key: world.admin.token };
    const removed = await world.ask('DELETE', `${path}/items`, {
      ...token,
      body: { media_ids: [first, gone.mediaId] },
    });
    expect(removed.body).toEqual({ list_id: made.body.list_id, removed: 1, not_in_list: 1, item_count: 5 });
    const bare = await world.ask('DELETE', `${path}/items?media_ids=${others[0]},${others[1]}`, token);
    expect(bare.body).toMatchObject({ removed: 2, not_in_list: 0, item_count: 3 });
    expect((await world.ask('DELETE', path, token)).body).toEqual({ ok: true, list_id: made.body.list_id });
    expect((await world.get(path)).status).toBe(404);
  });

  it('that would hold too much stay as they are', async () => {
    const { list_id } = (await world.post('/api/media/lists', { name: '大' })).body;
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1996)';
    const columns = 'list_id, media_id, place, added_at';
    const { url, dataDir } = world.database;
    await behind(
      { url, dataDir: join(dataDir, 'data') },
      `INSERT INTO media_list_members (${columns}) ${numbers} SELECT ${list_id}, 1000000 + i, i, 1 FROM n`,
    );
    // In the first of two portions there would be room for each.
    const unknown = Array.from({ length: 600 }, (_, at) => 2_000_000 + at);
    const [last, ...first] = ids;
    const add = (media_ids: unknown[]) => world.post(`/api/media/lists/${list_id}/items`, { media_ids });
    expect(await add([...first.slice(0, 4), ...unknown, last])).toMatchObject({
      status: 400,
      body: { code: 'too_many_media' },
    });
    expect((await add([])).body).toMatchObject({ item_count: 1996 });
    expect((await add([...first.slice(0, 4), ...unknown])).body).toMatchObject({ added: 4, item_count: 2000 });
  });

  it('show the address of a person to company admins alone', async () => {
    const { body: made } = await world.post('/api/media/lists', { name: '' });
    const path = `/api/media/lists/${made.list_id}`;
    await world.post(`${path}/items`, { media_ids: [world.idOf('田中みほん（経済記者）'), world.idOf('見本新聞')] });
    const emails = async (token: string) => {
      const { body } = await world.ask('GET', path, { key: token });
      return listOf(body.items).map(({ email }) => email);
    };
    expect(await emails(world.admin.token)).toEqual(['writer@tanaka-mihon.example', 'desk@mihon-shimbun.example']);
    expect(await emails(world.member.token)).toEqual(['w***@tanaka-mihon.example', 'desk@mihon-shimbun.example']);
  });

  it('name what is gone from the media database', () => {
    expect(gone.found?.members).toEqual([{ mediaId: gone.mediaId, medium: null }]);
  });

  it('are nobody else’s', async () => {
    const { body: made } = await world.post('/api/media/lists', { name: 'a' });
    const outsider = await world.signIn(`stranger@${engine}-other.co.jp`);
    const absent = await world.ask('GET', '/api/media/lists/2000000001', { key: outsider.token });
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/items'],
      ['DELETE', '/items'],
    ]) {
      const options = { key: outsider.token, ...(tail === '' ? {} : { body: { media_ids: [] } }) };
      const answer = await world.ask(method ?? '', `/api/media/lists/${made.list_id}${tail}`, options);
      expect([answer.status, answer.text]).toEqual([404, absent.text]);
    }
    expect((await world.ask('GET', '/api/media/lists', { key: outsider.token })).body).toEqual({ items: [], total: 0 });
  });
});
