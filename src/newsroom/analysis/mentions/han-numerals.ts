/** Numbers in Chinese characters: 二〇二六, 三十, 五百六十, 一万二千. */

const DIGITS = new Map([...'〇零一二三四五六七八九'].map((digit, at) => [digit, Math.max(0, at - 1)]));
const POWERS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);
const MYRIADS = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['兆', 1e12],
]);
DIGITS.set('両', 2).set('两', 2).set('兩', 2);

/** The inside of a character class. */
export const HAN_DIGITS = '〇零一二三四五六七八九';
export const HAN_NUMERALS = `${HAN_DIGITS}十百千`;

/** Reads digits of either kind (`12`, `十二`, `二〇二六`); null for what is no number. */
export function readNumeral(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  return [...text].every((one) => DIGITS.has(one)) ? readPositions(text) : readPowers(text);
}

function readPositions(text: string): number | null {
  if (text === '') return null;
  return [...text].reduce((sum, digit) => sum * 10 + (DIGITS.get(digit) ?? 0), 0);
}

function readPowers(text: string): number | null {
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  for (const one of text) {
    const power = POWERS.get(one);
    const myriad = MYRIADS.get(one);
    const value = DIGITS.get(one);
    if (power !== undefined) {
      section += (digit ?? 1) * power;
      digit = null;
    } else if (myriad !== undefined) {
      total += (section + (digit ?? 0) || 1) * myriad;
      section = 0;
      digit = null;
    } else if (value !== undefined && digit === null) digit = value;
    else return null;
  }
  return total + section + (digit ?? 0);
}
