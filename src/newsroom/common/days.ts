/** Calendar days of the service's zone, as words and as instants. */

import { DAY_MS } from '../../lib/durations.ts';
import { formatZonedTime } from '../../lib/zoned-time.ts';

const HOUR_MS = 3_600_000;

export const readDayOf = (ms: number, zone: string): string => formatZonedTime(ms, zone).slice(0, 'YYYY-MM-DD'.length);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The first instant of a day. */
export const findDayStart = (day: string, zone: string): number => findInstant(day, '00:00', zone);

/** The instant at which it is `HH:MM` or `HH:MM:SS` of that day, or later where clocks skip it: that is looked for. */
export function findInstant(day: string, time: string, zone: string): number {
  let before = Date.parse(`${day}T${time}Z`) - 15 * HOUR_MS;
  let after = before + 30 * HOUR_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (formatZonedTime(middle, zone) >= `${day}T${time}`) after = middle;
    else before = middle;
  }
  return after;
}

/** Null for what is not a day of the calendar, and for days that nobody asks for. */
export function parseDay(text: string): string | null {
  if (!/^(?:19[7-9]\d|[2-8]\d{3})-\d\d-\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : null;
}

/** 1 is Monday. */
export const readWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
