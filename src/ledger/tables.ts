/**
 * The ledger's tables as TypeScript sees them, the same on SQLite and PostgreSQL.
 *
 * Amounts are integer micro-USD. Times are integer milliseconds since the epoch, days are `YYYY-MM-DD`; both are UTC and
 * come from the database's clock. Flags are 0 or 1. Rules: money.md; the SQL is in `schema.ts`.
 */
import type { Flag } from '../database/types.ts';
import type { ErrorCode } from '../kernel/errors/errors.ts';
import type { RefundReason } from '../kernel/errors/failure.ts';
import type { Mode } from '../kernel/principal.ts';

export interface AccountRow {
  /** `agt_…` */
  id: string;
  mode: Mode;
  name: string;
  status: 'active' | 'suspended' | 'closed';
  /** Never negative; equals the sum of the account's transfers. */
  balance: number;
  /** Welcome credit ever given. Welcome is spent first, so what is not welcome is `min(balance, deposited)`. */
  welcomed: number;
  /** All other credit ever given (card, grant, reward), less reversals. */
  deposited: number;
  /** `totalTransactions`: paid calls opened. */
  charges_count: number;
  /** Paid calls that were refunded. What is neither refunded nor open was settled: `callCount`. */
  refunds_count: number;
  /** At least so many were settled, as of the last time that somebody had to know: spares counting those that run. */
  settled_seen: number;
  /** `totalSpent`: charges less refunds. */
  spent: number;
  /** When a refund last counted against the hourly limit: spares the count for everybody else. */
  refunded_at: number | null;
  /** `seq` of the account's newest transfer; 0 when it has none. */
  transfer_seq: number;
  /** `n` of that transfer: where its history begins. */
  last_transfer: number | null;
  /** When its root key last paid. */
  root_paid_at: number | null;
  /** What is kept of its answers for replay, in bytes: the sum of `answers.bytes`. */
  answer_bytes: number;
  created_at: number;
}

/**
 * One secret. A rotated key is a new row of the same `lineage`; the old row stays as a tombstone with `revoked_at` and
 * `replaced_by`, and its spending counters move to the new row, so that caps survive rotation.
 */
export interface ApiKeyRow {
  /** `key_…` */
  id: string;
  account_id: string;
  /** The id of the first key of this line: what the owner sees as one key. */
  lineage: string;
  /** SHA-256 of the secret, in hex. */
  hash: string;
  last4: string;
  name: string;
  is_root: Flag;
  cap_total: number | null;
  cap_per_day: number | null;
  cap_per_call: number | null;
  /** JSON array of tool names, or null for all. */
  cap_tools: string | null;
  /**
   * Charges less refunds of the whole lineage (on its current row; 0 on replaced ones). A root key has no caps and no counters:
   * what its sub-keys have not spent of the account's `spent` is its own.
   */
  spent_total: number;
  /** The day that `spent_on_day` counts. */
  spent_day: string | null;
  spent_on_day: number;
  /** Paid calls opened with the lineage, and those refunded; as `spent_total`. */
  charges_count: number;
  refunds_count: number;
  /** `n` of the newest transfer of the lineage, as `spent_total`. */
  last_transfer: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  /** Id of the key that rotation put in its place; null on the current row of a lineage. */
  replaced_by: string | null;
  /** The OAuth client that it was granted to: such a key has no secret, its tokens are the client's. Null for others. */
  client_id: string | null;
  created_at: number;
}

/** A key with the time when its lineage last paid. */
export type PaidKeyRow = ApiKeyRow & { paid_at: number | null };

export type TransferKind = 'charge' | 'refund' | 'deposit' | 'reversal';
/** `wallet`: what a wallet paid for one call, which is charged with it. */
export type DepositSource = 'card' | 'welcome' | 'grant' | 'reward' | 'wallet';
/**
 * Not materialised: their balances are the sums in `system_daily`. Welcome credit has its own account: its day is limited.
 * `receivable:<id>` is the debt of an account after a refund or dispute that its balance did not cover.
 */
export type SystemAccount = 'revenue' | 'welcome' | 'grants' | 'deposits' | `receivable:${string}`;

/**
 * One movement between a caller's account and a system account: what the one gains, the other loses. Immutable (triggers), and
 * appended only. `formatTransferId` has the id of a call's transfers.
 */
export interface TransferRow {
  /** Grows with time; not without gaps. */
  n: number;
  account_id: string;
  /** 1, 2, 3, … within the account, without gaps: the order of `balance_after`. */
  seq: number;
  /** `n` of the account's transfer before this one. */
  prev: number | null;
  mode: Mode;
  kind: TransferKind;
  source: DepositSource | null;
  /** The other side. */
  counter: SystemAccount;
  /** What `account_id` gains; below 0: what it pays. Never 0. */
  amount: number;
  /** Balance of `account_id` right after this transfer. */
  balance_after: number;
  call_id: string | null;
  /** Null for a call's charge and its refund, whose ids derive from the call's. */
  id: string | null;
  reason: string | null;
  /** Which sub-key paid; null for the root key's, and where none did. */
  lineage: string | null;
  /** `n` of the transfer of that sub-key before this one. */
  lineage_prev: number | null;
  at: number;
}

