/** Dates counted from today: 明日, 来週火曜日, 下个月5日, next Tuesday, three days ago. */
import type { BareDate } from './absolute-dates.ts';
import {
  type Day,
  findDay,
  type IsoDate,
  readWeekday as readWeekdayOfDay,
  shiftMonth,
  splitDay,
  writeDay,
  writeMonth,
  writeYear,
} from './calendar.ts';
import { DAY_WORDS, MONTH_WORDS, readCount, WEEK_WORDS, YEAR_WORDS } from './date-words.ts';
import { HAN_DIGITS, readNumeral } from './han-numerals.ts';
import { CHINESE_WEEKDAYS, ENGLISH_WEEKDAY, JAPANESE_WEEKDAYS, readWeekday } from './weekdays.ts';

type Reader = (match: RegExpExecArray, today: Day) => IsoDate | null;

const byLength = (words: Readonly<Record<string, number>>): string =>
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .join('|');

const COUNT = `\\d{1,3}|[${HAN_DIGITS}十]{1,3}`;
const ENGLISH_COUNT = '\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten';

const RELATIVE: readonly (readonly [RegExp, Reader])[] = [
  ...DAY_WORDS.map(([pattern, days]): readonly [RegExp, Reader] => [pattern, (_, today) => writeDay(today + days)]),
  [new RegExp(`(再来週|来週|今週|先々週|先週)の?([${JAPANESE_WEEKDAYS}])曜日?`, 'gu'), readWeekdayOfWeek],
  [
    new RegExp(`(下下|上上|[这這本下上])(?:个|個)?(?:周|週|星期|礼拜|禮拜)([${CHINESE_WEEKDAYS}天])(?![期年月])`, 'gu'),
    readWeekdayOfWeek,
  ],
  [new RegExp(`\\b(this|next|last) (${ENGLISH_WEEKDAY})`, 'giu'), readWeekdayOfWeek],
  [new RegExp(`(?:今度|次)の([${JAPANESE_WEEKDAYS}])曜日?`, 'gu'), readComingWeekday],
  [new RegExp(`\\b(?:this )?(?:coming|upcoming) (${ENGLISH_WEEKDAY})`, 'giu'), readComingWeekday],
  [new RegExp(`(${byLength(MONTH_WORDS)})(?:の?(${COUNT}) ?[日号號])?`, 'gu'), readMonthWord],
  [/\b(this|next|last) (month|year)\b/giu, readEnglishPeriod],
  [
    new RegExp(`(${byLength(YEAR_WORDS)})(?!度)`, 'gu'),
    ([, word], today) => yearFrom(today, YEAR_WORDS[word ?? ''] ?? 0),
  ],
  // After another word the count starts there (発売3日後), not today.
  [
    new RegExp(
      `(?<![\\p{L}\\d]|\\d[.,])(${COUNT}) ?(日|天|週間|周|週|[かヶカケ个個]月|年)(後|后|之后|之後|以后|以後|前|之前|以前)`,
      'gu',
    ),
    ([, count, unit, side], today) =>
      countFrom(today, (side?.includes('前') ? -1 : 1) * (readNumeral(count ?? '') ?? 0), unit ?? ''),
  ],
  [
    new RegExp(`\\bin (${ENGLISH_COUNT}) (day|week|month|year)s?\\b(?! or)`, 'giu'),
    ([, count, unit], today) => countFrom(today, readCount(count ?? '') ?? 0, unit ?? ''),
  ],
  [
    new RegExp(`\\b(${ENGLISH_COUNT}) (day|week|month|year)s? (ago|from now)\\b`, 'giu'),
    ([, count, unit, side], today) =>
      countFrom(today, (side?.toLowerCase() === 'ago' ? -1 : 1) * (readCount(count ?? '') ?? 0), unit ?? ''),
  ],
];

/** Every date in `plain` that is counted from today. May overlap one another. */
export function findRelativeDates(plain: string, today: Day): BareDate[] {
  return RELATIVE.flatMap(([pattern, read]) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const date = read(match, today);
      return date === null ? [] : [{ start: match.index, end: match.index + match[0].length, date, isRelative: true }];
    }),
  );
}

/** The weekday of that week, weeks beginning on Monday, in every language the same. */
function readWeekdayOfWeek([, week = '', name = '']: RegExpExecArray, today: Day): IsoDate | null {
  const weekday = readWeekday(name);
  const weeks = WEEK_WORDS[week.toLowerCase()];
  if (weekday === null || weeks === undefined) return null;
  return writeDay(today - readWeekdayOfDay(today) + weeks * 7 + weekday);
}

function readComingWeekday([, name = '']: RegExpExecArray, today: Day): IsoDate | null {
  const weekday = readWeekday(name);
  if (weekday === null) return null;
  return writeDay(today + ((weekday - readWeekdayOfDay(today) + 6) % 7) + 1);
}

function readMonthWord([, word = '', day]: RegExpExecArray, today: Day): IsoDate | null {
  const { year, month } = shiftMonth(today, MONTH_WORDS[word] ?? 0);
  if (day === undefined) return writeMonth(year, month);
  const exact = findDay(year, month, readNumeral(day) ?? 0);
  return exact === null ? null : writeDay(exact);
}

function readEnglishPeriod([, side = '', unit = '']: RegExpExecArray, today: Day): IsoDate | null {
  return countFrom(today, WEEK_WORDS[side.toLowerCase()] ?? 0, unit);
}

/** As exact as the unit: days and weeks give a day, months a month, years a year. */
function countFrom(today: Day, count: number, unit: string): IsoDate | null {
  if (/^(?:日|天|day)/i.test(unit)) return writeDay(today + count);
  if (/^(?:週|周|week)/i.test(unit)) return writeDay(today + 7 * count);
  if (/月$|^month/i.test(unit)) {
    const { year, month } = shiftMonth(today, count);
    return writeMonth(year, month);
  }
  return yearFrom(today, count);
}

const yearFrom = (today: Day, years: number): IsoDate | null => writeYear(splitDay(today).year + years);
