/** Numbers in words: three million, twelve, 三社, 两家, 二十人. "One" and 一 say too many other things. */

import type { Language } from '../../../text/language.ts';
import { HAN_NUMERALS, readNumeral } from '../mentions/han-numerals.ts';
import type { NumberMention } from '../mentions/read-text.ts';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

const COUNT = `(?:${[...UNITS, ...TENS, 'half a', 'a'].join('|')})(?:[- ](?:${UNITS.slice(1, 10).join('|')}))?`;
const ENGLISH = new RegExp(
  `\\b(${COUNT})((?: (?:${Object.keys(SCALES).join('|')})){0,3})\\b( percent| per cent|%)?`,
  'giu',
);

const HAN = new RegExp(
  `(?<![${HAN_NUMERALS}万億亿第数數几幾\\d])([${HAN_NUMERALS}两兩][${HAN_NUMERALS}万億亿]{0,10})(?:社|人(?![三称格])|名(?!称)|件|台(?!湾|灣|北)|円|元(?!素)|か月|ヶ月|倍|割|家(?!族)|个(?!性)|位|款|项|項|種類|种|店舗|か国|カ国|个国家|個國家|年間|週間|分の|成(?![立功果本员員为為长長分就熟都人年交形份]))`,
  'gu',
);

export function findCountWords(plain: string, language: Language): NumberMention[] {
  return language === 'en' ? findEnglish(plain) : findHan(plain);
}

function findEnglish(plain: string): NumberMention[] {
  return [...plain.matchAll(ENGLISH)].flatMap(({ index, 0: text, 1: count = '', 2: scales = '', 3: percent }) => {
    const names = scales
      .trim()
      .toLowerCase()
      .split(' ')
      .filter((name) => name !== '');
    const base = readEnglish(count.toLowerCase());
    // "a" and "one" alone are articles; "a million" is a number.
    if (names.length === 0 && base < 2 && percent === undefined) return [];
    const value = names.reduce((product, name) => product * (SCALES[name] ?? 1), base);
    return [
      {
        start: index,
        end: index + text.length,
        value,
        unit: percent ? '%' : null,
        kind: percent ? 'percent' : 'quantity',
      },
    ];
  });
}

function readEnglish(count: string): number {
  if (count.startsWith('half')) return 0.5;
  return count.split(/[- ]/).reduce((sum, word) => {
    const tens = TENS.indexOf(word);
    return sum + (tens === -1 ? (word === 'a' ? 1 : Math.max(0, UNITS.indexOf(word))) : (tens + 2) * 10);
  }, 0);
}

function findHan(plain: string): NumberMention[] {
  return [...plain.matchAll(HAN)].flatMap(({ index, 0: text, 1: numeral = '' }) => {
    const value = readNumeral(numeral);
    if (value === null || value < 2) return [];
    const unit = text.slice(numeral.length);
    const isShare = unit === '割' || unit === '成';
    return [
      {
        start: index,
        end: index + text.length,
        value: isShare ? value * 10 : value,
        unit: isShare ? '%' : unit,
        kind: isShare ? 'percent' : 'quantity',
      },
    ];
  });
}