/** A call that runs: written by T1, removed by T2 or the sweeper, which append it to `calls`. */
export interface OpenCallRow {
  id: string;
  mode: Mode;
  account_id: string;
  key_id: string;
  lineage: string;
  tool: string;
  /** 0 for free writes that claim an idempotency key. */
  price: number;
  /** Which instance runs it: see `instances`. */
  owner: string;
  deadline_at: number;
  opened_at: number;
  claim_scope: string | null;
  claim_key: string | null;
  parent_id: string | null;
  /** The task of the caller's that its price counts for. */
  task_ref: string | null;
}

/** A call that has ended. */
export interface CallRow extends Omit<OpenCallRow, 'key_id' | 'owner' | 'deadline_at'> {
  state: 'settled' | 'refunded';
  reason: RefundReason | null;
  /** JSON of the ErrorObject that a refunded call ended with: joiners on other instances answer the same. */
  failure: string | null;
  closed_at: number;
  /** What the upstreams cost, micro-USD, an estimate (may be fractional). */
  cost: number | null;
}

/** A claimed idempotency key. `expires_at` is null while its call is open; the row goes away when the call is refunded. */
export interface IdempotencyRow {
  /** `<account id> <key lineage>` */
  scope: string;
  key: string;
  fingerprint: string;
  call_id: string;
  /** Callers on other instances that wait for this call. */
  joiners: number;
  expires_at: number | null;
}

/** Recorded answers of settled calls with an idempotency key; none when it was too large. */
export interface AnswerRow {
  call_id: string;
  body: string;
  expires_at: number;
  /** Null for what was kept before it was counted. */
  account_id: string | null;
  bytes: number;
}

/** A call that was refused for its price or a limit. Nothing was charged: it stands here for its account's log alone. */
export interface RefusedCallRow {
  account_id: string;
  at: number;
  /** `call_…` */
  id: string;
  lineage: string;
  tool: string;
  price: number;
  /** Of the error: `INSUFFICIENT_BALANCE`, `CAP_REACHED`, `REFUND_LIMIT`. */
  code: ErrorCode;
  /** Which cap it would have broken. */
  cap: string | null;
}

/** A deposit from outside, credited once: `external_id` is e.g. `stripe:cs_…`, `grant:…`. */
export interface DepositRow {
  external_id: string;
  account_id: string;
  mode: Mode;
  source: DepositSource;
  amount: number;
  transfer_id: string;
  at: number;
}

/** Instances that may own open calls; whether one lives is decided by its lock, never by this row. */
export interface InstanceRow {
  owner: string;
  started_at: number;
}

/**
 * Per day (of the charge), account, key and tool. `spent` is charges less refunds; what was neither refunded nor is open was
 * settled. Several rows of one of these count together.
 */
export interface UsageDailyRow {
  day: string;
  account_id: string;
  lineage: string;
  tool: string;
  mode: Mode;
  charges: number;
  refunds: number;
  spent: number;
}

/** Sums of the system accounts. Sharded by instance so that no row is hot for everybody; always sum over shards. */
export interface SystemDailyRow {
  mode: Mode;
  account: SystemAccount;
  day: string;
  shard: number;
  debit: number;
  credit: number;
}

/** Actions of operators and owners. */
export interface AuditRow {
  id: string;
  at: number;
  actor: string;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
  /** The network that the act came from; null for what came from none. */
  ip_prefix: string | null;
}

/** A public key (Ed25519, base64url) that has signed receipts: it stays in `jwks.json` when another signs. */
export interface ReceiptKeyRow {
  kid: string;
  x: string;
  at: number;
}

/** Welcome credit that went to one network on one day, micro-USD. */
export interface WelcomeDailyRow {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** A /24, or the /56 of IPv6. */
  network: string;
  given: number;
}

declare module '../database/types.ts' {
  interface Tables {
    accounts: AccountRow;
    api_keys: ApiKeyRow;
    transfers: TransferRow;
    open_calls: OpenCallRow;
    calls: CallRow;
    idempotency: IdempotencyRow;
    answers: AnswerRow;
    refused_calls: RefusedCallRow;
    deposits: DepositRow;
    instances: InstanceRow;
    usage_daily: UsageDailyRow;
    system_daily: SystemDailyRow;
    audit: AuditRow;
    receipt_keys: ReceiptKeyRow;
    welcome_daily: WelcomeDailyRow;
  }
}
