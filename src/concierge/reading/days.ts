/** Finds the days of a forecast that a question is about. */

import { DAY_MS } from '../../lib/durations.ts';
import type { RouteLanguage } from '../types.ts';

const SATURDAY = 6;
const MONDAY = 1;
/** Number of days in `the next few days`. */
const FEW = 3;

/** From Sunday on, as `Date` counts. English in full: `mon`, `sat` and `sun` are words of their own. */
const weekdays: readonly RegExp[] = [
  /\bsundays?\b|日曜(?!大工)|(?:周|週|星期|礼拜|禮拜)[日天]/,
  /\bmondays?\b|月曜|(?:周|週|星期|礼拜|禮拜)一/,
  /\btuesdays?\b|火曜|(?:周|週|星期|礼拜|禮拜)二/,
  /\bwednesdays?\b|水曜|(?:周|週|星期|礼拜|禮拜)三/,
  /\bthursdays?\b|木曜|(?:周|週|星期|礼拜|禮拜)四/,
  /\bfridays?\b|金曜|(?:周|週|星期|礼拜|禮拜)五/,
  /\bsaturdays?\b|土曜|(?:周|週|星期|礼拜|禮拜)六/,
];
const past =
  /\byesterday\b|\blast (?:night|week|weekend|\w+day)\b|昨日|昨夜|昨晩|きのう|おととい|先週|昨天|昨晚|前天|上个?個?(?:周|週|星期)/;
const today = /\btoday\b|\btonight\b|今日|今夜|今晩|きょう|今天|今晚/;
const tomorrow = /(?<!day after )\b(?:tom+or+ow|tmrw?)\b|明日(?!香)|あした|(?<!れ)あす|翌日|明天|明早|明晚|[听聽]日/;
const inTwoDays =
  /\bday after tom+or+ow\b|\btom+or+ow and the day after\b|明後日|あさって|(?<!大|\d|[一二三四五六七八九十两兩])[后後]天/;
const inThreeDays = /大后天|大後天|しあさって|明々後日/;
const weekend = /\bweekend\b|週末|土日|周末/;
const nextWeek = /\bnext week(?:end)?\b|来週|次の週|下个?個?(?:周|週|星期|礼拜|禮拜)/;
const weekAfterNext = /\bweek(?:end)? after next\b|再来週|さ来週|下下个?個?(?:周|週|星期|礼拜|禮拜)/;
const wholeWeek =
  /\b(?:this|all|the|coming) week\b|\bweek ahead\b|\bweekly\b|今週(?!末)|週間|[这這本][周週](?!末)|(?:未来|未來)?一[周週]/;

const COUNT = '(\\d{1,2}|[一二三四五六七八九十两兩几幾数])';
const counts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, at + 1]),
  ),
  ...Object.fromEntries([...'一二三四五六七八九十'].map((word, at) => [word, at + 1])),
  ...Object.fromEntries(['a few', 'few', 'several', 'coming', '几', '幾', '数'].map((word) => [word, FEW])),
  ...Object.fromEntries(['a couple of', 'couple of', '两', '兩'].map((word) => [word, 2])),
};
const WORDS = '\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?few|(?:a )?couple of|several';
/** One day, so many from today. */
const inDays = [new RegExp(`\\bin (${WORDS}) days?\\b`, 'g'), new RegExp(`${COUNT}(?:日|天)之?[后後]`, 'g')];
/** So many days from today on. */
const forDays = [
  new RegExp(`\\b(?:next|coming|following|for) (${WORDS}) days\\b`, 'g'),
  /\b(?:next|coming|following|for the) (few|coming) days\b|\bthe (coming) days\b/g,
  new RegExp(`\\b(${WORDS})[- ]day\\b`, 'g'),
  new RegExp(`${COUNT}日間`, 'g'),
  new RegExp(`(?:未来|未來|接下来|接下來|今后|今後|往后|この先|これから|[这這])${COUNT}[天日]`, 'g'),
];
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const dates: readonly { pattern: RegExp; month: number; day: number }[] = [
  { pattern: /\b\d{4}-(\d\d)-(\d\d)\b/g, month: 1, day: 2 },
  { pattern: new RegExp(`\\b${MONTH} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g'), month: 1, day: 2 },
  { pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?![a-z])`, 'g'), month: 2, day: 1 },
  { pattern: /(?<!\d)(\d{1,2})月(\d{1,2})[日号號]/g, month: 1, day: 2 },
  {
    pattern: /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! of)|(?<![\d月])(\d{1,2})(?:日(?![間间后後])|[号號](?!线|線|楼|樓))/g,
    month: 0,
    day: 1,
  },
];

