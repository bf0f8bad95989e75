/** Wallets that pay for single calls, and their payments. Rules: payments.md §4; the SQL is in `schema.ts`. */
import type { Mode } from '../../kernel/principal.ts';

/** A wallet and the account that its calls are booked on. */
export interface WalletRow {
  mode: Mode;
  /** CAIP-2, such as `eip155:8453`. */
  network: string;
  /** In lower case. */
  address: string;
  account_id: string;
  /** The account's root key, whose secret nobody has: the lineage of its calls. */
  key_id: string;
  created_at: number;
}

/**
 * `claimed`: its call runs. `answered`: the answer is stored and the facilitator is asked to settle. Then `settled`, or `failed`
 * when it was refused. `released`: the call failed, the payment was never settled, and may be used again.
 */
export type WalletPaymentState = 'claimed' | 'answered' | 'settled' | 'failed' | 'released';

export interface WalletPaymentRow {
  /** `pay_…` */
  id: string;
  mode: Mode;
  network: string;
  asset: string;
  payer: string;
  nonce: string;
  account_id: string;
  key_id: string;
  /** A deposit is credited to the account and has no call. */
  purpose: 'call' | 'deposit';
  tool: string;
  /** Micro-USD. */
  amount: number;
  state: WalletPaymentState;
  /** Of the payment as it was sent: only the very same one gets the recorded answer. */
  digest: string;
  /** Of tool and input. */
  fingerprint: string;
  /** Of the `payment-identifier` extension. */
  identifier: string | null;
  /** JSON of what the facilitator needs; null once it has ended. */
  payment: string | null;
  /** Which instance runs the call. */
  owner: string;
  deadline_at: number;
  /** When the signature expires. */
  expires_at: number;
  answer: string | null;
  cost: number | null;
  /** Times that the facilitator was asked to settle. */
  attempts: number;
  /** When it is asked again; null in every other state than `answered`. */
  next_at: number | null;
  /** Of the settlement. */
  transaction_hash: string | null;
  /** Why it was refused or released. */
  reason: string | null;
  /** JSON of the ErrorObject that a released call ended with. */
  failure: string | null;
  /** The call it has paid for, or that failed. */
  call_id: string | null;
  /** The task of the caller's that it counts for. */
  task_ref: string | null;
  /** The idempotency key that it holds, with a key of an account. */
  claim_scope: string | null;
  claim_key: string | null;
  created_at: number;
  ended_at: number | null;
}

declare module '../../database/types.ts' {
  interface Tables {
    wallets: WalletRow;
    wallet_payments: WalletPaymentRow;
  }
}
