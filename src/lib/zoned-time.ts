/** Instants as they are shown in a time zone. */
import { DAY_MS } from './durations.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone);
  if (format) return format;
  const newFormat = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(zone, newFormat);
  return newFormat;
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'offset';

function splitParts(ms: number, zone: string): Record<Part, string> {
  const parts = new Map(
    getFormat(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const text = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const offset = text('timeZoneName').replace('GMT', '');
  return {
    year: text('year'),
    month: text('month'),
    day: text('day'),
    hour: text('hour'),
    minute: text('minute'),
    second: text('second'),
    offset: offset === '' ? '+00:00' : offset,
  };
}

/** `2026-11-21T09:00:00+09:00`, to the second. */
export function formatZonedTime(ms: number, zone: string): string {
  const { year, month, day, hour, minute, second, offset } = splitParts(ms, zone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** The instant at which clocks of the zone show `wallMs`, given as if it were UTC. */
export function readZonedTime(wallMs: number, zone: string): number {
  let instant = wallMs;
  // The second round settles days on which clocks change.
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(`${formatZonedTime(instant, zone).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`);
    instant += wallMs - (wallMs % 1000) - shown;
  }
  return instant;
}

export interface ZonedMonth {
  /** `2026-11` */
  month: string;
  /** The first instant of the next one. */
  endsAtMs: number;
}

const HOUR_MS = 3_600_000;

/** The calendar month of an instant. */
export function findZonedMonth(ms: number, zone: string): ZonedMonth {
  const { year, month } = splitParts(ms, zone);
  const isNext = (at: number): boolean => {
    const then = splitParts(at, zone);
    return then.year !== year || then.month !== month;
  };
  // Zones are apart from UTC by hours and their quarters, and not always by as many: the instant is looked for.
  let before = Date.UTC(Number(year), Number(month), 1) - DAY_MS;
  let after = before + 2 * DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isNext(middle)) after = middle;
    else before = middle;
  }
  return { month: `${year}-${month}`, endsAtMs: after };
}

/** The first instant of the day after that of `ms`. */
export function findNextDay(ms: number, zone: string): number {
  const { day } = splitParts(ms, zone);
  let before = ms;
  let after = ms + DAY_MS + 2 * HOUR_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (splitParts(middle, zone).day === day) before = middle;
    else after = middle;
  }
  return after;
}

/** Does this machine know a zone of that name? */
export function isZone(zone: string): boolean {
  try {
    getFormat(zone);
    return true;
  } catch {
    return false;
  }
}
