/** The tables of card deposits; the conventions are those of `tables.ts`. */
import type { Mode } from '../../kernel/principal.ts';

/** A card deposit that somebody may pay, is paying or has paid; at most one open one for an account and amount. */
export interface CheckoutRow {
  /** `chk_…`; also the idempotency key of the session's creation. */
  id: string;
  account_id: string;
  mode: Mode;
  /** `top_up`: charged to the account's saved card; its session is the payment. */
  kind: 'page' | 'top_up';
  amount: number;
  /** `pending`: confirmed, but the money is still on its way. `refused`: paid otherwise than asked; not credited. */
  state: 'open' | 'pending' | 'paid' | 'refused' | 'failed' | 'expired';
  /** `cs_…`; null until the provider has made it. */
  session_id: string | null;
  url: string | null;
  created_at: number;
  expires_at: number;
}

/** Facts from the provider about one payment, whichever of its events came first. */
export interface PaymentRow {
  mode: Mode;
  /** `pi_…` */
  id: string;
  /** Null until a paid checkout names this payment: refunds and disputes may be heard of before. */
  checkout_id: string | null;
  account_id: string | null;
  /** Credited for it; 0 until it was. */
  amount: number;
  /** Total of its refunds that have not failed, as far as known. */
  refunded: number;
  /** Taken back from the account (its balance and its receivable) for refunds and disputes. */
  taken: number;
  at: number;
}

/** One refund of a payment; a failed or canceled one returned the money. */
export interface RefundRow {
  mode: Mode;
  /** `re_…` */
  id: string;
  payment_id: string;
  amount: number;
  /** Earliest time at which the provider reported the failure; null for a refund that stands. */
  failed_at: number | null;
  at: number;
}

/** The total of refunds that a charge reported at one time. */
export interface RefundTotalRow {
  mode: Mode;
  payment_id: string;
  at: number;
  amount: number;
}

/** Inquiries have no row until they become a dispute or are closed: they move no money. */
export interface DisputeRow {
  mode: Mode;
  /** `dp_…` */
  id: string;
  payment_id: string;
  amount: number;
  /** `won`: nothing is withheld anymore, for whatever reason. */
  state: 'open' | 'won' | 'lost';
  /** What the provider withholds for it now. */
  withheld: number;
  /** Time and rank of the statement that decided this row: see `DisputeUpdate`. */
  told_at: number;
  told_rank: number;
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
  /** 1 if the operator should look at it; `outcome` says why. */
  alert: 0 | 1;
  at: number;
}

/** An account that a debt or dispute has suspended, as opposed to its operator. */
export interface PaymentHoldRow {
  account_id: string;
  at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    checkouts: CheckoutRow;
    payments: PaymentRow;
    refunds: RefundRow;
    refund_totals: RefundTotalRow;
    disputes: DisputeRow;
    payment_events: PaymentEventRow;
    payment_holds: PaymentHoldRow;
  }
}
