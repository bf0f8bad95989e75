/** Reading text in Japanese, Chinese and English: languages, sentences, words, numbers, and offsets in code points. */
import { describe, expect, it } from 'vitest';
import { countCodePoints, indexOffsets, type Span, sliceCodePoints } from '../../src/text/code-points.ts';
import { foldText, normalizeForMatch, normalizeText } from '../../src/text/fold.ts';
import { detectLanguage } from '../../src/text/language.ts';
import { readNumbers } from '../../src/text/numbers.ts';
import { findQuotations } from '../../src/text/quotation.ts';
import { findSentenceAt, splitParagraphs, splitSentences } from '../../src/text/sentences.ts';
import { cutCodePoints } from '../../src/text/truncate.ts';
import { characterBigrams, countWords, splitTerms, splitWords } from '../../src/text/words.ts';
import { measureGrowth } from '../harness/growth.ts';

const texts = (spans: readonly Span[]): string[] => spans.map(({ text }) => text);

describe('code points', () => {
  it('counts, slices and cuts characters, not units', () => {
    const text = '𠮷野家👍とa';
    expect(countCodePoints(text)).toBe(6);
    expect(sliceCodePoints(text, 1, 4)).toBe('野家👍');
    expect(sliceCodePoints(text, -2)).toBe('とa');
    expect([cutCodePoints(text, 1), cutCodePoints(text, 4), cutCodePoints(text, 9)]).toEqual(['𠮷', '𠮷野家👍', text]);
    const offsets = indexOffsets(text);
    expect([offsets.length, offsets.toCodePoint(2), offsets.toUnit(4), offsets.toUnit(99)]).toEqual([6, 1, 6, 8]);
  });
});

describe('one form', () => {
  it.each([
    ['ﾊﾟｿｺﾝ', 'パソコン'],
    ['か\u3099ハ\u309a', 'がパ'],
    ['１２３％', '123%'],
    ['葛\u{e0100}城', '葛城'],
    ['⽇本\u200b㈱', '日本(株)'],
    [`e${'\u0301'.repeat(3)}`, 'é\u0301\u0301'],
  ])('%s is %s', (written, plain) => {
    expect(normalizeText(written)).toBe(plain);
  });

  it('knows the way back to the original', () => {
    const folded = foldText('𠮷ﾊﾟｿｺﾝか\u3099');
    const at = folded.plain.indexOf('パソコンが');
    expect(folded.span(at, at + 5)).toEqual({ text: 'ﾊﾟｿｺﾝか\u3099', start: 1, end: 8 });
    expect(normalizeForMatch('  Ｆoo \u00a0 İ ')).toBe('foo İ');
  });
});

describe('the language', () => {
  it.each([
    ['株式会社サンプルは12月1日、議事録サービスを開始します。', 'ja', 0.9, 1],
    ['ｻﾝﾌﾟﾙ社の新商品を発売', 'ja', 0.6, 1],
    ['全国大会開催', 'ja', 0.5, 0.5],
    ['目的達成完了、現在与党国会対応', 'ja', 0.5, 0.5],
    ['北京云启科技公司今日宣布，全新平台正式上线，为企业提供服务。', 'zh', 0.9, 1],
    ['本公司將於明日發布新產品，對客戶來說這是好消息。', 'zh', 0.9, 1],
    ['日系品牌“の”旗舰店在上海开业，为消费者提供了全新的服务体验。', 'zh', 0.9, 1],
    ['Acme Inc. today announced the launch of its new product for hospitals.', 'en', 0.8, 1],
    ['La société annonce le lancement de son nouveau produit dans les hôpitaux', 'en', 0, 0.3],
    ['Компания объявила о запуске нового продукта для больниц', 'en', 0, 0.3],
    ['우리 회사는 새로운 서비스를 시작합니다', 'en', 0, 0.3],
    ['12345 !?', 'en', 0, 0],
  ])('of %s is %s', (text, language, least, most) => {
    const detected = detectLanguage(text);
    expect(detected.language).toBe(language);
    expect(detected.confidence).toBeGreaterThanOrEqual(least);
    expect(detected.confidence).toBeLessThanOrEqual(most);
  });
});

describe('sentences', () => {
  it.each([
    [
      '田中は「良い。とても。」と述べた。次です！？𠮷野家。',
      ['田中は「良い。とても。」と述べた。', '次です！？', '𠮷野家。'],
    ],
    ['『A。』（B。C。）《D！》の話。“E。F。”の話。', ['『A。』（B。C。）《D！》の話。', '“E。F。”の話。']],
    ['「閉じない。次の文。\n三つ目', ['「閉じない。', '次の文。', '三つ目']],
    [
      '王总表示：“很高兴。”该产品明日上线。他说：“好。”的确。',
      ['王总表示：“很高兴。”', '该产品明日上线。', '他说：“好。”的确。'],
    ],
    [
      'Mr. J. Lee of Acme Inc. left at 10 a.m. The U.S. grew 3.5 percent.',
      ['Mr. J. Lee of Acme Inc. left at 10 a.m.', 'The U.S. grew 3.5 percent.'],
    ],
    [
      'He said “It works. Really.” She (see No. 3. here) agreed... Yes?',
      ['He said “It works. Really.”', 'She (see No. 3. here) agreed...', 'Yes?'],
    ],
    ['See https://a.example/?q=1. Now.\n1. First item', ['See https://a.example/?q=1.', 'Now.', '1. First item']],
    [' \n　\n', []],
  ])('%s', (text, sentences) => {
    const language = text.startsWith('王') ? 'zh' : undefined;
    const spans = splitSentences(text, language);
    expect(texts(spans)).toEqual(sentences);
    for (const { text: piece, start, end } of spans) expect(sliceCodePoints(text, start, end)).toBe(piece);
    expect(findSentenceAt(spans, spans.at(-1)?.start ?? 0)).toBe(spans.at(-1));
  });

  it('knows what is quoted, and paragraphs', () => {
    const text = '𠮷野は「速い（「とても」）」と、“good”と言い、5" は別。\n"Fine," he said.';
    const quotations = findQuotations(text);
    expect(texts(quotations)).toEqual(['速い（「とても」）', 'good', 'Fine,']);
    for (const { text: piece, start, end } of quotations) expect(sliceCodePoints(text, start, end)).toBe(piece);
    expect(texts(splitParagraphs('\n一\n二\n \n三\n\n\n四'))).toEqual(['一\n二', '三', '四']);
    expect(texts(splitParagraphs('一\n二\r\n三\n'))).toEqual(['一', '二', '三']);
  });
});

