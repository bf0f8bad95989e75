/** Numbers as people write them in three languages, with their value, unit and kind. */

import type { Span } from './code-points.ts';
import { foldText } from './fold.ts';
import { findRegions } from './number-regions.ts';
import { CURRENCY_AFTER, CURRENCY_BEFORE, UNIT_AFTER } from './number-units.ts';

/**
 * `quantity` 1,200社 · `percent` 68.4% (3割 is 30 %) · `money` $5m, 1万円 · `date` a number of a date or time ·
 * `ordinal` 第3回, No. 1, 3rd · `code` of a telephone number, address, link or name such as A100.
 */
export type NumberKind = 'quantity' | 'percent' | 'money' | 'date' | 'ordinal' | 'code';

/** A number with its place in the original text, scale and unit included: `1億2,000万円` is one of value 120000000. */
export interface NumberSpan extends Span {
  value: number;
  /** `%`, an ISO currency code, or the unit as it is written (社, users); null when there is none. */
  unit: string | null;
  kind: NumberKind;
}

const DIGITS = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?/g;
const NEXT_PART = /(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,15}(?:\.\d{1,9})?) ?([千百]?)([兆億亿万萬千百])/y;
const SCALE_CJK = / ?([千百]?)([兆億亿万萬千百])/y;
const SCALE_LATIN = /[ -]?(?:(thousand|million|billion|trillion|bn|mn)\b|([kKmM])(?![\p{L}\p{N}]))/iuy;
const SCALES: Readonly<Record<string, number>> = {
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
};
const PERCENT = / ?(?:%|パーセント|percent(?!age)\b|per cent\b|pct\b)/iy;
const WARI = /割(?![引り当合])/y;
const ORDINAL_BEFORE = /(?:第|(?:^|[^a-z])no\.? ?|#|トップ|top )$/i;
const ORDINAL_AFTER = /(?:st|nd|rd|th)\b|番目|位(?![置])/iy;
const DIGITS_MAX = 15;

const KANJI = /[〇一二三四五六七八九十百千万億亿兆两]{2,16}/g;
const KANJI_DIGITS = '〇一二三四五六七八九';
/** Counters that make a run of kanji a number: 三百社, not 万一. */
const KANJI_UNIT = /[社名人件店家回台本冊個个円元歳岁校館馆](?:(?=[以前超余])|(?!\p{Script=Han}))/uy;

/** Every number of `text` in order, full-width digits and 万/億/亿 normalised. Linear in the length of `text`. */
export function readNumbers(text: string, language?: 'ja' | 'zh' | 'en'): NumberSpan[] {
  const folded = foldText(text);
  const { plain } = folded;
  const regions = findRegions(plain);
  const numbers: NumberSpan[] = [];
  let region = 0;
  let end = 0;
  for (const match of plain.matchAll(DIGITS)) {
    if (match.index < end) continue;
    const at = match.index;
    while ((regions[region]?.end ?? Number.POSITIVE_INFINITY) <= at) region++;
    const within = regions[region];
    const kind = within && within.start <= at ? within.kind : null;
    const number = kind
      ? { start: at, end: at + match[0].length, value: toValue(match[0]), unit: null, kind }
      : readNumberAt(plain, at, match[0], language);
    end = number.end;
    const { start, end: last, ...facts } = number;
    numbers.push({ ...folded.span(start, last), ...facts });
  }
  const inKanji = readKanji(plain).map(({ start, end: last, ...facts }) => ({ ...folded.span(start, last), ...facts }));
  return inKanji.length === 0 ? numbers : [...numbers, ...inKanji].sort((a, b) => a.start - b.start);
}

interface Reading {
  start: number;
  end: number;
  value: number;
  unit: string | null;
  kind: NumberKind;
}

function readNumberAt(plain: string, at: number, digits: string, language: string | undefined): Reading {
  const scaled = readScale(plain, at, digits);
  const before = plain.slice(Math.max(0, at - 8), at);
  const currency = CURRENCY_BEFORE.exec(before);
  let { value, end } = scaled;
  const latinScale = matchAt(SCALE_LATIN, plain, end);
  const letter = latinScale?.[2];
  // `m` is a million after a currency only; else it is metres.
  if (latinScale && (letter === undefined || /k/i.test(letter) || currency)) {
    value *= SCALES[(latinScale[1] ?? letter ?? '').toLowerCase()] ?? 1;
    end += latinScale[0].length;
  }
  const reading = { start: at, end, value: exact(value) };
  if (digits.replaceAll(',', '').length > DIGITS_MAX) return { ...reading, unit: null, kind: 'code' };
  if (currency) {
    const start = at - (currency[0]?.length ?? 0);
    return { ...reading, start, unit: currencyCode(currency[0], language), kind: 'money' };
  }
  return readUnit(plain, reading, before, language);
}

function readUnit(plain: string, reading: Omit<Reading, 'unit' | 'kind'>, before: string, language?: string): Reading {
  const { end, value } = reading;
  const percent = matchAt(PERCENT, plain, end);
  if (percent) return { ...reading, end: end + percent[0].length, unit: '%', kind: 'percent' };
  if (/百分之$/.test(before)) return { ...reading, start: reading.start - 3, unit: '%', kind: 'percent' };
  if (matchAt(WARI, plain, end))
    return { ...reading, end: end + 1, value: exact(value * 10), unit: '%', kind: 'percent' };
  const currency = matchAt(CURRENCY_AFTER, plain, end);
  if (currency) {
    const unit = currencyCode(currency[0].trim(), language);
    return { ...reading, end: end + currency[0].length, unit, kind: 'money' };
  }
  const ordinal = matchAt(ORDINAL_AFTER, plain, end);
  if (ordinal) return { ...reading, end: end + ordinal[0].length, unit: null, kind: 'ordinal' };
  if (ORDINAL_BEFORE.test(before)) return { ...reading, unit: null, kind: 'ordinal' };
  // A letter directly before it: part of a name.
  if (/[A-Za-z][-_.]?$/.test(before)) return { ...reading, unit: null, kind: 'code' };
  const unit = matchAt(UNIT_AFTER, plain, end);
  const unitText = unit?.slice(1).find((one) => one !== undefined) ?? null;
  const isAttached = unitText !== null && unit !== null && unit[0] === unitText;
  return { ...reading, end: isAttached ? end + unitText.length : end, unit: unitText, kind: 'quantity' };
}

/** 1億2,000万, 3千万, 5万: parts of falling scale are one number. */
function readScale(plain: string, at: number, digits: string): { value: number; end: number } {
  let end = at + digits.length;
  const first = matchAt(SCALE_CJK, plain, end);
  if (!first) return { value: toValue(digits), end };
  let scale = multiplyScales(first);
  let value = toValue(digits) * scale;
  end += first[0].length;
  for (let part = matchAt(NEXT_PART, plain, end); part; part = matchAt(NEXT_PART, plain, end)) {
    const next = (SCALES[part[2] ?? ''] ?? 1) * (SCALES[part[3] ?? ''] ?? 1);
    if (next >= scale) break;
    value += toValue(part[1] ?? '0') * next;
    scale = next;
    end += part[0].length;
  }
  return { value, end };
}

const multiplyScales = (match: RegExpExecArray): number =>
  (SCALES[match[1] ?? ''] ?? 1) * (SCALES[match[2] ?? ''] ?? 1);

function readKanji(plain: string): Reading[] {
  const readings: Reading[] = [];
  for (const match of plain.matchAll(KANJI)) {
    const end = match.index + match[0].length;
    const unit = matchAt(KANJI_UNIT, plain, end);
    // A digit before it has been read with its scale; 数千 and 第三百 are no amounts.
    if (!unit || /[\d数數第几幾]/.test(plain.charAt(match.index - 1))) continue;
    const currency = /[円元]/.test(unit[0]) ? currencyCode(unit[0], undefined) : null;
    const value = kanjiValue(match[0]);
    const kind = currency ? 'money' : 'quantity';
    readings.push({ start: match.index, end: end + 1, value, unit: currency ?? unit[0], kind });
  }
  return readings;
}

function kanjiValue(run: string): number {
  let total = 0;
  let group = 0;
  let digit: number | null = null;
  for (const one of run) {
    const scale = one === '十' ? 10 : SCALES[one];
    if (scale === undefined) digit = (digit ?? 0) * 10 + (one === '两' ? 2 : KANJI_DIGITS.indexOf(one));
    else if (scale < 1e4) {
      group += (digit ?? 1) * scale;
      digit = null;
    } else {
      total += (group + (digit ?? (group === 0 ? 1 : 0))) * scale;
      group = 0;
      digit = null;
    }
  }
  return total + group + (digit ?? 0);
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:日元|日圆)$/, 'JPY'],
  [/^(?:美元|us ?\$|usd|\$|dollars?|ドル|米ドル)$/, 'USD'],
  [/^(?:€|eur|euros?|欧元|ユーロ)$/, 'EUR'],
  [/^(?:£|gbp|pounds?|英镑|ポンド)$/, 'GBP'],
  [/^(?:元|人民币|人民幣|rmb|cny|yuan|人民元)$/, 'CNY'],
  [/^(?:円|jpy|yen)$/, 'JPY'],
];

function currencyCode(sign: string, language: string | undefined): string {
  const plain = sign.trim().toLowerCase();
  if (plain === '¥') return language === 'zh' ? 'CNY' : 'JPY';
  return CURRENCIES.find(([pattern]) => pattern.test(plain))?.[1] ?? 'USD';
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

const toValue = (digits: string): number => Number(digits.replaceAll(',', ''));

/** A number too long for any amount is a code, of the value 0. 68.4 × 10⁴ is 684000, not 684000.0000000001. */
const exact = (value: number): number => (value < 1e21 ? Number(value.toPrecision(DIGITS_MAX)) : 0);
