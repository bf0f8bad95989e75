/** Time on each recipient's own clock at which a campaign goes out. */
import { DAY_MS } from '../../../../lib/durations.ts';
import { findCountryZone } from '../../../common/country-zones.ts';
import { addDays, findInstant } from '../../../common/days.ts';

export const IF_PASSED = ['now', 'next_day'] as const;

export interface LocalSchedule {
  /** `2027-01-15T09:00:00`, on the clock of each recipient. */
  localTime: string;
  /** For recipients whose zone nobody knows. */
  fallbackZone: string;
  /** Rule for recipients for whom that time has passed. */
  ifPassed: (typeof IF_PASSED)[number];
}

export const readLocalSchedule = (text: string | null): LocalSchedule | null =>
  text === null ? null : JSON.parse(text);

export interface MailZone {
  id: number;
  /** Of the recipient; null: the fallback. */
  zone: string | null;
}

/** Recipients of one zone and when their emails are due. */
export interface ZonePlan {
  zone: string;
  isFallback: boolean;
  mailIds: number[];
  at: number;
  /** The local time had passed when this was planned. */
  isPassed: boolean;
}

export const findZone = (recipient: { time_zone: string | null; country: string | null }): string | null =>
  recipient.time_zone ?? (recipient.country === null ? null : findCountryZone(recipient.country));

/** Earliest zone first. */
export function planZones(mails: readonly MailZone[], schedule: LocalSchedule, nowMs: number): ZonePlan[] {
  const plans = new Map<string, ZonePlan>();
  for (const { id, zone } of mails) {
    const key = zone ?? '';
    const plan = plans.get(key) ?? {
      ...planZone(zone ?? schedule.fallbackZone, schedule, nowMs),
      isFallback: zone === null,
    };
    plan.mailIds.push(id);
    plans.set(key, plan);
  }
  return [...plans.values()].sort((one, other) => one.at - other.at || (one.zone < other.zone ? -1 : 1));
}

function planZone(zone: string, { localTime, ifPassed }: LocalSchedule, nowMs: number) {
  const [day = '', time = ''] = localTime.split('T');
  const at = findInstant(day, time, zone);
  const isPassed = at <= nowMs;
  return { zone, mailIds: [], isPassed, at: isPassed ? findLaterInstant({ day, time, zone, ifPassed }, nowMs) : at };
}

/** Now, or that time on the first day on which it is still to come. */
function findLaterInstant(
  { day, time, zone, ifPassed }: { day: string; time: string; zone: string } & Pick<LocalSchedule, 'ifPassed'>,
  nowMs: number,
): number {
  if (ifPassed === 'now') return nowMs;
  const passedDays = Math.floor((nowMs - findInstant(day, time, zone)) / DAY_MS);
  const next = findInstant(addDays(day, passedDays), time, zone);
  return next > nowMs ? next : findInstant(addDays(day, passedDays + 1), time, zone);
}
