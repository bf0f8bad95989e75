/** Chinese words that were typed by their sound; what is a word itself stays. */
import { describe, expect, it } from 'vitest';
import { correctSounds } from '../../../src/concierge/reading/sounds.ts';
import { createVocabulary } from '../../../src/concierge/reading/vocabulary.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';

const { spoken } = createVocabulary(await loadCatalogue());

describe('words typed by their sound', () => {
  it.each([
    ['今天没国的科学头跳', '今天美国的科学头条'],
    ['帮忙翻成德玉', '帮忙翻成德语'],
    ['两千五百镁元等于多少英榜', '两千五百美元等于多少英镑'],
    ['百课上怎么说李清照的', '百科上怎么说李清照的'],
  ])('%s', (typed, meant) => {
    expect(correctSounds(typed, spoken)).toBe(meant);
  });

  it.each(['我自己买了比特币', '你在哪座城市', '这是什么意思', 'weather in Paris', '日本の天気'])(
    '%s stays',
    (typed) => {
      expect(correctSounds(typed, spoken)).toBe(typed);
    },
  );

  it('keeps the length of a long text', () => {
    const long = '百课'.repeat(900);
    expect(correctSounds(long, spoken)).toHaveLength(long.length);
  });
});
