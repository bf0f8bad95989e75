import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/providers/shared/chat/sentences.ts';

const squeezed = (text: string): string => text.replace(/\s+/g, '');

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', 6, ['One.', 'Two!', 'Three?']],
    ['One. Two! Three?', 10, ['One. Two!', 'Three?']],
    ['今日は晴れです。明日は雨？そうです！', 8, ['今日は晴れです。', '明日は雨？', 'そうです！']],
    ['今天下雨。明天晴。', 5, ['今天下雨。', '明天晴。']],
    ['  ', 10, []],
    ['short', 4000, ['short']],
    ['a line\nanother line', 13, ['a line', 'another line']],
  ])('%j in parts of %i', (text, charsMax, parts) => {
    expect(splitSentences(text, charsMax)).toEqual(parts);
  });

  it('cuts what has no end where a word ends, and never inside a sign', () => {
    const words = 'word '.repeat(100).trim();
    for (const part of splitSentences(words, 23)) expect(part).toMatch(/^word( word)*$/);
    const families = '👩‍👩‍👧‍👦'.repeat(9);
    for (const part of splitSentences(families, 25)) expect(part).toMatch(/^(👩‍👩‍👧‍👦)+$/u);
  });

  it('loses nothing but space', () => {
    const text = 'Dr. Smith paid 3.50 USD. 「どうぞ。」と言った。Ok?! '.repeat(60);
    for (const charsMax of [30, 100, 999]) {
      const parts = splitSentences(text, charsMax);
      expect(squeezed(parts.join(''))).toBe(squeezed(text));
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(charsMax);
    }
  });
});
