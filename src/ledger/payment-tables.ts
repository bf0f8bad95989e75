/** The tables of card deposits; the conventions are those of `tables.ts`. */
import type { Mode } from '../kernel/principal.ts';

/** A card deposit that somebody may pay, is paying or has paid; at most one open one for an account and amount. */
export interface CheckoutRow {
  /** `chk_…`; also the idempotency key of the session's creation. */
  id: string;
  account_id: string;
  mode: Mode;
  amount: number;
  /** `pending`: confirmed, but the money is still on its way. `refused`: paid otherwise than asked; not credited. */
  state: 'open' | 'pending' | 'paid' | 'refused' | 'failed' | 'expired';
  /** `cs_…`; null until the provider has made it. */
  session_id: string | null;
  url: string | null;
  created_at: number;
  expires_at: number;
}

/** What the provider has told about one payment, whichever of its events came first. */
export interface PaymentRow {
  mode: Mode;
  /** `pi_…` */
  id: string;
  /** Null until a paid checkout names this payment: refunds and disputes may be heard of before. */
  checkout_id: string | null;
  account_id: string | null;
  /** Credited for it; 0 until it was. */
  amount: number;
  /** The highest sum of refunds heard of. */
  refunded: number;
  /** Taken back from the account (its balance and its receivable) for refunds and disputes. */
  taken: number;
  at: number;
}

export interface DisputeRow {
  mode: Mode;
  /** `dp_…` */
  id: string;
  payment_id: string;
  amount: number;
  /** `won` and `lost` are final. */
  state: 'open' | 'won' | 'lost';
  at: number;
}

/** An event of the provider: whether it has had its effect, and how often it came. */
export interface PaymentEventRow {
  mode: Mode;
  /** `evt_…` */
  id: string;
  type: string;
  state: 'done' | 'failed';
  /** What it did, or why it failed. */
  outcome: string;
  /** Of its type and data; null for one from before this was kept. */
  digest: string | null;
  tries: number;
  at: number;
}

/** An account that a debt or dispute has suspended, as opposed to its operator. */
export interface PaymentHoldRow {
  account_id: string;
  at: number;
}

declare module '../database/types.ts' {
  interface Tables {
    checkouts: CheckoutRow;
    payments: PaymentRow;
    disputes: DisputeRow;
    payment_events: PaymentEventRow;
    payment_holds: PaymentHoldRow;
  }
}
