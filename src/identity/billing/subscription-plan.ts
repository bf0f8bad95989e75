/** Chooses a company's effective subscription and derives its plan. Rules: newsroom.md §4.3. */
import { GRACE_MS } from '../quota/plans.ts';
import type { CompanyRow } from '../tables.ts';
import type { SubscriptionRow } from './tables.ts';

const STATES = ['canceled', 'past_due', 'active'];
const PLANS = ['free', 'pro', 'business'];

/** One that is paid before one that is late, the larger plan first, the one that lasts longer; undefined where none has begun. */
export function chooseSubscription(subscriptions: readonly SubscriptionRow[]): SubscriptionRow | undefined {
  const rank = ({ state, plan, period_end }: SubscriptionRow): readonly number[] => [
    STATES.indexOf(state),
    PLANS.indexOf(plan),
    period_end ?? 0,
  ];
  const compare = (a: readonly number[], b: readonly number[]): number =>
    a.map((value, index) => (b[index] ?? 0) - value).find((difference) => difference !== 0) ?? 0;
  return subscriptions.filter(({ state }) => state !== 'none').sort((a, b) => compare(rank(a), rank(b)))[0];
}

/** The plan that a subscription gives. */
export function derivePlan(
  subscription: SubscriptionRow | undefined,
): Pick<CompanyRow, 'plan' | 'plan_status' | 'plan_until'> {
  if (!subscription || subscription.state === 'none') return { plan: 'free', plan_status: 'active', plan_until: null };
  const { plan, state, period_end, past_due_since, event_at } = subscription;
  if (state === 'active') return { plan, plan_status: state, plan_until: period_end };
  if (state === 'past_due') return { plan, plan_status: state, plan_until: past_due_since ?? event_at };
  const paidUntil = period_end ?? event_at;
  // The period of a payment that never came was not paid.
  const until = past_due_since === null ? paidUntil : Math.min(paidUntil, past_due_since + GRACE_MS);
  return { plan, plan_status: state, plan_until: until };
}
