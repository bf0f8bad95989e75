/** The rules engine over press releases in three languages, and over what nobody would call one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Analysis, analyzeText } from '../../../../src/newsroom/analysis/analyses/analyze.ts';
import { sliceCodePoints } from '../../../../src/text/code-points.ts';
import { measureGrowth } from '../../../harness/growth.ts';
import { TEXTS } from './texts.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21), timeZone: 'Asia/Tokyo' };
const analyze = (body: string, mode: Analysis['mode'] = 'optimize', title: string | null = null): Analysis =>
  analyzeText({ mode, title, body, clock });
const named = (analysis: Analysis, type: string): string[] =>
  analysis.entities.filter((entity) => entity.type === type).map(({ text }) => text);

/** Every piece that an answer says stands in the text, with where. */
function listSpans({ entities, faq, nq }: Analysis): { text: string; start: number; end: number }[] {
  return [
    ...entities.flatMap(({ text, spans }) => spans.map(([start, end]) => ({ text, start, end }))),
    ...faq.flatMap(({ answer, source_spans }) => source_spans.map(([start, end]) => ({ text: answer, start, end }))),
    ...(nq?.hooks ?? []),
  ];
}

interface Expected {
  title: RegExp;
  who: string[];
  people: string[];
  places: string[];
  products: string[];
  days: string[];
  numbers: [number, string | null][];
  quotes: [string | null, string | null][];
  category: string;
  summary: RegExp;
}

const EXPECTED: Record<keyof typeof TEXTS, Expected> = {
  jaNotes: {
    title: /^会議の議事録/,
    who: ['株式会社コトバ', '田中一郎', '株式会社みらい工業', '佐藤花子', '鈴木 一郎'],
    people: ['田中一郎', '佐藤花子', '鈴木 一郎'],
    places: ['東京都渋谷区', '国内', '埼玉県川口市'],
    products: ['コトバノート'],
    days: ['2026-12-01', '2026-12-01', '2026-09', '2019-04'],
    numbers: [
      [980, 'JPY'],
      [1200, '社'],
      [68.4, '%'],
      [3, '時間'],
      [50, '社'],
      [23, '%'],
      [320_000_000, 'JPY'],
    ],
    quotes: [
      ['田中一郎', '代表取締役社長'],
      ['佐藤花子', '部長'],
    ],
    category: 'it',
    summary: /開始します。.+(?:%|万円).*。$/,
  },
  jaFair: {
    title: /^北信濃/,
    who: ['一般社団法人北信濃観光協会', '小林健'],
    people: ['小林健'],
    places: ['長野市'],
    products: ['北信濃りんごフェア'],
    days: ['2026-11-24', '2025'],
    numbers: [
      [3, '日間'],
      [5, 'トン'],
    ],
    quotes: [['小林健', '会長']],
    category: 'local',
    summary: /開催します。/,
  },
  zhCloud: {
    title: /^云帆科技/,
    who: ['云帆科技', '北京云帆科技有限公司', '王伟', '李小梅'],
    people: ['王伟', '李小梅'],
    places: ['北京市海淀区', '深圳'],
    products: ['语录'],
    days: ['2026-12-01', '2026-12-01', '2026-09'],
    numbers: [
      [29, 'CNY'],
      [68.4, '%'],
      [3, '小时'],
      [23, '%'],
      [120_000_000, 'CNY'],
    ],
    quotes: [
      ['王伟', '首席执行官'],
      ['李小梅', '负责人'],
    ],
    category: 'business',
    summary: /29元。.+1\.2亿元。$/,
  },
  zhTaiwan: {
    title: /^青禾食品/,
    who: ['青禾食品', '青禾食品股份有限公司', '高雄市農會', '林志明'],
    people: ['林志明'],
    places: ['全國'],
    products: [],
    days: ['2026-11-24', '2026-11-21'],
    numbers: [],
    quotes: [['林志明', '總經理']],
    category: 'food',
    summary: /今天宣布/,
  },
  enNotes: {
    title: /^Kotoba Launches/,
    who: ['Kotoba', 'Kotoba Inc.', 'Jane Doe', 'John Q. Smith', 'Mirai Industries Ltd.'],
    people: ['Jane Doe', 'John Q. Smith'],
    places: ['TOKYO', 'Kawaguchi, Japan', 'Tokyo'],
    products: ['Kotoba Notes'],
    days: ['2026-12-01', '2026-11-20', '2026-11-21', '2026-12-01', '2026-09', '2019'],
    numbers: [
      [9.8, 'USD'],
      [1200, 'companies'],
      [68.4, '%'],
      [50, 'manufacturers'],
      [23, '%'],
      [2_100_000, 'USD'],
    ],
    quotes: [
      ['Jane Doe', 'chief executive officer'],
      ['Jane Doe', 'chief executive officer'],
      ['John Q. Smith', 'plant manager'],
    ],
    category: 'manufacturing',
    summary: /^TOKYO.+on minutes\.$/,
  },
  enClinic: {
    title: /^Harbor County/,
    who: ['Harbor County', 'University of Westmere', 'Amina Osei'],
    people: ['Amina Osei'],
    places: ['Port Alder'],
    products: [],
    days: ['2026-11-24'],
    numbers: [
      [1_600_000, 'GBP'],
      [85, 'GBP'],
      [2350, 'families'],
    ],
    quotes: [['Amina Osei', 'director']],
    category: 'health',
    summary: /^Harbor County and .+to run\.$/,
  },
};

