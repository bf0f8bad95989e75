/** When mails go out, by the limits that hold back those who send them. Rules: newsroom.md §7.5. */
import type { Db } from '../../../database/types.ts';
import { findNextDay } from '../../../lib/zoned-time.ts';
import { ALL, countDays, countUsed } from '../queue/budget-writes.ts';
import { computeWarmup, findDay, findPaceMs, type MailLimits } from '../queue/limits.ts';
import { findSender, limitSender } from '../queue/sender-reads.ts';
import type { Campaign } from './reads.ts';

/** Rest of the daily limit, and the limits of later days. */
export interface Budget {
  nowMs: number;
  limits: Pick<MailLimits, 'transport' | 'zone' | 'perMinute' | 'hasWarmup'>;
  /** Of all mail, a day. */
  dailyLimit: number;
  /** Today, by everybody. */
  used: number;
  /** Of the company, today and on later days. */
  companyToday: number;
  companyLimit: number;
  companyUsed: number;
  /** Days of sending before today. */
  days: number;
}

export async function readBudget(db: Db, companyId: string, limits: MailLimits, nowMs: number): Promise<Budget> {
  const day = findDay(nowMs, limits.zone);
  const state = await db.selectFrom('mail_state').select('daily_limit').where('id', '=', 1).executeTakeFirst();
  const sender = await findSender({ db, nowMs }, companyId, limits);
  const dailyLimit = state?.daily_limit ?? 0;
  return {
    nowMs,
    limits,
    dailyLimit,
    used: await countUsed(db, ALL, day),
    companyToday: sender === null ? 0 : limitSender(sender, dailyLimit),
    companyLimit: sender === null ? 0 : limitSender({ ...sender, mailsToday: sender.mailsPerDay }, dailyLimit),
    companyUsed: await countUsed(db, companyId, day),
    days: limits.hasWarmup ? await countDays(db, day) : 0,
  };
}

/** Of all mail, on the n-th day from today. */
function findDailyLimit({ limits, dailyLimit, days }: Budget, ahead: number): number {
  const isRamped = limits.hasWarmup && limits.transport === 'smtp';
  return isRamped ? Math.min(dailyLimit, computeWarmup(days + ahead + 1)) : dailyLimit;
}

/** The day's limit of the whole server. */
export function describeDaily(budget: Budget): { limit: number; used: number; remaining: number } {
  const limit = findDailyLimit(budget, 0);
  return { limit, used: budget.used, remaining: Math.max(0, limit - budget.used) };
}

export interface Forecast {
  today: number;
  /** Today included. */
  days: number;
  /** Null when no day allows any. */
  firstAt: number | null;
  lastAt: number | null;
}

const NOTHING: Forecast = { today: 0, days: 0, firstAt: null, lastAt: null };
/** Nobody plans further. */
const DAYS_MAX = 1_000;

/** When `count` mails go out, the first not before `from`, if nothing else is sent meanwhile. */
export function forecastMails(budget: Budget, count: number, from: number = budget.nowMs): Forecast {
  const { limits, nowMs } = budget;
  const paceMs = limits.transport === 'smtp' ? findPaceMs(limits) : 0;
  let left = count;
  let today = 0;
  let firstAt: number | null = null;
  let start = nowMs;
  for (let ahead = 0; ahead < DAYS_MAX && left > 0; ahead++) {
    const end = findNextDay(start, limits.zone);
    const begin = Math.max(start, from);
    const allowed = begin < end ? countAllowed(budget, ahead) : 0;
    const byPace = paceMs === 0 ? left : Math.floor((end - begin) / paceMs) + 1;
    const sendable = Math.max(0, Math.min(left, allowed, byPace));
    if (ahead === 0) today = sendable;
    if (sendable > 0) firstAt ??= begin;
    left -= sendable;
    if (left === 0 && sendable > 0) return { today, days: ahead + 1, firstAt, lastAt: begin + (sendable - 1) * paceMs };
    start = end;
  }
  return left === 0 ? NOTHING : { today, days: 0, firstAt, lastAt: null };
}

function countAllowed(budget: Budget, ahead: number): number {
  const { used, companyToday, companyLimit, companyUsed } = budget;
  const isToday = ahead === 0;
  const ofAll = findDailyLimit(budget, ahead) - (isToday ? used : 0);
  return Math.max(0, Math.min(ofAll, isToday ? companyToday - companyUsed : companyLimit));
}

/** Of what waits of a campaign, or would once it is sent. */
export function forecastCampaign(budget: Budget, { status, counts, send_at, waitingTimes }: ForecastInput): Forecast {
  const isWaiting = ['draft', 'scheduled', 'queued', 'sending', 'paused'].includes(status);
  const { draft, queued, claimed, retry } = counts;
  const from = waitingTimes?.firstAt ?? (status === 'scheduled' ? send_at : null) ?? budget.nowMs;
  const count = isWaiting ? draft + queued + claimed + retry : 0;
  const forecast = forecastMails(budget, count, Math.max(from, budget.nowMs));
  return count === 0 || waitingTimes === null ? forecast : stretchForecast(budget, forecast, waitingTimes.lastAt);
}

/** Emails that wait for their local time go no earlier. */
function stretchForecast({ nowMs, limits }: Budget, forecast: Forecast, lastDueAt: number): Forecast {
  if (forecast.lastAt === null || forecast.lastAt >= lastDueAt) return forecast;
  let days = 1;
  for (let end = findNextDay(nowMs, limits.zone); end <= lastDueAt; end = findNextDay(end, limits.zone)) days++;
  return { ...forecast, days, lastAt: lastDueAt };
}

export type ForecastInput = Pick<Campaign, 'status' | 'counts' | 'send_at' | 'waitingTimes'>;
