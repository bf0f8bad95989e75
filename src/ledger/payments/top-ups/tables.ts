/** Rows of automatic top-ups; the SQL is in `schema.ts`. */
import type { Mode } from '../../../kernel/principal.ts';

/** Why charges are paused. `requires_action`: the bank wants to hear from the owner of the card. */
export type TopUpReason = 'declined' | 'requires_action' | 'failed';

/** News that its owner is still to be told. */
export type TopUpNews = TopUpReason | 'limit';

/** The card of an account and when it is charged. Amounts in micro-USD. */
export interface AutoTopUpRow {
  account_id: string;
  mode: Mode;
  state: 'off' | 'on' | 'paused';
  /** Charged when the balance is below. */
  threshold: number;
  /** At least the threshold: one charge ends one shortage. */
  amount: number;
  /** Of what is charged in a month, UTC. */
  monthly_limit: number;
  /** `cus_…`; stays when the card is removed. */
  customer_id: string | null;
  /** `pm_…`; null without a card. */
  card_id: string | null;
  /** JSON of its brand, last digits and expiry. */
  card: string | null;
  /** The page on which a card can be saved, until then; others no longer count. */
  setup_id: string | null;
  setup_session: string | null;
  setup_url: string | null;
  setup_until: number;
  /** The checkout that is being charged, and the card that it is charged to. */
  pending_id: string | null;
  pending_card: string | null;
  /** When the pending charge is asked for again; without one, when the next may begin. */
  next_at: number;
  tries: number;
  reason: TopUpReason | null;
  /** The month whose limit stopped a charge. */
  limit_month: string | null;
  news: TopUpNews | null;
  updated_at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    auto_top_ups: AutoTopUpRow;
  }
}
