/** Days without a time zone, for reckoning with dates. A day is counted from 1 January 1970. */

import { DAY_MS } from '../../../lib/durations.ts';
import { formatZonedTime, readZonedTime } from '../../../lib/zoned-time.ts';
import type { Clock } from './types.ts';

export type Day = number;
/** ISO 8601 of a day (`2026-12-01`), a month (`2026-12`) or a year (`2026`): as much as a text says. */
export type IsoDate = string;

const YEAR_MIN = 1000;
const YEAR_MAX = 2999;
/** A month this far away leaves its year open. */
const NEAR_DAYS = 110;

/** The day it is now, where the reader is. */
export function readToday({ nowMs, timeZone }: Clock): Day {
  return Date.parse(`${formatZonedTime(nowMs, timeZone).slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

/** Null for a day that no calendar has, such as 30 February. */
export function findDay(year: number, month: number, day: number): Day | null {
  if (year < YEAR_MIN || year > YEAR_MAX) return null;
  const dayNumber = Date.UTC(year, month - 1, day) / DAY_MS;
  const { month: madeMonth } = splitDay(dayNumber);
  return month >= 1 && month <= 12 && day >= 1 && madeMonth === month ? dayNumber : null;
}

export function splitDay(day: Day): { year: number; month: number; day: number } {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** Monday is 0. */
export const readWeekday = (day: Day): number => (((day + 3) % 7) + 7) % 7;

export const writeDay = (day: Day): IsoDate => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function writeMonth(year: number, month: number): IsoDate | null {
  return year >= YEAR_MIN && year <= YEAR_MAX && month >= 1 && month <= 12
    ? `${year}-${String(month).padStart(2, '0')}`
    : null;
}

export const writeYear = (year: number): IsoDate | null => (year >= YEAR_MIN && year <= YEAR_MAX ? String(year) : null);

/** `months` after the month of `day`, as a month. */
export function shiftMonth(day: Day, months: number): { year: number; month: number } {
  const { year, month } = splitDay(day);
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** The year that puts a date without one nearest to today, or, where the text names the weekday, onto that weekday. */
export function guessDay(month: number, day: number, weekday: number | null, today: Day): Day | null {
  const { year } = splitDay(today);
  const days = [year - 1, year, year + 1].flatMap((candidate) => findDay(candidate, month, day) ?? []);
  const fitting = days.filter((candidate) => weekday === null || readWeekday(candidate) === weekday);
  return nearest(fitting.length > 0 ? fitting : days, today);
}

/** As `guessDay`, for a month alone; null for one that may as well be of the year before or after. */
export function guessYear(month: number, today: Day): number | null {
  const day = guessDay(month, 15, null, today);
  return day === null || Math.abs(day - today) > NEAR_DAYS ? null : splitDay(day).year;
}

function nearest(days: readonly Day[], today: Day): Day | null {
  return days.reduce<Day | null>(
    (best, day) => (best === null || Math.abs(day - today) < Math.abs(best - today) ? day : best),
    null,
  );
}

/** The instant of a day and a time (`10:30`) in the zone, as `2026-12-01T10:30:00+09:00`. */
export function writeInstant(date: IsoDate, time: string, timeZone: string): string {
  return formatZonedTime(readZonedTime(Date.parse(`${date}T${time}:00Z`), timeZone), timeZone);
}
