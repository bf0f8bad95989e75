/**
 * Messages between the hot path and the writer: one operation and its result. Plain data, since it crosses a thread.
 */
import type { RefundReason } from '../kernel/errors/failure.ts';
import type { CallTask, OpenRefusal, ReceiptPart } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import type { Micros } from '../lib/money.ts';

export interface Claim {
  /** `<account id> <key lineage>` */
  scope: string;
  key: string;
  fingerprint: string;
}

export interface OpenOperation {
  kind: 'open';
  callId: string;
  mode: Mode;
  accountId: string;
  keyId: string;
  tool: string;
  price: Micros;
  timeoutMs: number;
  needsDeposit: boolean;
  claim: Claim | null;
  /** A part has that of its whole. */
  task: CallTask | null;
  /** The composed call that this one is a part of: open, of the same owner and account. */
  parentId: string | null;
  owner: string;
  /** The outcome of an earlier try is unknown: what is there already may be ours. */
  retried: boolean;
}

export interface CloseOperation {
  kind: 'close';
  callId: string;
  accountId: string;
  keyId: string;
  /** The call must be open and owned by this instance; anything else is `lost`. */
  owner: string;
  /** Only when its deadline and the grace have passed as well. */
  overdueOnly: boolean;
  settled: boolean;
  /** Recorded for replay when the call claimed a key; null when there is none or it is too large. */
  answer: RecordedAnswer | null;
  reason: RefundReason | null;
  failure: string | null;
  cost: number | null;
  /** Of a composed call: how its parts ended; those that it does not name are refunded. Null: the call has none. */
  children: readonly ChildEnd[] | null;
  retried: boolean;
}

export interface RecordedAnswer {
  body: string;
  bytes: number;
  /** What may be kept of the account's answers, in bytes: beyond it this one is not kept, and the call settles all the same. */
  accountBytesMax: number;
}

/** One part of a composed call. It is settled only where the whole is. */
export type ChildEnd = Pick<CloseOperation, 'callId' | 'settled' | 'reason' | 'failure' | 'cost'>;

export type Operation = OpenOperation | CloseOperation;

export type OpenVerdict =
  | { is: 'opened'; balance: Micros }
  /** The idempotency key belongs to this call, which runs or has settled. */
  | { is: 'seen'; callId: string; settled: boolean }
  | { is: 'refused'; refusal: OpenRefusal };

export type CloseVerdict =
  | {
      is: 'closed';
      balance: Micros;
      at: number;
      tool: string;
      mode: Mode;
      price: Micros;
      /** Of a composed call: what was charged for it, its own fee first. */
      parts: readonly ReceiptPart[] | null;
    }
  | { is: 'lost' };

export type Verdict = OpenVerdict | CloseVerdict;

/** The sweeper waits this long after a call's deadline, by the database's clock. */
export const DEADLINE_GRACE_MS = 30_000;
/** Time for which an answer and its claim are kept. */
export const REPLAY_MS = 24 * 3_600_000;
export const HOUR_MS = 3_600_000;
/** Callers of other instances that may wait for one call. */
export const CLAIM_JOINERS_MAX = 16;

/** Callers of an account share idempotency keys by lineage: rotating a key keeps them. */
export const formatClaimScope = ({ accountId, lineage }: { accountId: string; lineage: string }): string =>
  `${accountId} ${lineage}`;
