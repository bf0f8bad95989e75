/** Rates a source by its runs; the first matching rule decides: newsroom.md §4.11. */

import { DAY_MS } from '../../../lib/durations.ts';
import type { Source, SourceHourRow } from './tables.ts';
import type { SourceHealth } from './types.ts';

export interface HealthInput {
  source: Source;
  /** Of the last four weeks. */
  hours: readonly SourceHourRow[];
  nowMs: number;
  /** Of the service's zone: today, and the hour. */
  now: { day: string; hour: number };
}

export interface HealthOpinion {
  health: SourceHealth;
  reason: string | null;
}

const HOUR_MS = 3_600_000;
const FAILURES_MIN = 3;
const WINDOW_HOURS = 6;
const WEEKS = 4;
const SILENCE_MS_MIN = 6 * HOUR_MS;
/** Times the usual gap. */
const SILENCE_TIMES = 4;
const LATE_TIMES = 3;
const FILL_DAYS = 14;
/** A field that fewer entries have had is no measure. */
const FILLED_MIN = 3;
const FIELDS = [
  ['title', 'titles', 'fill_title'],
  ['body', 'bodies', 'fill_body'],
  ['email', 'emails', 'fill_email'],
] as const;

export function judgeHealth(facts: HealthInput): HealthOpinion {
  const { source, nowMs } = facts;
  const { status, method, last_run_at, fault, consecutive_failures } = source;
  if (status !== 'active') return { health: 'off', reason: `the operator has set it to ${status}` };
  if (method === 'internal') return { health: source.last_item_at === null ? 'never_run' : 'healthy', reason: null };
  if (last_run_at === null) return { health: 'never_run', reason: null };
  if (fault === 'rate_limited') return { health: 'rate_limited', reason: source.fault_message };
  if (consecutive_failures >= FAILURES_MIN)
    return { health: 'failing', reason: `${consecutive_failures} errors in a row: ${source.fault_message ?? ''}` };
  if (fault !== null && source.last_success_at === null) return { health: 'failing', reason: source.fault_message };
  if (fault === 'cut') return { health: 'degraded', reason: source.fault_message };
  const degraded = describeDegradation(facts);
  if (degraded !== null) return { health: 'degraded', reason: degraded };
  const silent = describeSilence(facts);
  if (silent !== null) return { health: 'silent', reason: silent };
  const sinceMs = nowMs - last_run_at;
  if (sinceMs > LATE_TIMES * source.interval_minutes * 60_000)
    return {
      health: 'late',
      reason: `last run ${formatSpan(sinceMs)} ago, planned every ${formatSpan(source.interval_minutes * 60_000)}`,
    };
  return { health: 'healthy', reason: null };
}

function describeDegradation({ source, hours, now }: HealthInput): string | null {
  const since = shiftDay(now.day, -FILL_DAYS);
  const recent = hours.filter(({ day }) => day >= since);
  const entries = recent.reduce((sum, hour) => sum + hour.entries, 0);
  for (const [name, column, fill] of FIELDS) {
    const filled = recent.reduce((sum, hour) => sum + hour[column], 0);
    const share = source[fill];
    if (share === null || filled < FILLED_MIN || share >= filled / entries / 2) continue;
    return `${name} in ${formatShare(share)} of the entries, usually in ${formatShare(filled / entries)}`;
  }
  return null;
}

function describeSilence(facts: HealthInput): string | null {
  const { source, nowMs } = facts;
  const sinceMs = nowMs - (source.last_item_at ?? source.first_run_at ?? nowMs);
  const gapMs = measureGap(facts);
  if (sinceMs <= Math.max(SILENCE_MS_MIN, SILENCE_TIMES * gapMs)) return null;
  const usual = gapMs === 0 ? '' : `, usual gap ${formatSpan(gapMs)}`;
  return `no new items for ${formatSpan(sinceMs)}${usual}`;
}

/** Usual gap between two articles at this time of the week: 0 if nothing has ever come, infinite if nothing comes. */
function measureGap({ source, hours, nowMs, now }: HealthInput): number {
  const landed = hours.reduce((sum, hour) => sum + hour.landed, 0);
  if (landed === 0) return 0;
  const knownMs = Math.min(WEEKS * 7 * DAY_MS, nowMs - (source.first_run_at ?? nowMs));
  const weeks = Math.floor(knownMs / (7 * DAY_MS));
  const window = Math.floor(now.hour / WINDOW_HOURS);
  const weekday = readWeekday(now.day);
  const isSame = ({ day, hour }: SourceHourRow): boolean =>
    day !== now.day && readWeekday(day) === weekday && Math.floor(hour / WINDOW_HOURS) === window;
  const inWindow = hours.filter(isSame).reduce((sum, hour) => sum + hour.landed, 0);
  if (weeks >= 2) return inWindow === 0 ? Number.POSITIVE_INFINITY : (weeks * WINDOW_HOURS * HOUR_MS) / inWindow;
  return Math.max(knownMs, HOUR_MS) / landed;
}

const readWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

const formatShare = (share: number): string => `${Math.round(share * 100)} %`;

function formatSpan(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}
