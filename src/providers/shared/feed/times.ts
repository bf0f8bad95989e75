/** Dates as feeds and pages write them. The result never depends on the time zone of the machine. */

import { DAY_MS } from '../../../lib/durations.ts';
import { isZone, readZonedTime } from '../../../lib/zoned-time.ts';
import { findOffset, readCountryTime } from './zones.ts';

const CHARS_MAX = 100;
const YEAR_MIN = 1900;
const AHEAD_MS_MAX = 366 * DAY_MS;
const BUDDHIST_YEARS = 543;

/** The first language that has a name wins. */
const LANGUAGES = 'en de fr es it pt nl sv da nb fi pl cs sk hu ro tr el ru uk bg id vi th ar'.split(' ');
const EXTRA_MONTHS = { sept: 8, mrz: 2, mai: 4, juli: 6, gen: 0, set: 8, out: 9, dez: 11, dic: 11 };

const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}|[.\s]/gu, '')
    .toLowerCase();

let monthsByName: ReadonlyMap<string, number> | undefined;

function listMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const formats = [{ month }, { month, day: 'numeric' as const }].map(
        (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
      );
      for (let number = 0; number < 12; number++)
        for (const format of formats) {
          const parts = format.formatToParts(Date.UTC(2026, number, 15));
          const name = foldName(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, number);
        }
    }
  }
  for (const [name, number] of Object.entries(EXTRA_MONTHS)) if (!months.has(name)) months.set(name, number);
  return months;
}

function findMonth(name: string): number | undefined {
  monthsByName ??= listMonths();
  return monthsByName.get(foldName(name));
}

interface Day {
  year: number;
  /** From 0. */
  month: number;
  day: number;
  /** The text without the date. */
  rest: string;
}

const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
const ERA_DATE =
  /(令和|平成|昭和|民國|民国)?\s{0,3}(\d{1,4}|元)\s{0,3}[年년]\s{0,3}(\d{1,2})\s{0,3}[月월]\s{0,3}(\d{1,2})\s{0,3}[日號号일]/;
const MORNING = /(?:午前|上午|오전|凌晨|早上)/;
const AFTERNOON = /(?:午後|下午|오후|晚上)/;

/** A date in characters, written with digits and `am` or `pm`. */
function writeDigits(text: string): string {
  const dated = text.replace(ERA_DATE, (...[, era, year, month, day]: string[]) => {
    const number = (year === '元' ? 1 : Number(year)) + (era === undefined ? 0 : (ERAS[era] ?? 0));
    return `${number}-${month}-${day} `;
  });
  const half = AFTERNOON.test(dated) ? ' pm' : MORNING.test(dated) ? ' am' : '';
  return dated.replace(
    /(?:午前|上午|오전|凌晨|早上|午後|下午|오후|晚上)?\s{0,3}(\d{1,2})\s{0,3}(?:[時时點点시]|:(?=\d))\s{0,3}(\d{0,2})\s{0,3}[分분]?(?::(\d\d)|\s{0,3}(\d{1,2})\s{0,3}[秒초])?/,
    (...[, hour, minute, second = '0', spoken = second]: string[]) =>
      ` ${hour}:${(minute || '0').padStart(2, '0')}:${spoken.padStart(2, '0')}${half}`,
  );
}

/** Country in which such dates are written. */
function guessCountry(text: string): string | null {
  if (/[년월일시오]/.test(text)) return 'KR';
  if (/民國/.test(text)) return 'TW';
  if (/[时点]|[上下]午|星期|周/.test(text)) return 'CN';
  return /[年月日時]/.test(text) ? 'JP' : null;
}

const PATTERNS: readonly (readonly [RegExp, 'ymd' | 'dmy' | 'mdy'])[] = [
  [/(?<!\d)(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)\.?T?/i, 'ymd'],
  [/(?<!\d)(\d{4})()(\d\d)(\d\d)(?=T|\s|\d{4,6}(?!\d)|$)T?/i, 'ymd'],
  [
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º)?(\.?[\s-]{1,3})(?:de\s{1,3})?(\p{L}[\p{L}\p{M}.]{0,20})[\s,.-]{1,4}(?:de\s{1,3})?(\d{4}|\d\d)(?![\d:])/iu,
    'dmy',
  ],
  [/(?<!\p{L})(\p{L}[\p{L}\p{M}]*\.?)(\s+)(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu, 'mdy'],
  [/(?<!\d)(\d{1,2})\s?(\.)\s?(\d{1,2})\s?\.\s?(\d{4})(?!\d)/, 'dmy'],
];
/** `Sat Jul 18 08:00:00 EDT 2026` */
const UNIX_DATE = /(\p{L}{3,4})\s+(\d{1,2})\s+(\d{1,2}:\d\d:\d\d)((?:\s+[\p{L}+\-\d:]{1,6})?)\s+(\d{4})$/u;
const SLASHED = /(?<!\d)(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?!\d)/;