/** Whatever can stand between letters and digits, on lines with and without a character that is not ASCII. */
const MARKS = [..."aB01_.,:;'-/ \n’é"];
let state = 1;
const below = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >> 8) % most;
};
const wordsAtRandom = Array.from({ length: 1_000 }, () =>
  Array.from({ length: 12 }, () => MARKS[below(MARKS.length)]).join(''),
).filter((text) => !text.includes('__'));

describe('words', () => {
  it('are cut for display, and into terms for comparing', () => {
    expect(texts(splitWords('𠮷野家 opens 3 stores', 'en')).slice(-3)).toEqual(['opens', '3', 'stores']);
    expect(splitWords('𠮷 opens', 'en').at(-1)).toMatchObject({ start: 2, end: 7 });
    expect(countWords('議事録サービスを開始', 'ja')).toBe(splitWords('議事録サービスを開始', 'ja').length);
    for (const text of wordsAtRandom) expect(countWords(text, 'en'), text).toBe(splitWords(text, 'en').length);
    expect(characterBigrams('議事録を NFC 社')).toEqual(['議事', '事録', '録を', '社']);
    expect(splitTerms('新サービスとＮＦＣ')).toEqual(['新サ', 'サー', 'ービ', 'ビス', 'スと', 'サービス', 'nfc']);
  });
});

describe('numbers', () => {
  it.each([
    ['𠮷野は１億２,０００万円', [['１億２,０００万円', 120_000_000, 'JPY', 'money']]],
    [
      '前年比６８．４％増、3割、百分之68',
      [
        ['６８．４％', 68.4, '%', 'percent'],
        ['3割', 30, '%', 'percent'],
        ['百分之68', 68, '%', 'percent'],
      ],
    ],
    [
      '1,200社、3千万人、三百社、万一',
      [
        ['1,200社', 1200, '社', 'quantity'],
        ['3千万人', 30_000_000, '人', 'quantity'],
        ['三百社', 300, '社', 'quantity'],
      ],
    ],
    [
      '营收3.2亿元，第5届',
      [
        ['3.2亿元', 320_000_000, 'CNY', 'money'],
        ['5', 5, null, 'ordinal'],
      ],
    ],
    [
      'rose 12.5 percent to $4.5 million from 10k new users',
      [
        ['12.5 percent', 12.5, '%', 'percent'],
        ['$4.5 million', 4_500_000, 'USD', 'money'],
        ['10k', 10_000, 'users', 'quantity'],
      ],
    ],
    [
      'COVID-19, A100, 03-1234-5678, https://a.example/7',
      [
        ['19', 19, null, 'code'],
        ['100', 100, null, 'code'],
        ['03', 3, null, 'code'],
        ['1234', 1234, null, 'code'],
        ['5678', 5678, null, 'code'],
        ['7', 7, null, 'code'],
      ],
    ],
    [
      '2026年12月1日10時 on Dec. 3, in 2025',
      [
        ['2026', 2026, null, 'date'],
        ['12', 12, null, 'date'],
        ['1', 1, null, 'date'],
        ['10', 10, null, 'date'],
        ['3', 3, null, 'date'],
        ['2025', 2025, null, 'date'],
      ],
    ],
    ['9'.repeat(40), [['9'.repeat(40), 0, null, 'code']]],
  ])('%s', (text, numbers) => {
    const read = readNumbers(text);
    expect(read.map(({ text: piece, value, unit, kind }) => [piece, value, unit, kind])).toEqual(numbers);
    for (const { text: piece, start, end } of read) expect(sliceCodePoints(text, start, end)).toBe(piece);
  });
});

describe('hostile text', () => {
  const bits = [
    'a',
    '1,',
    '0-',
    '「',
    '(「',
    '\u0301\u0323',
    'ア',
    '漢',
    '\n',
    '"',
    'a@a.',
    'ก',
    '千',
    'May ',
    '1k ',
    '👨‍👩‍👧',
    'https://',
  ];

  it('takes time in proportion to its length', () => {
    const readAll = (text: string): void => {
      splitSentences(text);
      splitParagraphs(text);
      findQuotations(text);
      readNumbers(text);
      splitTerms(text);
      splitWords(text, detectLanguage(text).language);
    };
    const read = (length: number): void => {
      for (const bit of bits) readAll(bit.repeat(Math.ceil(length / bit.length)));
    };
    // Four times the text; quadratic work would take sixteen times as long.
    expect(measureGrowth(read, 4_000, 4, 9)).toBeLessThan(9);
  });
});
