/** Which days of a forecast a question is about. */
import type { RouteLanguage } from '../../types.ts';

const SATURDAY = 6;
const MONDAY = 1;

/** From Sunday on, as `Date` counts. English in full: `mon`, `sat` and `sun` are words of their own. */
const weekdays: readonly RegExp[] = [
  /\bsundays?\b|日曜|(?:周|週|星期|礼拜|禮拜)[日天]/,
  /\bmondays?\b|月曜|(?:周|週|星期|礼拜|禮拜)一/,
  /\btuesdays?\b|火曜|(?:周|週|星期|礼拜|禮拜)二/,
  /\bwednesdays?\b|水曜|(?:周|週|星期|礼拜|禮拜)三/,
  /\bthursdays?\b|木曜|(?:周|週|星期|礼拜|禮拜)四/,
  /\bfridays?\b|金曜|(?:周|週|星期|礼拜|禮拜)五/,
  /\bsaturdays?\b|土曜|(?:周|週|星期|礼拜|禮拜)六/,
];
const inThreeDays = /大后天|大後天|しあさって|明々後日/;
const inTwoDays = /\bday after tom+or+ow\b|明後日|あさって|(?<!大)[后後]天/;
const tomorrow = /(?<!day after )\btom+or+ow\b|明日|あした|(?<!れ)あす|翌日|明天|明早|明晚/;
const weekend = /\bweekend\b|週末|土日|周末/;
const nextWeek = /\bnext week\b|来週|次の週|下周|下週|下星期|下个?礼拜/;
const allDays =
  /\b(?:this|all|the) week\b|\b(?:\d+|seven|five|three)[- ]day\b|\bweekly\b|今週(?!末)|週間|[这這本][周週](?!末)|这几天|這幾天|一周|一週|未来几天/;

/**
 * Offsets from today, in order, each below `known`; empty when no day is named. `today` is the date at the place,
 * `YYYY-MM-DD`. A day of the week is its next one, today included.
 */
export function daysAsked(question: string, today: string, known: number): number[] {
  const text = question.toLowerCase();
  const first = new Date(`${today}T00:00:00Z`).getUTCDay();
  if (Number.isNaN(first)) return [];
  const until = (weekday: number): number => (weekday - first + 7) % 7;
  const asked = new Set<number>();
  if (tomorrow.test(text)) asked.add(1);
  if (inTwoDays.test(text)) asked.add(2);
  if (inThreeDays.test(text)) asked.add(3);
  const later = nextWeek.test(text) ? until(MONDAY) || 7 : 0;
  const named = weekdays.flatMap((names, weekday) => (names.test(text) ? [weekday] : []));
  if (weekend.test(text)) named.push(SATURDAY, 0);
  for (const weekday of named) asked.add(later > 0 ? later + ((weekday + 6) % 7) : until(weekday));
  if (later > 0 && named.length === 0) for (let day = later; day < later + 7; day++) asked.add(day);
  if (allDays.test(text)) for (let day = 0; day < known; day++) asked.add(day);
  return [...asked].filter((day) => day < known).sort((a, b) => a - b);
}

const near: Readonly<Record<RouteLanguage, readonly string[]>> = {
  en: ['Today', 'Tomorrow', 'The day after tomorrow'],
  ja: ['今日', '明日', '明後日'],
  zh: ['今天', '明天', '后天'],
};

/** `Tomorrow`, `日曜日`; `date` is `YYYY-MM-DD`. */
export function dayName(offset: number, date: string, language: RouteLanguage): string {
  const name = near[language][offset];
  if (name !== undefined) return name;
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}
