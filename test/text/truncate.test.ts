import { describe, expect, it } from 'vitest';
import { cutCodePoints, keepEnd, truncate } from '../../src/text/truncate.ts';

const split = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe('truncate', () => {
  it('returns a text that is short enough as it is', () => {
    expect(truncate('lantern', 7)).toBe('lantern');
    expect(truncate('🏮', 2, '…')).toBe('🏮');
  });

  it.each([
    ['a plain text', 'lantern festival', 7, 'lantern'],
    ['a lantern', `${'x'.repeat(4)}🏮tail`, 5, 'xxxx'],
    ['a family', 'a👨‍👩‍👧‍👦b', 8, 'a'],
    ['a flag among flags', '🇯🇵🇫🇷🇩🇪', 6, '🇯🇵'],
    ['a skin tone', 'ok 👍🏽!', 5, 'ok '],
    ['an accent of its own', 'cafe\u0301s', 4, 'caf'],
    ['a dakuten of its own', 'か\u3099き', 1, ''],
    ['a variation selector', '葛\u{E0100}城', 2, ''],
    ['Hangul in parts', '\u1112\u1161\u11ab글', 2, ''],
    ['a line end', 'a\r\nb', 2, 'a'],
    ['a supplementary ideograph', '𠮷野家', 1, ''],
  ])('keeps %s whole', (_, text, unitsMax, expected) => {
    expect(truncate(text, unitsMax)).toBe(expected);
  });

  it('counts the ellipsis toward the limit', () => {
    expect(truncate('lanterns', 7, '…')).toBe('lanter…');
    expect(truncate('lante🏮rn', 7, '…')).toBe('lante…');
  });

  it('cuts a pile of accents between its code points', () => {
    const pile = `a${'\u0301'.repeat(500)}`;
    expect(truncate(pile, 100)).toBe(pile.slice(0, 100));
  });

  it('cuts between characters at every length', () => {
    const text = 'A👩🏽‍🚀 café 🇯🇵🇯🇵🇯🇵 क्षि ｶﾞ が 한글 \r\n葛󠄀 𠮷 e\u0301\u0323 1️⃣ ☎️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 end'.repeat(3);
    const starts = new Set<number>([0]);
    let length = 0;
    for (const segment of split(text)) {
      length += segment.length;
      starts.add(length);
    }
    for (let unitsMax = 0; unitsMax <= text.length; unitsMax++) {
      const cut = truncate(text, unitsMax);
      expect(text.startsWith(cut)).toBe(true);
      expect(starts.has(cut.length)).toBe(true);
      const longest = Math.max(...[...starts].filter((start) => start <= unitsMax));
      expect(cut.length).toBe(longest);
    }
  });
});

describe('cutCodePoints', () => {
  it('counts code points and keeps characters whole', () => {
    expect(cutCodePoints('🏮🏮🏮', 2)).toBe('🏮🏮');
    expect(cutCodePoints('🏮👍🏽', 2)).toBe('🏮');
    expect(cutCodePoints('lantern', 7)).toBe('lantern');
  });
});

describe('keepEnd', () => {
  it('begins between two characters', () => {
    expect(keepEnd('festival', 4)).toBe('ival');
    expect(keepEnd('x🏮tail', 5)).toBe('tail');
    expect(keepEnd('x🏮tail', 6)).toBe('🏮tail');
    expect(keepEnd('cafe\u0301', 1)).toBe('');
    expect(keepEnd('🇯🇵🇫🇷', 6)).toBe('🇫🇷');
  });
});
