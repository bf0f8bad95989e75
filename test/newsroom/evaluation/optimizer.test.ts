/** Edits that a careful editor would make too, and drafts that read like a release. */
import { describe, expect, it } from 'vitest';
import { analyzeText } from '../../../src/newsroom/analysis/analyses/analyze.ts';
import { generateRelease, type ReleaseForm } from '../../../src/newsroom/analysis/analyses/generate.ts';
import { calmText } from '../../../src/newsroom/analysis/optimizer/calm.ts';
import { scoreQuality } from '../../../src/newsroom/analysis/quality/score.ts';
import { isLong } from '../../harness/long.ts';
import { type Language, texts } from './texts.ts';

/** Every so many releases by default. */
const SAMPLE = 3;

const clock = { nowMs: Date.parse('2026-11-25T03:00:00Z'), timeZone: 'Asia/Tokyo' };

describe('calming', () => {
  it.each<[Language, string, string]>([
    ['ja', '世界最高峰の技術を使います。', '世界最高峰の技術を使います。'],
    ['ja', '当社は、革新的なサービスを発表します！！', '当社は、サービスを発表します。'],
    ['ja', '最も革新的な企業です。', '最も革新的な企業です。'],
    ['ja', '革新的なのはその構造です。', '革新的なのはその構造です。'],
    ['ja', '究極の使い心地です。', '究極の使い心地です。'],
    ['ja', '番組「らき☆すた」が始まります。', '番組「らき☆すた」が始まります。'],
    ['zh', '公司推出最强的AI产品！', '公司推出AI产品。'],
    ['zh', '以完美的方式呈现。', '以完美的方式呈现。'],
    ['zh', '顶级域名的注册量上升。', '顶级域名的注册量上升。'],
    ['zh', '这是最完美的结合。', '这是最完美的结合。'],
    [
      'en',
      'Our industry-leading platform is a revolutionary, game-changing tool.',
      'Our industry-leading platform is a revolutionary, game-changing tool.',
    ],
    [
      'en',
      'A groundbreaking ceremony drew 4,000 unique visitors.',
      'A groundbreaking ceremony drew 4,000 unique visitors.',
    ],
    ['en', 'It launched an amazing app!', 'It launched an app.'],
    ['en', 'It is revolutionary and unparalleled.', 'It is revolutionary and unparalleled.'],
    ['en', 'Smoking is a leading cause of death.', 'Smoking is a leading cause of death.'],
  ])('takes out whole phrases, or leaves them (%s: %s)', (language, before, after) => {
    expect(calmText(before, language)).toBe(after);
  });
});

it('changes nothing in releases that need no change, and asks none for what its kind does without', () => {
  const good = texts.filter(({ isGood }) => isGood);
  for (const { id, kind, text } of good.filter((_, at) => isLong || at % SAMPLE === 0)) {
    const { optimized } = analyzeText({ mode: 'optimize', title: null, body: text, clock });
    const changes = optimized?.changes ?? [];
    expect(
      changes.filter(({ dimension }) => dimension === 'tone' || dimension === 'headline'),
      id,
    ).toEqual([]);
    expect(optimized?.unverified, id).toEqual([]);
    if (kind !== 'launch') expect(optimized?.placeholders ?? [], id).not.toContain('price');
    if (kind === 'recall' || kind === 'apology') expect(optimized?.placeholders, id).not.toContain('quote');
    const title = text.split('\n')[0] ?? '';
    for (const figure of title.match(/\d[\d.,]*/g) ?? []) expect(optimized?.title, id).toContain(figure);
  }
});

const FORMS: Readonly<Record<Language, ReleaseForm>> = {
  en: {
    company: 'Pine Street Tools',
    product: 'Clamp Four',
    audience: 'furniture makers',
    features: [
      'holds four boards at right angles without a second pair of hands',
      'weighs 1.8 kilograms',
      'In a test with 60 workshops, gluing a drawer took 4 minutes instead of 11.',
      'Price: $64',
      'Available from January 18, 2027',
      '“I glued drawers with string for twenty years,” said Ada Pine, founder of Pine Street Tools.',
      'Pine Street Tools was founded in Portland in 2009 and has 14 employees.',
      'press@pinestreet.example, +1 503 555 0110',
    ],
  },
  ja: {
    company: '株式会社浜辺製作所',
    product: 'ヒトリネジ',
    audience: '家具職人',
    features: [
      '片手で4枚の板を直角に固定できる',
      '重さは1.8キログラム',
      '60の工房で試したところ、引き出しの接着にかかる時間が11分から4分に縮まりました。',
      '価格：9,800円（税込）',
      '2027年1月18日発売',
      '代表取締役の田中一郎は「20年間、ひもで縛って接着してきました。職人の手を空けたいと考えています」と述べています。',
      '2009年設立、従業員14人の工具メーカーです。',
      'press@hamabe.example 電話 03-0000-1234',
    ],
  },
  zh: {
    company: '松街工具有限公司',
    product: '四合夹',
    audience: '家具工匠',
    features: [
      '一只手就能把四块木板固定成直角',
      '重量为1.8公斤',
      '在60家工坊的试用中，粘接一个抽屉的时间从11分钟减少到4分钟。',
      '价格：458元',
      '2027年1月18日上市',
      '创始人王明表示：“二十年来我一直用绳子捆着抽屉粘接，希望把工匠的手解放出来。”',
      '松街工具成立于2009年，有14名员工。',
      'press@songjie.example 电话 021-0000-1234',
    ],
  },
};

describe('a draft from a complete form', () => {
  it.each(['en', 'ja', 'zh'] as const)(
    'asks for nothing, uses what it was given, and scores 60 or more (%s)',
    (language) => {
      const release = generateRelease({ form: FORMS[language], clock });
      expect(release.placeholders).toEqual([]);
      expect(release.unverified).toEqual([]);
      expect(scoreQuality(release).nq_score).toBeGreaterThanOrEqual(60);
      for (const given of ['1.8', '60', '2027', '@']) expect(release.body).toContain(given);
      expect(release.body).not.toMatch(/A feature of|の特長は、.*という点|的特点之一/);
    },
  );
});
