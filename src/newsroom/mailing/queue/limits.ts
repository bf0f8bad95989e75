/** Limits email by day and pace, for the worker and the forecast. Rules: newsroom.md §7.5. */

import type { Plans } from '../../../identity/quota/plans.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';

export interface MailLimits {
  transport: 'smtp' | 'outbox';
  /** The service's: days begin at its midnight. */
  zone: string;
  plans: Plans;
  /** By SMTP, of all mail. */
  perMinute: number;
  /** By SMTP, between two mails to one domain. */
  domainGapMs: number;
  /** Desks need a consent basis, too. */
  isConsentStrict: boolean;
  /** By SMTP: the first days allow less. */
  hasWarmup: boolean;
  /** By SMTP: what a company on the free plan may send in its first 24 hours. */
  firstDayMax: number;
  /** By SMTP: the part of the daily limit that one of several companies may use, up to 1. */
  companyShare: number;
  /** Companies can send from domains of their own. */
  hasOwnDomains: boolean;
  /** The service sends mail of its own: `OUTREACH`. */
  hasOutreach?: boolean;
}

/** When diagnosis mail may go out, in the service's zone. 1 is Monday. */
export const SEND_WINDOW = { from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] };

const WARMUP_FIRST = 50;
const WARMUP_GROWTH = 1.5;

/** Limit of the n-th day of sending, from 1. */
export const computeWarmup = (day: number): number => Math.floor(WARMUP_FIRST * WARMUP_GROWTH ** (day - 1));

/** `YYYY-MM-DD` in the zone. */
export const findDay = (ms: number, zone: string): string => formatZonedTime(ms, zone).slice(0, 'YYYY-MM-DD'.length);

/** Is it a time for diagnosis mail? */
export function isInWindow(ms: number, zone: string): boolean {
  const [day = '', time = ''] = formatZonedTime(ms, zone).split('T');
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const { from, to, weekdays } = SEND_WINDOW;
  return weekdays.includes(weekday) && time >= from && time < to;
}

const MINUTE_MS = 60_000;

/** Between two mails by SMTP. */
export const findPaceMs = ({ perMinute }: Pick<MailLimits, 'perMinute'>): number => Math.ceil(MINUTE_MS / perMinute);

const RETRIES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 360 * MINUTE_MS];
const JITTER = 0.1;

/** Delay before the next attempt after so many deferrals; null: it was the last. `chance`: from 0 to 1. */
export function findRetryMs(retries: number, chance: number): number | null {
  const wait = RETRIES_MS[retries];
  return wait === undefined ? null : Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** Somebody waits for it, and soon does not any more. */
const SERVICE_RETRIES_MS = [30_000, MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS];

export const findServiceRetryMs = (retries: number): number | null => SERVICE_RETRIES_MS[retries] ?? null;

const TROUBLE_MS = 1_000;
const TROUBLE_DOUBLINGS_MAX = 6;

/** Before a mail is tried again that the server was not even asked to take. */
export const findTroubleMs = (retries: number): number => TROUBLE_MS * 2 ** Math.min(retries, TROUBLE_DOUBLINGS_MAX);
