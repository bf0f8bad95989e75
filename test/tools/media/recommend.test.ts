/** Recommending media for a release through the door: who, in which order, why, and who is left out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suppressAddress } from '../../../src/newsroom/mailing/suppression-writes.ts';
import { dailyEngines } from '../../harness/databases.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from './world.ts';

const RELEASE = {
  title: 'サンプルワークス、議会の議事録を自動でまとめる「キロク」を提供開始',
  body: 'サンプルワークス株式会社は2026年12月1日、東京都港区で、自治体の議会の議事録を録音から自動でまとめるサービス「キロク」の提供を始めます。\n\n試験導入した12の自治体では、作業の時間が平均で42%減りました。料金は月額9,800円です。\n\nお問い合わせは press@sample-works.co.jp まで。',
};

describe.each(dailyEngines(import.meta.url))('recommendations on %s', (engine) => {
  let world: MediaWorld;
  let releaseId: number;
  let articleId: number;
  beforeAll(async () => {
    world = await openMediaWorld(engine, {
      seed: async (ledger) => {
        const norm = 'desk@butsuryu-ashita.example';
        await ledger.database.write(suppressAddress, { companyId: null, norm, reason: 'complaint', mailId: null });
      },
    });
    const { body } = await world.post('/api/press-release', { company_id: world.admin.companyId, ...RELEASE });
    releaseId = Number(body.press_release_id);
    articleId = Number(body.article_id);
  });
  afterAll(() => world.stop());

  const recommend = async (fields: object) => (await world.post('/api/media/recommend', fields)).body;
  const idsOf = (body: Record<string, unknown>) => listOf(body.items).map(({ media_id }) => Number(media_id));

  it('puts who writes about it first, and says why', async () => {
    const body = await recommend({ press_release_id: releaseId, include_reasons: true, top_k: 10 });
    const [first] = listOf(body.items);
    expect(first).toMatchObject({
      rank: 1,
      media: { name: '自治体デジタル通信', email: 'desk@jichitai-digital.example', embedding: false },
      fit: 'high',
      deliverable: true,
      score_components: { lexical: 1, locality: 1, language: 1, embedding: null },
      cautions: [],
    });
    expect(memberOf(first, 'matched_terms')).toEqual(expect.arrayContaining(['議事録', '自治体']));
    expect(listOf(memberOf(first, 'reasons')).join()).toMatch(/「.+」を直近3か月で\d本掲載/);
    // 60 media: two without an address, two refuse, one is suppressed.
    expect(body).toMatchObject({
      engine: 'bm25',
      top_k: 10,
      total: 10,
      candidates: 55,
      excluded: { suppressed: 1, no_address: 2, refuses_ads: 2, no_consent: 0, recently_contacted: 0 },
      source: { press_release_id: releaseId, article_id: null },
    });
    expect(listOf(body.items).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('gives the same for its article, again and again, without reasons unless asked', async () => {
    const one = await recommend({ press_release_id: releaseId, top_k: 500 });
    const other = await recommend({ article_id: articleId, press_release_id: 2_000_000_001, top_k: 9_999 });
    expect(idsOf(other)).toEqual(idsOf(one));
    expect(other).toMatchObject({ source: { press_release_id: null, article_id: articleId }, top_k: 500, total: 55 });
    expect(listOf(one.items).some((item) => 'reasons' in item)).toBe(false);
    expect(other.warnings).toContain('many_recipients');
    const scores = listOf(one.items).map(({ score }) => Number(score));
    const bare = listOf(one.items).find(({ media }) => memberOf(media, 'name') === '健康ひなた');
    expect(scores.indexOf(Number(bare?.score))).toBeGreaterThan(5);
    expect(bare?.cautions).toContain('empty_profile');
    expect(await recommend({ press_release_id: releaseId, top_k: -3 })).toMatchObject({
      items: [],
      total: 0,
      top_k: 0,
    });
    const all = await recommend({ press_release_id: releaseId, include_undeliverable: true, top_k: 500 });
    expect(all).toMatchObject({ candidates: 60, total: 60 });
    expect(listOf(all.items).filter(({ deliverable }) => !deliverable)).toHaveLength(5);
  });

  it.each([
    'industry=it',
    'region=関東',
    'region=Tokyo',
    'media_type=web',
    'min_reach=100000',
    'region=関西&industry=local',
    '',
  ])('is cut down by %s to a part of itself, in its order', async (filter) => {
    const whole = idsOf(await recommend({ press_release_id: releaseId, top_k: 500 }));
    const query = `press_release_id=${releaseId}&top_k=500&${filter}`;
    const { body } = await world.get(`/api/media/recommend/filter?${encodeURI(query)}`);
    const part = idsOf(body);
    expect(part.length).toBeGreaterThan(0);
    expect(part).toEqual(whole.filter((id) => part.includes(id)));
    expect(filter === '' || part.length < whole.length).toBe(true);
    expect(listOf(body.items).some((item) => 'reasons' in item)).toBe(false);
    const { body: few } = await world.get(`/api/media/recommend/filter?${encodeURI(`${query}&top_k=2`)}`);
    expect(idsOf(few)).toEqual(part.slice(0, 2));
  });

  it('refuses what it can’t rank for', async () => {
    expect(await world.post('/api/media/recommend', {})).toMatchObject({ status: 400, body: { code: 'no_input' } });
    expect((await world.get('/api/media/recommend/filter')).body).toMatchObject({ code: 'no_input' });
    expect(await world.post('/api/media/recommend', { article_id: 2_000_000_001 })).toMatchObject({
      status: 404,
      body: { detail: 'Article not found' },
    });
    const low = await world.get(`/api/media/recommend/filter?press_release_id=${releaseId}&top_k=0&min_reach=-1`);
    expect(listOf(low.body.detail).map(({ loc, type }) => [loc, type])).toEqual([
      [['query', 'top_k'], 'greater_than_equal'],
      [['query', 'min_reach'], 'greater_than_equal'],
    ]);
    const outsider = await world.signIn(`stranger@${engine}-other.co.jp`);
    const body = { article_id: articleId };
    expect((await world.ask('POST', '/api/media/recommend', { key: outsider.token, body })).status).toBe(404);
  });
});
