/** When the daily mailing begins (newsroom.md §7.5, §4.10.2). */
import { addDays, findInstant, readDayOf } from '../../common/days.ts';

export interface Schedule {
  hour: number;
  minute: number;
  /** When that was last changed. */
  changedAtMs: number;
}

/** Begun later than this it is left out. */
const LATE_MS = 120 * 60_000;

export interface Moment {
  /** When it last began; null: never. */
  lastAtMs: number | null;
  nowMs: number;
  zone: string;
}

/**
 * `due`: it begins now. `missed`: its time has passed while nobody could begin it. A day has one time; one that was set
 * after it had passed counts from the next day on.
 */
export function judgeSchedule(
  { changedAtMs, ...schedule }: Schedule,
  { lastAtMs, nowMs, zone }: Moment,
): { is: 'due' | 'missed' | 'not_due'; day: string } {
  const time = formatTime(schedule);
  const today = readDayOf(nowMs, zone);
  const isPast = findInstant(today, time, zone) <= nowMs;
  const day = isPast ? today : addDays(today, -1);
  const atMs = findInstant(day, time, zone);
  const isMoved = changedAtMs > atMs;
  const isOver = lastAtMs !== null && lastAtMs >= atMs;
  // Whoever moves the time of a day that has had its mailing moves that of the next.
  const isRepeated = lastAtMs !== null && changedAtMs > lastAtMs && readDayOf(lastAtMs, zone) === day;
  if (isMoved || isOver || isRepeated) return { is: 'not_due', day };
  return { is: nowMs - atMs > LATE_MS ? 'missed' : 'due', day };
}

/** When it begins next, after now: not on a day that has had its mailing. */
export function findNextRun(schedule: Schedule, { lastAtMs, nowMs, zone }: Moment): number {
  const today = readDayOf(nowMs, zone);
  const times = [0, 1, 2].map((days) => findInstant(addDays(today, days), formatTime(schedule), zone));
  const isNext = (atMs: number): boolean =>
    atMs > nowMs && judgeSchedule(schedule, { lastAtMs, nowMs: atMs, zone }).is === 'due';
  return times.find(isNext) ?? Math.max(...times);
}

const formatTime = ({ hour, minute }: Pick<Schedule, 'hour' | 'minute'>): string =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