describe('the analysis of a release', () => {
  it.each(Object.entries(EXPECTED))('%s: facts, entities, FAQ', (name, expected) => {
    const { language, text } = Object.entries(TEXTS).find(([key]) => key === name)?.[1] ?? TEXTS.enNotes;
    const analysis = analyze(text);
    expect(analysis).toMatchObject({
      language,
      truncated: false,
      hasWritten: { description: false, release: false },
    });
    expect(analysis.title).toMatch(expected.title);
    expect(analysis.summary).toMatch(expected.summary);
    expect(analysis.facts?.who).toEqual(expected.who);
    expect(named(analysis, 'person')).toEqual(expected.people);
    expect(named(analysis, 'place')).toEqual(expected.places);
    expect(named(analysis, 'product')).toEqual(expected.products);
    expect(analysis.facts?.when.flatMap(({ date }) => date ?? [])).toEqual(expected.days);
    const numbers = analysis.facts?.numbers.map(({ value, unit }) => [value, unit]);
    for (const number of expected.numbers) expect(numbers).toContainEqual(number);
    expect(analysis.facts?.quotes.map(({ speaker, role }) => [speaker, role])).toEqual(expected.quotes);
    expect(analysis.categories[0]?.key).toBe(expected.category);
    expect(analysis.faq.length).toBeGreaterThanOrEqual(3);
    expect(new Set(analysis.faq.map(({ question }) => question)).size).toBe(analysis.faq.length);
    expect(analysis.optimized?.unverified).toEqual([]);
    expect(analysis.keywords.length).toBeGreaterThanOrEqual(5);
    const graph = analysis.json_ld?.['@graph'].map((node) => node['@type']);
    expect(graph).toEqual(['NewsArticle', 'FAQPage', 'Organization']);
  });

  it('computes what its mode computes', () => {
    const { text } = TEXTS.enNotes;
    const score = analyze(text, 'score');
    expect(score.nq?.stats.words).toBeGreaterThan(100);
    expect(score).toMatchObject({
      summary: null,
      entities: [],
      keywords: [],
      facts: null,
      categories: [],
      optimized: null,
      faq: [],
      json_ld: null,
      recommendations: [],
    });
    const facts = analyze(text, 'facts');
    expect(facts).toMatchObject({ nq: null, nq_score: null, summary: null, optimized: null, recommendations: [] });
    expect([facts.entities.length > 0, facts.faq.length >= 3, facts.json_ld === null]).toEqual([true, true, false]);
  });

  it('counts offsets in title and body joined by one newline, and cuts what is too long', () => {
    const body = TEXTS.jaFair.text.slice(TEXTS.jaFair.text.indexOf('\n') + 1);
    const analysis = analyze(body, 'optimize', '𠮷野りんごフェア');
    expect(analysis.text).toBe(`𠮷野りんごフェア\n${body}`);
    for (const { text, start, end } of listSpans(analysis))
      expect(sliceCodePoints(analysis.text, start, end)).toBe(text);
    const long = analyze('𠮷'.repeat(60_000), 'score');
    expect([long.truncated, [...long.text].length]).toEqual([true, 50_000]);
  });
});

describe('optimising', () => {
  const noisy = {
    ja: '【速報】株式会社コトバ、画期的な議事録サービス「コトバノート」を2026年12月1日に提供開始！！\n株式会社コトバは、圧倒的に速い議事録サービス「コトバノート」の提供を2026年12月1日に開始します！当社は会議の記録に悩む企業を助けるため、音声認識を使って開発しました。会議の音声から議事録を作ります。発言者ごとに要点を整理します。要点は参加者に届きます。「革新的な製品です」と社員は話しました。これは画期的です。',
    en: 'Kotoba Inc. Launches Revolutionary Kotoba Notes – The Ultimate Way To Write Minutes!!\nKotoba Inc. will launch Kotoba Notes, a revolutionary service that writes minutes, on December 1, 2026! It was built to help small companies that lose hours on minutes. It reads the sound of a meeting. It tells speakers apart. It sends the minutes to everybody. "It is an amazing tool!" said a customer. The result is amazing.',
    zh: '云帆科技推出革命性的会议平台“语录”！！\n云帆科技将于2026年12月1日推出革命性的会议平台“语录”！为了减轻员工的负担，公司使用语音识别技术。平台可以自动生成会议纪要。平台能够区分发言人。纪要会发送给参加者。“这是完美的产品”，一位客户表示。这个结果是完美的。',
  };

  it.each(Object.entries(noisy))('takes the noise out of %s and shows what is missing', (_, text) => {
    const { nq_score, optimized } = analyze(text);
    const whole = `${optimized?.title}\n${optimized?.body}`;
    expect(optimized?.title).not.toMatch(/画期的|Revolutionary|革命性|[!！]/);
    expect(optimized?.body).not.toMatch(/圧倒的|revolutionary|革命性/);
    // What somebody said, and what carries its sentence, stays.
    expect(whole).toMatch(/「革新的な製品です」|"It is an amazing tool!"|“这是完美的产品”/);
    expect(whole).toMatch(/これは画期的です。|is amazing\.|是完美的。/);
    expect(optimized?.body.split('\n\n').length).toBeGreaterThanOrEqual(4);
    expect(optimized?.placeholders).toEqual(expect.arrayContaining(['price', 'company', 'contact']));
    expect(optimized?.unverified).toEqual([]);
    expect(new Set(optimized?.changes.map(({ dimension }) => dimension))).toContain('headline');
    expect(analyze(whole, 'score').nq_score).toBeGreaterThanOrEqual(nq_score ?? 100);
  });
});

