/** Recommending media: who comes first and why, in three languages, and how quickly among ten thousand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames, LexicalIndex } from '../../../../src/newsroom/media/recommend/lexical-index.ts';
import { indexMedia, readWords } from '../../../../src/newsroom/media/recommend/media-index.ts';
import {
  filterRanking,
  findCautions,
  findFit,
  findWarnings,
  measureSimilarities,
  prepareQuery,
  rankMedia,
} from '../../../../src/newsroom/media/recommend/rank.ts';
import { createMatcher, explainRecommendation } from '../../../../src/newsroom/media/recommend/reasons.ts';
import type { Medium, ReleaseFeatures } from '../../../../src/newsroom/media/recommend-types.ts';

const now = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;

const medium = (id: number, more: Partial<Medium> = {}): Medium => ({
  id,
  name: `媒体${id}`,
  publisher: null,
  type: 'web',
  scope: 'national',
  prefecture: null,
  region: null,
  language: 'ja',
  industries: [],
  topics: [],
  profile: null,
  recentArticles: [],
  reach: null,
  verifiedAt: now - 30 * DAY_MS,
  isPersonalAddress: false,
  hasConsentBasis: true,
  isDeliverable: true,
  history: { sent: 0, clicks: 0, replies: 0, placements: 0 },
  ...more,
});

const release = (more: Partial<ReleaseFeatures> = {}): ReleaseFeatures => ({
  title: '自治体の議事録を自動翻訳する新サービスを提供開始',
  lead: '株式会社サンプルは、自治体の議事録を三か国語に翻訳するサービスを始めます。',
  body: '渋谷区で実証実験を行い、職員の作業時間を八割減らしました。',
  entities: ['株式会社サンプル', '渋谷区'],
  categories: ['it'],
  prefectures: ['東京都'],
  hasPlace: true,
  language: 'ja',
  translations: [],
  hasImage: false,
  hasEvent: false,
  hasFigures: false,
  genre: 'launch',
  ...more,
});

const media: Medium[] = [
  medium(1, { name: '全国大新聞', type: 'newspaper', reach: 9_000_000, publisher: '全国社' }),
  medium(2, {
    name: '自治体デジタル通信',
    topics: ['自治体', '行政デジタル化'],
    industries: ['it', 'local'],
    recentArticles: [
      { title: '議事録を自動で作る自治体が増える', publishedAt: now - 20 * DAY_MS },
      { title: '自治体の窓口', publishedAt: now - 200 * DAY_MS },
    ],
  }),
  medium(3, {
    name: '渋谷経濟新聞',
    type: 'newspaper',
    scope: 'local',
    prefecture: '東京都',
    region: '関東',
    topics: ['渋谷区'],
    industries: ['local'],
  }),
  medium(4, {
    name: '大阪グルメ',
    scope: 'local',
    prefecture: '大阪府',
    region: '関西',
    topics: ['ラーメン'],
    industries: ['food'],
    isPersonalAddress: true,
  }),
  medium(5, { name: 'Tech Weekly', language: 'en', topics: ['machine translation', 'software'], industries: ['it'] }),
  medium(6, { name: '科技日报', language: 'zh', topics: ['机器翻译', '政务'], industries: ['it'] }),
];

const ids = (ranking: readonly { medium: Medium }[]): number[] => ranking.map(({ medium: { id } }) => id);

describe('a ranking', () => {
  const index = indexMedia(media);

  it('puts who writes about it first, and nobody for reach alone', () => {
    const ranking = rankMedia(index, media, release(), { now });
    expect(ids(ranking)[0]).toBe(2);
    expect(ranking.find(({ medium: { id } }) => id === 1)?.score).toBe(0);
    expect(ids(ranking).indexOf(3)).toBeLessThan(ids(ranking).indexOf(4));
    const gourmet = ranking.find(({ medium: { id } }) => id === 4);
    expect(gourmet && findCautions(gourmet, now)).toEqual(['other_locality', 'person_address']);
    expect(ranking[0]).toMatchObject({
      components: { lexical: 1, category: 1, language: 1, embedding: null },
    });
    const same = { category: 1, locality: 0.5, language: 1 };
    const words = ['議事録', '自治体'];
    expect([0.6, 0.3, 0.29].map((score) => findFit(score, words, same))).toEqual(['high', 'medium', 'low']);
    // The best of a bad lot has nothing in common with the release.
    expect(findFit(0.9, [], { ...same, category: 0 })).toBe('low');
    expect(findFit(0.9, words, { ...same, category: 0 })).toBe('medium');
    expect(findFit(0.9, words, { ...same, language: 0 })).toBe('low');
    expect(ranking.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
  });

  it('finds media of the language of the release', () => {
    const english = release({
      title: 'Sample launches machine translation for city councils',
      lead: 'The software translates minutes.',
      body: '',
      entities: [],
      prefectures: [],
      hasPlace: false,
      language: 'en',
    });
    expect(ids(rankMedia(index, media, english, { now }))[0]).toBe(5);
    const chinese = release({
      title: '面向政务的机器翻译服务上线',
      lead: '',
      body: '',
      entities: [],
      prefectures: [],
      hasPlace: false,
      language: 'zh',
    });
    expect(ids(rankMedia(index, media, chinese, { now }))[0]).toBe(6);
  });

  it('knows old forms of characters, narrow and wide ones, and names that are nearly alike', () => {
    const old = release({
      title: '澁谷區の國語敎育',
      lead: '',
      body: '',
      entities: [],
      categories: [],
      prefectures: [],
      hasPlace: false,
    });
    expect(ids(rankMedia(index, media, old, { now }))[0]).toBe(3);
    expect(compareNames('渋谷経濟新聞', '渋谷経済新聞')).toBe(1);
    expect(compareNames('ＴＥＣＨ Weekly', 'tech weekly')).toBe(1);
    expect(compareNames('科技日报', 'Tech Weekly')).toBe(0);
    expect(compareNames('', '')).toBe(0);
  });

  it('says why, in the words of the release', () => {
    const facts = release();
    const [first] = rankMedia(index, media, facts, { now });
    const match = createMatcher(index, prepareQuery(index, facts), facts);
    const terms = match(2);
    expect(terms).toEqual(expect.arrayContaining(['自治体', '議事録']));
    expect(first && explainRecommendation(first, terms.slice(0, 2), facts, now)).toEqual([
      expect.stringMatching(/^「.+」「.+」を直近3か月で1本掲載$/),
      '分野が一致：IT・テクノロジー',
    ]);
    expect(match(1)).toEqual([]);
    expect(match(999)).toEqual([]);
    const [near] = rankMedia(index, media, facts, { now }).filter(({ medium: { id } }) => id === 3);
    expect(near && explainRecommendation(near, match(3), facts, now)).toContain('地域が一致：東京都');
  });

  it('is filtered to a part of itself, in its order', () => {
    const ranking = rankMedia(index, media, release(), { now });
    for (const filter of [
      { industry: 'it' },
      { places: ['関東'] },
      { places: ['東京都', '大阪府'] },
      { mediaType: 'web' },
      { reachMin: 1 },
      {},
    ]) {
      const part = ids(filterRanking(ranking, filter));
      expect(part).toEqual(ids(ranking).filter((id) => part.includes(id)));
      expect(part.length).toBeGreaterThan(0);
    }
    expect(filterRanking(ranking, { industry: 'it', places: ['関東'] })).toEqual([]);
    expect(findWarnings(51, [{ score: 0.2 }, { score: 0.1 }])).toEqual(['many_recipients', 'low_median']);
    expect(findWarnings(50, [])).toEqual([]);
  });

  it('mixes in vectors by rank, and does without where there are none', () => {
    const similarities = measureSimilarities(
      [1, 0],
      new Map([
        [4, Float32Array.from([1, 0])],
        [2, Float32Array.from([0.5, 0.5])],
        [3, Float32Array.from([0, 0])],
        [5, Float32Array.from([1, 0, 0])],
      ]),
    );
    expect([...similarities.keys()]).toEqual([4, 2]);
    const ranking = rankMedia(index, media, release(), { now, similarities, isDiverse: false });
    expect(ids(ranking)[0]).toBe(2);
    expect(ranking[0]?.score).toBeCloseTo((1 / 61 + 1 / 62) * 30.5);
    const gourmet = ranking.find(({ medium: { id } }) => id === 4);
    expect(gourmet?.components.embedding).toBeCloseTo(1);
    expect(ranking.find(({ medium: { id } }) => id === 5)?.components.embedding).toBeNull();
  });

  it('has at most three of a publisher in the first twenty, and says who moved', () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      medium(100 + at, { topics: ['自治体 議事録'], publisher: at < 30 ? '同じ社' : `社${at}` }),
    );
    const ranking = rankMedia(indexMedia(many), many, release(), { now });
    const publishers = ranking.slice(0, 20).map(({ medium: { publisher } }) => publisher);
    expect(publishers.filter((publisher) => publisher === '同じ社').length).toBeLessThanOrEqual(3);
    expect(ranking.some(({ isMoved }) => isMoved)).toBe(true);
    expect(new Set(ids(ranking)).size).toBe(60);
    const plain = rankMedia(indexMedia(many), many, release(), { now, isDiverse: false });
    expect(ids(plain)).toEqual(many.map(({ id }) => id));
    expect(plain.some(({ isMoved }) => isMoved)).toBe(false);
  });
});

describe('the index', () => {
  it('gives the same scores however its items came and went', () => {
    const texts = ['自治体の議事録', '機械翻訳の新製品', 'open data and 議事録', 'ラーメン横丁', ''];
    const change = fc.record({ id: fc.integer({ min: 1, max: 6 }), text: fc.constantFrom(null, ...texts) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const index = new LexicalIndex();
        const last = new Map<number, string>();
        for (const { id, text } of changes) {
          if (text === null) index.delete(id);
          else index.set(id, [{ text, weight: 2 }]);
          if (text === null) last.delete(id);
          else last.set(id, text);
        }
        const fresh = new LexicalIndex();
        for (const [id, text] of last) fresh.set(id, [{ text, weight: 2 }]);
        const query = [{ text: '議事録の翻訳 data', weight: 1 }];
        const all = [1, 2, 3, 4, 5, 6];
        expect(index.size).toBe(last.size);
        expect(index.score(index.prepare(query), all)).toEqual(fresh.score(fresh.prepare(query), all));
      }),
    );
  });

  it('takes up a change at once among ten thousand media', () => {
    const words =
      '自治体 議事録 翻訳 半導体 観光 食品 医療 介護 金融 教育 物流 農業 環境 電池 自動車 不動産 ゲーム 音楽 映画 防災 水素 宇宙 保育 図書館 酒蔵 林業 漁業 建築 鉄道 航空 通信 保険 年金 美術 演劇 温泉 登山 野球 柔道 将棋 数学 英語 衛星 素材 化学 製薬 歯科 看護 薬局 空港 港湾 道路 橋梁 上下水道 再生可能エネルギー 人工知能 量子計算'.split(
        ' ',
      );
    const pick = (seed: number, count: number): string[] =>
      Array.from({ length: count }, (_, at) => words[(seed * 7 + at * at * 3 + (seed >> 3)) % words.length] ?? '');
    const many = Array.from({ length: 10_000 }, (_, id) =>
      medium(id + 1, {
        name: `${pick(id, 1)[0]}タイムズ${id}`,
        publisher: `社${id % 900}`,
        topics: pick(id, 4),
        profile: `${pick(id + 1, 12).join('と')}について、${pick(id + 2, 6).join('や')}の現場を取材する媒体です。`,
        recentArticles: pick(id + 3, 3).map((word) => ({ title: `${word}の最新動向を専門家が解説`, publishedAt: now })),
        reach: id * 100,
      }),
    );
    const index = indexMedia(many);
    const facts = release({ body: `${pick(1, 20).join('と')}に関する調査。`.repeat(40) });
    const changed = medium(5_000, { topics: ['議事録自動翻訳サービス', '自治体の議事録'], industries: ['it'] });
    index.set(changed.id, readWords(changed));
    const ranking = rankMedia(index, many.with(4_999, changed), facts, { now });
    expect(ids(ranking)[0]).toBe(5_000);
  });
});
