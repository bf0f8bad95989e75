/** Claims that the inputs don't support are found, removed and reported. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFacts, type FactsCheckOptions } from '../../../../src/newsroom/analysis/facts-check/check.ts';
import { TEXTS } from './texts.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21), timeZone: 'Asia/Tokyo' };
const check = (output: string, inputs: readonly string[], options: Partial<FactsCheckOptions> = {}) =>
  checkFacts(output, { inputs, clock, ...options });
const inventions = (output: string, inputs: readonly string[], options: Partial<FactsCheckOptions> = {}): string[] =>
  check(output, inputs, options).unverified.map(({ text }) => text);

const { jaNotes, zhCloud, enNotes } = TEXTS;

/** Input, output, what of the output is invented. */
const INVENTED: readonly (readonly [string, string, readonly string[]])[] = [
  [enNotes.text, 'Kotoba Notes costs $12 per user and is used by 700 companies.', ['$12', '700']],
  [enNotes.text, 'Time fell by 32% at 50 manufacturers.', ['32%']],
  [enNotes.text, '50% of users agree.', ['50%']],
  [enNotes.text, 'It arrives on December 15, 2026, at 3 p.m.', ['December 15, 2026, at 3 p.m.']],
  [
    enNotes.text,
    'Write to sales@kotoba.example or see https://kotoba.example/prices.',
    ['sales@kotoba.example', 'https://kotoba.example/prices'],
  ],
  [
    enNotes.text,
    '"This changes everything for our customers," said Jane Doe.',
    ['This changes everything for our customers,'],
  ],
  [
    enNotes.text,
    'Richard Roe, chief technology officer, joined from Globex Corporation in Osaka.',
    ['Richard Roe', 'Globex Corporation', 'Osaka'],
  ],
  [enNotes.text, 'Kotoba Partners With Microsoft', ['Microsoft']],
  [
    enNotes.text,
    'It won the Good Design Award, said ‘the whole jury that met in the hall’.',
    ['Good Design Award', 'the whole jury that met in the hall'],
  ],
  [enNotes.text, 'Call +81 3-9999-0000 or write to press@kotoba.example.', ['+81 3-9999-0000']],
  [enNotes.text, 'Our AI-powered notes were praised by Toyota and NASA.', ['Toyota', 'NASA']],
  [enNotes.text, 'It saved two million dollars and twelve jobs.', ['two million', 'twelve']],
  [jaNotes.text, '導入社数は120社、料金は月額1,980円です。', ['120社', '1,980円']],
  [jaNotes.text, '50人が利用し、提供は2026年12月15日に始まります。', ['50人', '2026年12月15日']],
  [
    jaNotes.text,
    '取締役の山本次郎は「市場を変える力があると信じています」と述べました。',
    ['山本次郎', '市場を変える力があると信じています'],
  ],
  [jaNotes.text, 'ミライセンサーとの連携を大阪府で始めます。', ['ミライセンサー', '大阪府']],
  [jaNotes.text, '株式会社みらい電機が三百社に導入しました。', ['株式会社みらい電機', '三百社']],
  [zhCloud.text, '已有300家企业使用，每月收费49元。', ['300家企业', '49元']],
  [
    zhCloud.text,
    '首席技术官张小明表示：“我们将在2027年3月进入日本市场，服务更多用户。”',
    ['张小明', '我们将在2027年3月进入日本市场，服务更多用户。'],
  ],
  [zhCloud.text, '华为和腾讯的用户超过九成满意。', ['华为', '腾讯', '九成']],
  [zhCloud.text, '上海星辰科技有限公司也将使用“语录”。', ['上海星辰科技有限公司']],
];

/** Input, and what may be written from it. */
const SUPPORTED: readonly (readonly [string, string])[] = [
  [enNotes.text, enNotes.text],
  [jaNotes.text, jaNotes.text],
  [zhCloud.text, zhCloud.text],
  [TEXTS.jaFair.text, TEXTS.jaFair.text],
  [TEXTS.zhTaiwan.text, TEXTS.zhTaiwan.text],
  [TEXTS.enClinic.text, TEXTS.enClinic.text],
  [
    enNotes.text,
    'Kotoba Inc. will launch Kotoba Notes on 1 December 2026, from $9.80. Time on minutes fell by 23%, it said.',
  ],
  [
    enNotes.text,
    'Smaller manufacturers spend too long on minutes: 1200 companies answered. Learn more at kotoba.example.',
  ],
  [enNotes.text, '1. Starts December 1\n2. Fifty manufacturers tried it'],
  [
    jaNotes.text,
    '株式会社コトバは本日、ユーザーの負担を減らすクラウドサービス「コトバノート」を発表しました。調査は千二百社が対象です。',
  ],
  [jaNotes.text, '売上目標は3.2億円。12月1日に開始します。'],
  [zhCloud.text, '首席执行官王伟表示，该平台将于12月1日上线，年营收目标为12,000万元。'],
  ['price: 980, product: コトバ', 'コトバの価格は980円です。'],
  ['We are glad that nobody stays late any more', '"We are glad that nobody stays late any more," the company said.'],
];

describe('the check of facts', () => {
  it.each(INVENTED)('%#: finds what is invented', (input, output, expected) => {
    expect(inventions(output, [input])).toEqual(expected);
  });

  it.each(SUPPORTED)('%#: leaves what the input says', (input, output) => {
    expect(check(output, [input])).toEqual({ text: output, unverified: [], placeholders: [] });
  });

  it('shows a placeholder of the language in place of the claim, and its key', () => {
    expect(check('料金は月額1,980円です。', ['コトバノート'])).toMatchObject({
      text: '料金は月額【要確認：価格】です。',
      placeholders: ['price'],
    });
    expect(check('It costs $5 and [TO CONFIRM: launch date].', ['Kotoba'])).toMatchObject({
      text: 'It costs [TO CONFIRM: price] and [TO CONFIRM: launch date].',
      placeholders: ['price', 'launch_date'],
    });
    expect(check('已有300家企业使用。【待确认：合作伙伴】', ['语录'])).toMatchObject({
      text: '已有【待确认：数字】使用。【待确认：合作伙伴】',
      placeholders: ['number', '合作伙伴'],
    });
  });

  it('reads dates and numbers across languages, for translations', () => {
    const kinds = ['url', 'email', 'date', 'number'] as const;
    expect(inventions('It starts on December 1, 2026, from 980 yen.', [jaNotes.text], { kinds })).toEqual([]);
    expect(inventions('It starts on December 2, 2026, from 890 yen.', [jaNotes.text], { kinds })).toEqual([
      'December 2, 2026',
      '890 yen',
    ]);
  });

  it('leaves nothing to find the second time', () => {
    const pieces = Object.values(TEXTS).flatMap(({ text }) => text.split(/(?<=[。.\n])/));
    fc.assert(
      fc.property(
        fc.subarray(pieces, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('ja', 'zh', 'en'),
        (chosen, language) => {
          const first = check(chosen.join(''), [jaNotes.text], { language });
          const second = check(first.text, [jaNotes.text], { language });
          expect(second).toMatchObject({ text: first.text, unverified: [] });
        },
      ),
      { numRuns: 60 },
    );
  });
});
