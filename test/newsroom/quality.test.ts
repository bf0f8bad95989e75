/** The NQ score: what good releases get, what tricks don't, and that every word of the answer holds. */
import { describe, expect, it } from 'vitest';
import { type Opinion, refineQuality } from '../../src/newsroom/analysis/quality/refine.ts';
import { DIMENSION_MAX, scoreQuality } from '../../src/newsroom/analysis/quality/score.ts';
import type { DimensionKey, NewsQuality } from '../../src/newsroom/analysis/quality/types.ts';
import { sliceCodePoints } from '../../src/text/code-points.ts';
import { detectLanguage } from '../../src/text/language.ts';
import { measureGrowth } from '../harness/growth.ts';
import { attacks, mixWords, shuffleWords } from './quality-attacks.ts';
import { type Language, releases } from './quality-texts.ts';

const languages: readonly Language[] = ['ja', 'zh', 'en'];
const releaseIn = (language: Language): string => releases[0]?.[language] ?? '';
const score = (text: string): number => scoreQuality({ text }).nq_score;

/** Everything of an answer that must hold for any text. */
function expectSound(text: string, quality: NewsQuality): void {
  const sum = quality.dimensions.reduce((total, one) => total + one.score, 0);
  expect(quality.nq_score).toBe(Number(sum.toFixed(1)));
  const spans = [...quality.dimensions.flatMap(({ evidence }) => evidence), ...quality.hooks, ...quality.warnings];
  for (const { text: piece, start, end } of spans) {
    if (piece !== null) expect(sliceCodePoints(text, start ?? 0, end ?? 0)).toBe(piece);
  }
  for (const { key, score: points, max, fix, gain, label, reason } of quality.dimensions) {
    expect(points).toBeGreaterThanOrEqual(0);
    expect(points).toBeLessThanOrEqual(max);
    expect(max).toBe(DIMENSION_MAX[key]);
    expect(points + gain).toBeLessThanOrEqual(max + 0.05);
    expect([label, reason].every((words) => words.length > 0)).toBe(true);
    expect(fix === null).toBe(points === max);
    expect(quality.nq_dimensions[key]).toBe(points);
  }
  const gains = quality.suggestions.map(({ gain }) => gain);
  expect(gains).toEqual([...gains].sort((a, b) => b - a));
  expect(JSON.stringify(scoreQuality({ text }))).toBe(JSON.stringify(quality));
}

describe('a good release', () => {
  it.each(releases.map((release, at) => ({ at, release })))('gets an A in every language ($at)', ({ release }) => {
    const qualities = languages.map((language) => scoreQuality({ text: release[language] }));
    for (const [at, quality] of qualities.entries()) {
      const language = languages[at] ?? 'en';
      expectSound(release[language], quality);
      expect(quality).toMatchObject({ language, grade: 'A', rubric_version: 'nq-2026.3', engine: 'rules', llm: null });
      expect(quality.stats).toMatchObject({ links: 2, images: 1 });
    }
    const scores = qualities.map(({ nq_score: points }) => points);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(85);
    expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(10);
  });

  it('is the same with title and body apart, and whatever its characters are', () => {
    const text = releaseIn('ja');
    const [title = '', ...rest] = text.split('\n');
    const points = score(text);
    expect(scoreQuality({ title, body: rest.join('\n') })).toMatchObject({ nq_score: points });
    const wide = text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    const variants = [
      wide,
      text.normalize('NFD'),
      text.replaceAll('田中', '\u{20bb7}中'),
      text.replaceAll('サービス', 'ｻｰﾋﾞｽ'),
    ];
    for (const variant of variants) {
      const quality = scoreQuality({ text: variant });
      expectSound(variant, quality);
      expect(Math.abs(quality.nq_score - points)).toBeLessThanOrEqual(3);
    }
  });

  it('may be in traditional characters', () => {
    const pairs =
      '启啟动動联联合聯试試验驗医醫疗療将將与與线線为為诊診护護专專设設备備过過视視频頻统統计計没沒约約乡鄉负負责責现現发發变變这這结結果长長认認识識签簽署协協议議划劃关關报報问問题題员員录錄时時间間对對';
    const traditional = new Map([...pairs.matchAll(/([\s\S])([\s\S])/gu)].map(([, from = '', to = '']) => [from, to]));
    const text = [...(releases[1]?.zh ?? '')].map((one) => traditional.get(one) ?? one).join('');
    expect(detectLanguage(text)).toMatchObject({ language: 'zh', isTraditional: true });
    expect(score(text)).toBeGreaterThanOrEqual(75);
  });
});