/**
 * Offsets from today in order, -1 for a day that is past; empty when no day is named. `date` is today at the place,
 * `YYYY-MM-DD`. A day of the week is its next one, today included, and so is a date.
 */
export function findDays(question: string, date: string): number[] {
  const text = question.toLowerCase();
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start)) return [];
  const offsets = new Set<number>();
  if (tomorrow.test(text)) offsets.add(1);
  if (inTwoDays.test(text)) offsets.add(2);
  if (inThreeDays.test(text)) offsets.add(3);
  for (const days of findCountedDays(text, inDays)) offsets.add(days);
  const from = offsets.has(1) ? 1 : 0;
  for (const days of findCountedDays(text, forDays)) for (let day = from; day < from + days; day++) offsets.add(day);
  for (const day of findDates(text, start)) offsets.add(day);
  if (past.test(text)) return offsets.size > 0 ? inOrder(offsets) : [-1];
  for (const day of findWeekdays(text, new Date(start).getUTCDay())) offsets.add(day);
  if (offsets.size > 0 && today.test(text)) offsets.add(0);
  return inOrder(offsets);
}

const inOrder = (days: ReadonlySet<number>): number[] => [...days].sort((a, b) => a - b);

function findCountedDays(text: string, patterns: readonly RegExp[]): number[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const word = match.slice(1).find((one) => one !== undefined) ?? '';
      return counts[word] ?? (Number(word) || []);
    }),
  );
}

/** Days of the week, weekends and weeks; `first` is the weekday of today. */
function findWeekdays(text: string, first: number): number[] {
  const until = (weekday: number): number => (weekday - first + 7) % 7;
  const weekdayNumbers = weekdays.flatMap((names, weekday) => (names.test(text) ? [weekday] : []));
  if (weekend.test(text)) weekdayNumbers.push(SATURDAY, 0);
  const isAfterNext = weekAfterNext.test(text);
  const monday = until(MONDAY) || 7;
  const later = isAfterNext ? monday + 7 : nextWeek.test(text) ? monday : 0;
  if (weekdayNumbers.length > 0) return weekdayNumbers.map((day) => (later > 0 ? later + ((day + 6) % 7) : until(day)));
  if (later > 0) return Array.from({ length: 7 }, (_, day) => later + day);
  return wholeWeek.test(text) ? Array.from({ length: 7 }, (_, day) => day) : [];
}

/** The next such date, today included. */
function findDates(text: string, start: number): number[] {
  const now = new Date(start);
  return dates.flatMap(({ pattern, month, day }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const number = Number(match[day] ?? match[day + 1]);
      const name = match[month] ?? '';
      const monthIndex = MONTHS.indexOf(name.slice(0, 3));
      const at = month === 0 ? now.getUTCMonth() : monthIndex >= 0 ? monthIndex : Number(name) - 1;
      const [soon, next] = [0, 1].map((turn) =>
        month === 0
          ? Date.UTC(now.getUTCFullYear(), at + turn, number)
          : Date.UTC(now.getUTCFullYear() + turn, at, number),
      );
      if (soon === undefined || next === undefined || number < 1 || number > 31) return [];
      const nearest = soon >= start ? soon : next;
      return new Date(nearest).getUTCDate() === number ? [Math.round((nearest - start) / DAY_MS)] : [];
    }),
  );
}

const near: Readonly<Record<RouteLanguage, readonly string[]>> = {
  en: ['Today', 'Tomorrow', 'The day after tomorrow'],
  ja: ['今日', '明日', '明後日'],
  zh: ['今天', '明天', '后天'],
};

/** `Tomorrow`, `日曜日`; `date` is `YYYY-MM-DD`. */
export function nameDay(offset: number, date: string, language: RouteLanguage): string {
  const name = near[language][offset];
  if (name !== undefined) return name;
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}