describe('JSON-LD', () => {
  it('has what is known of a page and leaves out what is not', () => {
    const page = {
      url: 'https://news.example/1',
      publishedAt: '2026-11-21T09:00:00+09:00',
      author: { type: 'Person' as const, name: 'Jane Doe' },
      publisher: { name: 'Kotoba Inc.', url: 'https://kotoba.example/' },
    };
    const { json_ld } = analyzeText({ mode: 'facts', title: 'x'.repeat(200), body: TEXTS.enClinic.text, clock, page });
    const [article, faq, organization] = json_ld?.['@graph'] ?? [];
    expect(article).toMatchObject({
      '@id': 'https://news.example/1#article',
      headline: 'x'.repeat(110),
      datePublished: '2026-11-21T09:00:00+09:00',
      dateModified: '2026-11-21T09:00:00+09:00',
      author: [{ '@type': 'Person', name: 'Jane Doe' }],
      publisher: { '@id': 'https://news.example/1#publisher' },
      inLanguage: 'en',
      mainEntityOfPage: 'https://news.example/1',
    });
    expect(article).not.toHaveProperty('image');
    expect(faq).toMatchObject({ '@type': 'FAQPage' });
    expect(organization).toMatchObject({ name: 'Kotoba Inc.', url: 'https://kotoba.example/' });
    expect(JSON.stringify(json_ld)).not.toMatch(/null|undefined/);
  });
});

describe('any text', () => {
  const pieces = Object.values(TEXTS).flatMap(({ text }) => text.split(/(?<=[\s。、，,.「」]|\d)/));
  const marks = [
    '𠮷',
    '👨‍👩‍👧',
    'が',
    'ｶﾞ',
    '１２',
    '　',
    '「',
    '」',
    '“',
    '”',
    '"',
    '\u0000',
    '\ud800',
    '\u200b',
    'İ',
    'ﷺ',
    '2026年',
    '来週',
    '氏',
    'Inc.',
    '\n',
  ];
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...pieces, ...marks), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  it('has spans that slice to what they say, invents nothing, and is read the same way twice', () => {
    fc.assert(
      fc.property(anyText, fc.option(fc.string({ unit: 'grapheme', maxLength: 30 })), (body, title) => {
        const analysis = analyze(body, 'optimize', title);
        for (const { text, start, end } of listSpans(analysis)) {
          expect(sliceCodePoints(analysis.text, start, end)).toBe(text);
        }
        expect(analysis.optimized?.unverified).toEqual([]);
        expect(analysis.faq.length).toBeLessThanOrEqual(6);
        expect([...(analysis.summary ?? '')].length).toBeLessThanOrEqual(analysis.language === 'en' ? 601 : 200);
        expect(JSON.stringify(analyze(body, 'optimize', title))).toBe(JSON.stringify(analysis));
      }),
      {
        numRuns: 60,
        examples: [
          ['Dr.', null],
          ['社では、Q.', null],
          ['0Dr.', null],
        ],
      },
    );
  });

  const HOSTILE: Record<string, string> = {
    digits: '1',
    commas: '1,',
    'open quotes': '「',
    'straight quotes': '"a" ',
    capitals: 'Aa ',
    'capitals without space': 'A',
    katakana: 'アイ・',
    han: '株式会社',
    'han roles': '社長田',
    chinese: '公司王伟表示',
    dates: '2026年12月',
    'half dates': 'December 1 ',
    roles: 'Jane Doe, ',
    hosts: 'a.',
    mails: 'a@',
    hype: '圧倒的！',
    spaces: ' ',
    lines: '\n',
    accents: 'e\u0301\u0301\u0301',
    sentences: 'Jane Doe, CEO of Acme Inc., said: "We will launch Foo on December 1, 2026 for $5." ',
    placeholders: '[TO CONFIRM: ',
  };

  it.each(Object.entries(HOSTILE))('takes time in proportion: %s', (_, piece) => {
    const read = (size: number): void => void analyze(piece.repeat(Math.ceil(size / piece.length)).slice(0, size));
    // Six times the text takes six times as long, or thirty-six times where something is quadratic.
    expect(measureGrowth(read, 2_000, 6, 18)).toBeLessThan(18);
  });
});