describe('a text that wants points without news', () => {
  const cases = Object.keys(attacks).flatMap((name) => languages.map((language) => ({ name, language })));

  it.each(cases)('gets at most 40: $name ($language)', ({ name, language }) => {
    const text = attacks[name]?.(language) ?? '';
    const quality = scoreQuality({ text });
    expectSound(text, quality);
    expect(quality.nq_score).toBeLessThanOrEqual(40);
    expect(quality.nq_score).toBeLessThanOrEqual(score(releaseIn(language)) - 50);
  });

  it.each(languages)('hardly ever gets through with words thrown together (%s)', (language) => {
    const seeds = Array.from({ length: 20 }, (_, at) => 100 + at);
    const points = [mixWords, shuffleWords].flatMap((make) => seeds.map((seed) => score(make(language, seed))));
    expect(points.filter((one) => one > 40).length).toBeLessThanOrEqual(2);
    expect(Math.max(...points)).toBeLessThanOrEqual(55);
  });

  it('gains nothing from keywords behind a good release', () => {
    for (const language of languages) {
      const stuffed = `${releaseIn(language)}\n${attacks['a list of keywords']?.(language)}`;
      expect(score(stuffed)).toBeLessThan(score(releaseIn(language)));
    }
  });
});

const additions: Readonly<Record<Language, Partial<Record<DimensionKey, string>>>> = {
  ja: {
    quotes_people: '代表取締役の山田太郎は「必要とする人に早く届けたいと考えて準備を進めてきました」と述べています。',
    evidence: '総務省の調査によると、利用者は2,450人に増え、満足度は81%に上りました。',
    news_value: '意外なことに、地元の大学と連携した累計3億円の計画が今春に始まります。',
    media_ready: 'お問い合わせ：press@b.example 2026年12月1日 会社概要 https://b.example/a.png',
  },
  zh: {
    quotes_people: '总经理张伟表示：“我们希望让需要的人更早使用这项服务，为此已经准备了很久。”',
    evidence: '据统计局的数据，用户已经增加到2450人，满意的比例达到81%。',
    news_value: '令人意外的是，当地的大学也将参与这项累计3亿元的合作计划。',
    media_ready: '关于我们 press@b.example 2026年12月1日 https://b.example/a.png',
  },
  en: {
    quotes_people: '“We want people who need this to have it sooner,” said Ann Miller, president of Sample Inc.',
    evidence: 'According to a survey, the number of users rose to 2,450 and 81 percent of them were satisfied.',
    news_value: 'Despite the shortage, the partners will invest 3 million dollars in a local program this spring.',
    media_ready: 'About us\nContact: press@b.example, December 1, 2026, image: https://b.example/a.png',
  },
};

describe('a suggestion', () => {
  const plain: Readonly<Record<Language, string>> = {
    ja: releaseIn('ja')
      .split('\n')
      .slice(0, 7)
      .filter((line) => !line.includes('述べて'))
      .join('\n'),
    zh: releaseIn('zh').split('\n').slice(0, 7).join('\n'),
    en: releaseIn('en').split('\n').slice(0, 7).join('\n'),
  };

  it.each(languages)('does what it says when it is followed (%s)', (language) => {
    const before = scoreQuality({ text: plain[language] });
    expect(before.missing.hooks.length).toBeGreaterThan(0);
    expect(before.suggestions[0]).toMatchObject({ dimension: 'quotes_people', gain: expect.any(Number) });
    expect(before.suggestions.every(({ text, example }) => text !== '' && example !== '')).toBe(true);
    for (const [dimension, sentence] of Object.entries(additions[language])) {
      const key = before.dimensions.find((one) => one.key === dimension)?.key ?? 'tone';
      const after = scoreQuality({ text: `${plain[language]}\n\n${sentence}` });
      expect(after.nq_dimensions[key], dimension).toBeGreaterThanOrEqual(before.nq_dimensions[key]);
    }
    const quoted = scoreQuality({ text: `${plain[language]}\n\n${additions[language].quotes_people}` });
    expect(quoted.nq_dimensions.quotes_people).toBe(10 * quoted.gates.factor);
    expect(quoted.nq_score).toBeGreaterThan(before.nq_score);
  });

  it('is about the headline that is there', () => {
    const body = releaseIn('en').split('\n').slice(1).join('\n');
    const fixFor = (title: string | null): string | null => scoreQuality({ title, body }).dimensions[0]?.fix ?? null;
    expect(fixFor(null)).toContain('Add a headline');
    expect(fixFor(`Sample Inc. launches ${'a service for the minutes of councils '.repeat(4)}`)).toContain('Shorten');
    expect(fixFor('Minutes')).toContain('Lengthen');
    expect(fixFor('Sample Inc. launches a revolutionary, game-changing service for 85 councils!')).toContain('Remove');
  });
});

