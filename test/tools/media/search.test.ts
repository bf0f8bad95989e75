/** Searching media, with what there is to choose from, and taking them along as a table. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDemoMedia } from '../../../src/newsroom/media/demo/demo-media.ts';
import { loadDemoMedia, removeDemoMedia } from '../../../src/newsroom/media/demo/demo-writes.ts';
import { dailyEngines } from '../../harness/databases.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from './world.ts';

describe.each(dailyEngines(import.meta.url))('GET /api/media/search on %s', (engine) => {
  let world: MediaWorld;
  beforeAll(async () => {
    world = await openMediaWorld(engine);
  });
  afterAll(() => world.stop());

  const find = async (query: string) => (await world.get(`/api/media/search?${query}`)).body;
  const names = async (query: string): Promise<unknown[]> => listOf((await find(query)).items).map(({ name }) => name);

  it.each([
    ['parts of Japanese words', '議事録', ['自治体デジタル通信']],
    ['every word of several', '再配達 倉庫', ['物流あしたタイムズ']],
    ['simplified Chinese', '无纸化', ['会展观察']],
    ['traditional Chinese', '數位轉型', ['範例商業週刊']],
    ['whole Latin words, in any case and width', 'ＡＣＣＥＳＳＩＢＩＬＩＴＹ', ['Access First']],
    ['either kana by how it is read', 'カクウケンミン', ['架空県民日報']],
    ['old characters by new ones', '澁谷', []],
    ['one character', '税', []],
    ['one character inside of words', '郷', []],
    ['the publisher', 'まちあるき舎', ['関西まちあるき']],
    ['what is written inside quotation marks and brackets', '「再配達」（倉庫）', ['物流あしたタイムズ']],
    ['nothing but marks', '。、!?', []],
  ])('finds by %s', async (_what, q, expected) => {
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it('puts what stands in the name before what stands in the profile', async () => {
    const found = await names(`q=${encodeURIComponent('電池')}`);
    expect(found[0]).toBe('電池と素材');
    const one = await names(`q=${encodeURIComponent('札')}`);
    expect(one).toEqual(['札幌みほん経済']);
  });

  it('filters, counts what there is to choose from, and pages', async () => {
    const kanto = await find('prefecture=Tokyo&type=trade&sort=-reach&per_page=3');
    const [first, second] = listOf(kanto.items).map(({ reach }) => Number(reach));
    expect(first).toBeGreaterThan(Number(second));
    const total = Number(kanto.total);
    expect(kanto).toMatchObject({
      applied: { prefecture: '東京都', type: 'trade' },
      facets: { type: { trade: total }, prefecture: { 東京都: total } },
      sort: '-reach',
      pages: Math.ceil(total / 3),
      per_page: 3,
    });
    for (const form of ['東京都', '東京', '13', 'Tōkyō']) {
      expect((await find(`type=trade&prefecture=${encodeURIComponent(form)}`)).total, form).toBe(total);
    }
    const all = await find('per_page=10000');
    expect(all).toMatchObject({ total: 60, per_page: 500, pages: 1, sort: 'name' });
    const types = Object.values(Object(memberOf(all.facets, 'type'))).map(Number);
    expect(types.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(types).toEqual([...types].sort((one, other) => other - one));
    const pages = [
      await names('per_page=25&page=1'),
      await names('per_page=25&page=2'),
      await names('per_page=25&page=3'),
    ];
    expect(pages.flat()).toEqual(listOf(all.items).map(({ name }) => name));
    expect(await find('page=99')).toMatchObject({ items: [], total: 60 });
    expect(await find('q=&sort=nonsense&industry=')).toMatchObject({ total: 60, applied: {}, sort: 'name' });
    expect(await find('delivery=form&industry=local')).toMatchObject({
      applied: { delivery: 'form', industry: 'local' },
    });
  });

  it('says what it can’t read', async () => {
    const wrong = await world.get('/api/media/search?type=blog');
    expect(wrong).toMatchObject({ status: 400, body: { detail: expect.stringContaining('newspaper, magazine') } });
    const low = await world.get('/api/media/search?page=0&per_page=x');
    expect(low.status).toBe(422);
    expect(listOf(low.body.detail).map(({ loc }) => loc)).toEqual([
      ['query', 'page'],
      ['query', 'per_page'],
    ]);
  });
});

describe('POST /api/media/export-csv', () => {
  const HOSTILE = ['=HYPERLINK("http://x.example")', '+81-3-0000', '-1+1', '@SUM(A1)', '\tTab', '\rReturn'];
  const NAMES = [...HOSTILE, '"quoted", 改行\nあり', '渋谷経済新聞'];
  let world: MediaWorld;
  beforeAll(async () => {
    world = await openMediaWorld('sqlite', {
      seed: async (ledger) => {
        const [facts] = buildDemoMedia(await ledger.database.now());
        if (!facts) throw new Error('No demonstration media');
        await ledger.database.write(removeDemoMedia, null);
        await ledger.database.write(loadDemoMedia, {
          media: NAMES.map((name) => ({ ...facts, name, emailKind: 'person' as const })),
        });
      },
    });
  });
  afterAll(() => world.stop());

  it('gives a table that opens in a spreadsheet, runs nothing and keeps Japanese', async () => {
    const { body: list } = await world.post('/api/media/lists', { name: '発表 "1"\r\n/\\' });
    const [first = '', second = '', ...others] = NAMES;
    await world.post(`/api/media/lists/${list.list_id}/items`, { media_ids: [world.idOf(second)] });
    const media_ids = [first, second, first, ...others].map(world.idOf);
    const answer = await world.post('/api/media/export-csv', { media_ids, list_id: list.list_id });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="media\.csv"; filename\*=UTF-8''%E7%99%BA[^\r\n"/\\]*\.csv$/,
      ),
    });
    const bytes = await fetch(`${world.url}/api/media/export-csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ media_ids, list_id: list.list_id }),
    }).then((response) => response.arrayBuffer());
    // Decoders take the mark away.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(text.startsWith('\uFEFF"media_id","name",')).toBe(true);
    const rows = parseTable(text);
    const [head = [], ...cells] = rows;
    expect(cells.map((row) => row[head.indexOf('name')])).toEqual(
      [second, first, ...others].map((name) => (HOSTILE.includes(name) ? `'${name}` : name)),
    );
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    // What a person of the company's staff sees of persons is masked in tables, too.
    const masked = await world.ask('POST', '/api/media/export-csv', { key: world.member.token, body: { media_ids } });
    expect(answer.text).toContain('"desk@');
    expect(masked.text).not.toContain('"desk@');
    expect(masked.text).toContain('"d***@');
  });

  it('refuses what names nothing, and lists of others', async () => {
    expect(await world.post('/api/media/export-csv', {})).toMatchObject({ status: 400, body: { code: 'no_input' } });
    expect(await world.post('/api/media/export-csv', { list_id: 2_000_000_001 })).toMatchObject({ status: 404 });
    const none = await world.post('/api/media/export-csv', { media_ids: [2_000_000_001] });
    expect(parseTable(none.text)).toHaveLength(1);
  });
});

/** As a spreadsheet reads it, which needs no quotation marks; here every cell has them, and every row ends with CRLF. */
function parseTable(text: string): string[][] {
  expect(text).toMatch(/^\uFEFF?(?:"(?:[^"]|"")*"(?:,|\r\n))+$/);
  return parse(text, { bom: true, record_delimiter: '\r\n' });
}
