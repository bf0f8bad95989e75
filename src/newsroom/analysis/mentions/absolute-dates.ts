/** Dates that name their day, month or year; a year left out is guessed from today. */
import {
  type Day,
  findDay,
  guessDay,
  guessYear,
  type IsoDate,
  splitDay,
  writeDay,
  writeMonth,
  writeYear,
} from './calendar.ts';
import { ERAS, MONTH_PATTERN, readMonthName, YEAR_WORDS } from './date-words.ts';
import { HAN_DIGITS, readNumeral } from './han-numerals.ts';
import type { Mention } from './types.ts';
import { ENGLISH_WEEKDAY, readWeekday, readWeekdayAt } from './weekdays.ts';

export interface BareDate extends Mention {
  readonly date: IsoDate | null;
  readonly isRelative: boolean;
}

interface DateParts {
  year?: string | number | null | undefined;
  month?: string | number | null | undefined;
  day?: string | undefined;
  weekday?: number | null;
}

const YEAR_HAN = `\\d{4}|[${HAN_DIGITS}]{4}`;
const SHORT_HAN = `\\d{1,2}|[${HAN_DIGITS}十]{1,3}`;
const ERA_NAMES = Object.keys(ERAS).join('|');
const YEAR_NAMES = Object.keys(YEAR_WORDS).join('|');
const CJK_YEAR = `(?:(?<era>${ERA_NAMES}) ?(?<count>元|${SHORT_HAN}|\\d{3})|(?<![${HAN_DIGITS}\\d/-]|\\d[.,])(?<year>${YEAR_HAN})) ?年`;

const CJK_DATE = new RegExp(
  `(?:${CJK_YEAR} ?|(?<word>${YEAR_NAMES})の?)?(?<![\\d${HAN_DIGITS}十]|\\d[.,])(?<month>${SHORT_HAN}) ?月(?: ?(?<day>${SHORT_HAN}) ?[日号號])?`,
  'gu',
);
const CJK_YEAR_ALONE = new RegExp(`${CJK_YEAR}(?!度| ?\\d|間|间)`, 'gu');
const NUMERIC = /(?<![\d.,/-])(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?![\d/-]|\.\d)/gu;
const SLASHED = /(?<![\d.,/-])(?<month>\d{1,2})\/(?<day>\d{1,2})(?= ?\((?:[月火水木金土日]|周|週))/gu;
const YEAR_LAST = /(?<![\d.,/-])(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>\d{4})(?![\d/])/gu;
const WEEKDAY_BEFORE = `(?:\\b(?<weekday>${ENGLISH_WEEKDAY}),? )?`;
const MONTH_FIRST = new RegExp(
  `${WEEKDAY_BEFORE}(?<![A-Za-z])(?<month>${MONTH_PATTERN}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?! ?%|\\d|[.,]\\d)(?: ?[-–—] ?\\d{1,2}(?!\\d))?(?:,? (?<year>\\d{4})(?!\\d))?`,
  'giu',
);
const DAY_FIRST = new RegExp(
  `${WEEKDAY_BEFORE}(?<![\\d.,])(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: ?[-–—] ?\\d{1,2})? (?:of )?(?<month>${MONTH_PATTERN})(?:,? (?<year>\\d{4})(?!\\d))?`,
  'giu',
);
const MONTH_AND_YEAR = new RegExp(`(?<![A-Za-z])(?<month>${MONTH_PATTERN}),? (?<year>\\d{4})(?!\\d)`, 'giu');
const MONTH_ALONE = new RegExp(
  `(?<=\\b(?:in|by|since|from|until|early|late|mid|during|of) |mid-)(?<month>${MONTH_PATTERN})(?! \\d)`,
  'giu',
);
const YEAR_ALONE =
  /(?<=\b(?:in|by|since|from|until|during|of|early|late|before|after) )(?<year>(?:19|20)\d{2})(?![\d,.]\d|\d|%)/giu;

/** Every date in `plain` that names a month, a day or a year. May overlap one another. */
export function findAbsoluteDates(plain: string, today: Day): BareDate[] {
  const read = (pattern: RegExp, readParts: (groups: Groups, end: number) => DateParts | null): BareDate[] =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const end = match.index + match[0].length;
      const parts = readParts(match.groups ?? {}, end);
      const result = parts && resolveDate(parts, today);
      return result ? [{ start: match.index, end, ...result }] : [];
    });
  return [
    ...read(CJK_DATE, (groups, end) => ({ ...readCjk(groups, today), weekday: readWeekdayAt(plain, end).weekday })),
    ...read(CJK_YEAR_ALONE, (groups) => readCjk(groups, today)),
    ...read(NUMERIC, (groups) => groups),
    ...read(SLASHED, (groups, end) => ({ ...groups, weekday: readWeekdayAt(plain, end).weekday })),
    ...read(YEAR_LAST, readYearLast),
    ...[MONTH_FIRST, DAY_FIRST, MONTH_AND_YEAR, MONTH_ALONE].flatMap((pattern) => read(pattern, readEnglish)),
    ...read(YEAR_ALONE, ({ year }) => ({ year })),
  ];
}

type Groups = Readonly<Record<string, string | undefined>>;

function readCjk({ era, count, year, word, month, day }: Groups, today: Day): DateParts {
  const inEra = era === undefined ? null : (ERAS[era] ?? 0) + (count === '元' ? 1 : (readNumeral(count ?? '') ?? 0));
  const inWords = word === undefined ? undefined : splitDay(today).year + (YEAR_WORDS[word] ?? 0);
  return { year: inEra ?? inWords ?? year, month, day };
}

function readEnglish({ year, month, day, weekday }: Groups): DateParts | null {
  const number = readMonthName(month ?? '');
  return number === null ? null : { year, month: number, day, weekday: weekday ? readWeekday(weekday) : null };
}

/** `25/12/2026` tells which is the day; `03/04/2026` doesn't. */
function readYearLast({ first, second, year }: Groups): DateParts {
  if (Number(first) > 12) return { year, month: second, day: first };
  if (Number(second) > 12) return { year, month: first, day: second };
  return first === second ? { year, month: first, day: second } : {};
}

/** Null for what looks like a date and is none. */
function resolveDate(parts: DateParts, today: Day): { date: IsoDate | null; isRelative: boolean } | null {
  const year = toNumber(parts.year);
  const month = toNumber(parts.month);
  const day = toNumber(parts.day);
  if (year === null && month === null) return { date: null, isRelative: false };
  if (month === null) return keepDated(year === null ? null : writeYear(year), false);
  if (day === null) return resolveMonth(year ?? null, month, today);
  if (year === null) {
    const guess = guessDay(month, day, parts.weekday ?? null, today);
    return keepDated(guess === null ? null : writeDay(guess), true);
  }
  const exact = findDay(year, month, day);
  return keepDated(exact === null ? null : writeDay(exact), false);
}

function resolveMonth(
  year: number | null,
  month: number,
  today: Day,
): { date: IsoDate | null; isRelative: boolean } | null {
  if (month < 1 || month > 12) return null;
  const guess = year ?? guessYear(month, today);
  const date = guess === null ? null : writeMonth(guess, month);
  return guess !== null && date === null ? null : { date, isRelative: year === null };
}

const keepDated = (date: IsoDate | null, isRelative: boolean): { date: IsoDate; isRelative: boolean } | null =>
  date === null ? null : { date, isRelative };

const toNumber = (value: string | number | null | undefined): number | null =>
  typeof value === 'string' ? readNumeral(value) : (value ?? null);