describe('a warning', () => {
  it.each([
    ['ja', '当社は業界No.1の実績を持つ会社で、このサービスは国内初の仕組みを使っています。', ['業界No.1', '国内初']],
    ['zh', '本公司是行业第一的企业，并且推出了全国首个面向学校的平台。', ['行业第一', '全国首个']],
    [
      'en',
      'The company is the largest of its kind and has the world’s first service for schools.',
      ['the largest', 'the world’s first'],
    ],
  ])('tells superlatives without a source (%s)', (_language, text, superlatives) => {
    const find = (whole: string): (string | null)[] =>
      scoreQuality({ text: whole }).warnings.flatMap(({ code, text: piece, legal_risk: isRisk }) =>
        code === 'unsupported_superlative' && isRisk ? [piece] : [],
      );
    expect(find(text)).toEqual(superlatives);
    expect(
      find(`${text}${{ ja: '（総務省調べ）', zh: '据统计局报告。' }[_language] ?? ' According to a survey.'}`),
    ).toEqual([]);
  });

  it('tells why the gates take points', () => {
    const codes = (text: string): string[] => scoreQuality({ text }).warnings.map(({ code }) => code);
    expect(codes('短い文です。')).toContain('too_short');
    expect(codes(attacks['a good release three times']?.('zh') ?? '')).toContain('repetition');
    expect(codes(attacks['a list of keywords']?.('en') ?? '')).toContain('keyword_list');
    expect(codes('Компания объявила о запуске нового продукта.')).toContain('unsupported_language');
    expect(scoreQuality({ text: '🙂 123' })).toMatchObject({ nq_score: 0, grade: 'E', confidence: 0 });
  });
});

describe('a refinement by a model', () => {
  const text = releaseIn('en');
  const quality = scoreQuality({ text });
  const opinion = (level: Opinion['level'], quote = 'cut the time for each set of minutes'): Opinion => ({
    dimension: 'evidence',
    level,
    quote,
  });
  const refine = (...opinions: Opinion[]): NewsQuality =>
    refineQuality(quality, text, opinions, { model: 'm', costUsd: 0.0004 });
  const from = quality.nq_dimensions.evidence;

  it.each([
    ['the median of three', [opinion('lower'), opinion('lower'), opinion('raise')], from - 3],
    ['no change when two disagree', [opinion('lower'), opinion('raise')], from],
    ['never above the maximum', [opinion('raise')], Math.min(15, from + 3)],
    [
      'without what is no quotation',
      [opinion('raise'), opinion('lower', 'not in the text'), opinion('lower', 'a')],
      Math.min(15, from + 3),
    ],
  ])('takes %s', (_name, opinions, to) => {
    const refined = refine(...opinions);
    expect(refined.nq_dimensions.evidence).toBeCloseTo(to, 5);
    expect(refined.nq_score).toBeCloseTo(quality.nq_score + to - from, 5);
    expect(refined).toMatchObject({
      engine: 'rules+llm',
      degraded_reason: null,
      llm: { model: 'm', cost_usd: 0.0004 },
    });
  });

  it('leaves the score of the rules when no quotation stands in the text', () => {
    const refined = refine(opinion('lower', 'invented by the model'));
    expect(refined).toEqual({ ...quality, degraded_reason: 'llm_invalid_output' });
  });

  it('raises no list of words', () => {
    const list = attacks['a list of keywords']?.('en') ?? '';
    const opinions = [{ dimension: 'evidence', level: 'raise', quote: 'survey' } as const];
    expect(refineQuality(scoreQuality({ text: list }), list, opinions, { model: 'm', costUsd: 0 }).nq_score).toBe(0);
  });
});

describe('hostile text', () => {
  const bits = [
    'a ',
    '「',
    '0-',
    '1k ',
    '漢',
    '\n',
    '![](',
    'https://a.',
    '社長の',
    '在市',
    'New York ',
    'a\u0301\u0323',
  ];

  it('takes time in proportion to its length', () => {
    const score = (length: number): void => {
      for (const bit of bits) scoreQuality({ text: bit.repeat(Math.ceil(length / bit.length)) });
    };
    // Four times the text; quadratic work would take sixteen times as long.
    expect(measureGrowth(score, 4_000, 4, 9)).toBeLessThan(9);
  });
});
