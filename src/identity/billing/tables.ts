/** Subscriptions of companies to plans, as the payment provider has told; the SQL is in `schema.ts`. */
import type { Flag } from '../../database/types.ts';
import type { Plan } from '../tables.ts';

export interface SubscriptionRow {
  /** `sub_…` */
  id: string;
  company_id: string;
  customer_id: string | null;
  plan: Plan;
  /** `none`: it has not begun. `canceled` is final. */
  state: 'none' | 'active' | 'past_due' | 'canceled';
  /** When what is paid ends. */
  period_end: number | null;
  ends_at_period_end: Flag;
  /** Since when a payment is late; it stays when the subscription is cancelled for that. */
  past_due_since: number | null;
  /** When the provider made the newest event that was applied; 0 before the first. */
  event_at: number;
  updated_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    subscriptions: SubscriptionRow;
  }
}
