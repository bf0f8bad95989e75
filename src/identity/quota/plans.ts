/** Limits of the plans. Rules: newsroom.md §4.3. */
import type { CompanyRow, Plan } from '../tables.ts';

export interface PlanLimits {
  /** Analyses a calendar month of the service's zone. */
  analyses: number;
  /** Mails a day. */
  mailsPerDay: number;
  /** Members and open invitations. */
  members: number;
}

export type Plans = Readonly<Record<Plan, PlanLimits>>;

export const defaultPlans: Plans = {
  free: { analyses: 50, mailsPerDay: 50, members: 5 },
  pro: { analyses: 500, mailsPerDay: 300, members: 20 },
  business: { analyses: 5_000, mailsPerDay: 2_000, members: 100 },
};

/** Grace period of a late payment. */
export const GRACE_MS = 14 * 86_400_000;

/** A plan that is not paid any more counts as free: after the period when it was cancelled, two weeks later when late. */
export function choosePlanLimits(
  { plan, plan_status, plan_until }: Pick<CompanyRow, 'plan' | 'plan_status' | 'plan_until'>,
  plans: Plans,
  nowMs: number,
): PlanLimits {
  const graceMs = plan_status === 'past_due' ? GRACE_MS : 0;
  const isOver = plan_status !== 'active' && plan_until !== null && nowMs >= plan_until + graceMs;
  return isOver ? plans.free : plans[plan];
}