function findDay(text: string): Day | null {
  const unix = UNIX_DATE.exec(text);
  if (unix) {
    const [, month = '', day = '', time = '', zone = '', year = ''] = unix;
    return buildDay(year, month, day, `${time}${zone}`);
  }
  for (const [pattern, order] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [whole, one = '', , two = '', three = ''] = match;
    const rest = ` ${text.slice(match.index + whole.length)}`;
    const [year, month, day] =
      order === 'ymd' ? [one, two, three] : order === 'dmy' ? [three, two, one] : [three, one, two];
    const found = buildDay(year, month, day, rest);
    if (found) return found;
  }
  const slashed = SLASHED.exec(text);
  if (!slashed) return null;
  const [whole, one = '', , two = '', year = ''] = slashed;
  // Between the two, only the number of a day settles which is the month.
  if (Number(one) <= 12 && Number(two) <= 12 && one !== two) return null;
  const [month, day] = Number(one) > 12 ? [two, one] : [one, two];
  return buildDay(year, month, day, text.slice(slashed.index + whole.length));
}

function buildDay(yearText: string, monthText: string, dayText: string, rest: string): Day | null {
  const month = /^\d+$/.test(monthText) ? Number(monthText) - 1 : findMonth(monthText);
  const [number, day] = [Number(yearText), Number(dayText)];
  const century = number < 50 ? 2000 : 1900;
  const full = yearText.length === 2 ? century + number : number;
  const year = full >= YEAR_MIN + BUDDHIST_YEARS ? full - BUDDHIST_YEARS : full;
  if (month === undefined || month < 0 || month > 11 || year < YEAR_MIN) return null;
  const isDay = new Date(Date.UTC(year, month, day)).getUTCDate() === day;
  return isDay ? { year, month, day, rest } : null;
}

const COLONS = /^(?:\s[-–—]\s|[^\d+-]{0,12})(\d{1,2})[:.h](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?(?!\d)/i;
const BASIC = /^\s?T?(\d\d)(?:(\d\d)(\d\d)?)?(?![\d:])/i;
const HALF_DAY = /^\s*([ap])\.?\s?m\b\.?/i;

interface Clock {
  /** After midnight. */
  ms: number;
  rest: string;
}

/** Null: it is no time of a day. Midnight where none is stated. */
function readClock(rest: string): Clock | null {
  const match = COLONS.exec(rest) ?? BASIC.exec(rest);
  if (!match) return { ms: 0, rest };
  const [whole, hourText, minuteText = '0', secondText = '0', fraction = '0'] = match;
  const half = HALF_DAY.exec(rest.slice(whole.length));
  const [shown, minute, second] = [Number(hourText), Number(minuteText), Number(secondText)];
  const afternoon = half?.[1]?.toLowerCase() === 'p' ? 12 : 0;
  const hour = half && shown <= 12 ? (shown % 12) + afternoon : shown;
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return null;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return {
    ms: ((hour * 60 + minute) * 60 + second) * 1000 + ms,
    rest: rest.slice(whole.length + (half?.[0].length ?? 0)),
  };
}

const NUMERIC_ZONE = /(?:^|[\s(A-Z])(?:GMT|UTC|UT)?\s?([+-])(\d{1,2}):?(\d\d)?(?!\d)/i;

/** Ahead of UTC; undefined where none is stated. A number says more than a name beside it. */
function readOffset(text: string, country: string | null): number | undefined {
  const numeric = NUMERIC_ZONE.exec(text);
  if (numeric) {
    const [, sign, hours = '', minutes = '0'] = numeric;
    const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
    if (ms <= 18 * 3_600_000) return sign === '-' ? -ms : ms;
  }
  for (const [name] of text.matchAll(/[A-Za-z]+/g)) {
    // RFC 5322 reads the letters of military zones as UTC: they were defined the wrong way around.
    if (/^[A-IK-Z]$/i.test(name)) return 0;
    const offset = findOffset(name, country);
    if (offset !== undefined) return offset;
  }
  return undefined;
}

const ZONE_NAME = /\b[A-Z][a-z]+(?:\/[A-Z][A-Za-z_]+){1,2}\b/;

/** Of a zone such as `Europe/Paris`. */
function readNamedTime(wallMs: number, text: string): number | null {
  const zone = ZONE_NAME.exec(text)?.[0];
  return zone !== undefined && isZone(zone) ? readZonedTime(wallMs, zone) : null;
}

/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{10})(\d{3})?$/;

/**
 * The instant that a date means, in milliseconds; null where it can't be told. A date without a zone is one of `country`,
 * else of where dates are written so, else of UTC. A date more than a year ahead of `nowMs` is none.
 */
export function readTime(text: string | null | undefined, nowMs: number, country: string | null = null): number | null {
  const plain = (text ?? '')
    .slice(0, CHARS_MAX)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const at = readInstant(plain, country);
  return at !== null && at !== 0 && at <= nowMs + AHEAD_MS_MAX ? at : null;
}

function readInstant(plain: string, country: string | null): number | null {
  const [, seconds, thousandths = '000'] = EPOCH.exec(plain) ?? [];
  if (seconds !== undefined) return Number(seconds + thousandths);
  const day = findDay(writeDigits(plain).replace(/\s+/g, ' ').trim());
  const clock = day && readClock(day.rest);
  if (!day || !clock) return null;
  const wallMs = Date.UTC(day.year, day.month, day.day) + clock.ms;
  const home = country ?? guessCountry(plain);
  const offset = readOffset(clock.rest, home);
  if (offset !== undefined) return wallMs - offset;
  return readNamedTime(wallMs, clock.rest) ?? readCountryTime(wallMs, home);
}
