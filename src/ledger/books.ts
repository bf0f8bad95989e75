/**
 * Rows that a batch has read, and its changes to them. Engines fill `Books` from their locked rows, `decide` works on
 * it, and the engines write `Changes` back, each row once, however many operations the batch had.
 */
import { formatDay } from '../database/clock.ts';
import type { Mode } from '../kernel/principal.ts';
import { type Micros, toExact } from '../lib/money.ts';
import type { CloseOperation } from './operations.ts';
import type {
  AccountRow,
  AnswerRow,
  ApiKeyRow,
  CallRow,
  IdempotencyRow,
  OpenCallRow,
  SystemAccount,
  SystemDailyRow,
  TransferRow,
  UsageDailyRow,
} from './tables.ts';
import type { TaskRow } from './task-tables.ts';

export type BookedAccount = Pick<
  AccountRow,
  | 'id'
  | 'mode'
  | 'status'
  | 'balance'
  | 'deposited'
  | 'charges_count'
  | 'refunds_count'
  | 'settled_seen'
  | 'spent'
  | 'refunded_at'
  | 'transfer_seq'
  | 'last_transfer'
  | 'root_paid_at'
  | 'answer_bytes'
>;

export type BookedKey = Pick<
  ApiKeyRow,
  | 'id'
  | 'account_id'
  | 'lineage'
  | 'is_root'
  | 'cap_total'
  | 'cap_per_day'
  | 'cap_per_call'
  | 'cap_tools'
  | 'spent_total'
  | 'spent_day'
  | 'spent_on_day'
  | 'charges_count'
  | 'refunds_count'
  | 'last_transfer'
  | 'expires_at'
  | 'revoked_at'
  | 'replaced_by'
>;

/** A call that has ended. */
export type BookedCall = Pick<
  CallRow,
  'id' | 'mode' | 'account_id' | 'lineage' | 'tool' | 'price' | 'state' | 'closed_at' | 'parent_id'
>;

/** Closed row of an open call, with its outcome. */
export function buildClosedRow(
  { settled, reason, failure, cost }: Pick<CloseOperation, 'settled' | 'reason' | 'failure' | 'cost'>,
  call: OpenCallRow,
  nowMs: number,
): CallRow {
  return {
    id: call.id,
    mode: call.mode,
    account_id: call.account_id,
    lineage: call.lineage,
    tool: call.tool,
    price: call.price,
    opened_at: call.opened_at,
    claim_scope: call.claim_scope,
    claim_key: call.claim_key,
    parent_id: call.parent_id,
    task_ref: call.task_ref,
    state: settled ? 'settled' : 'refunded',
    reason,
    failure,
    closed_at: nowMs,
    cost,
  };
}

export type ClaimName = Pick<IdempotencyRow, 'scope' | 'key' | 'call_id'>;

export class Changes {
  readonly accounts = new Set<BookedAccount>();
  readonly keys = new Set<BookedKey>();
  readonly transfers: TransferRow[] = [];
  readonly opened: OpenCallRow[] = [];
  /** From the open calls to those that have ended. */
  readonly closed: CallRow[] = [];
  readonly claimsFreed: ClaimName[] = [];
  readonly claimsSettled: (ClaimName & { expires_at: number })[] = [];
  /** An expired claim of the same name is replaced. */
  readonly claimsAdded: IdempotencyRow[] = [];
  readonly claimsJoined: ClaimName[] = [];
  readonly answers: AnswerRow[] = [];
  readonly tasks = new Set<TaskRow>();
  readonly usage = new Map<string, UsageDailyRow>();
  readonly system = new Map<string, SystemDailyRow>();
}

export class Books {
  readonly nowMs: number;
  readonly day: string;
  readonly shard: number;
  readonly #dayStartMs: number;
  readonly accounts = new Map<string, BookedAccount>();
  /** By id; of a replaced key the current one of its lineage is here too. */
  readonly keys = new Map<string, BookedKey>();
  readonly open = new Map<string, OpenCallRow>();
  /** Of calls that may have ended already, and of those that this batch ends. */
  readonly closed = new Map<string, BookedCall>();
  /** By `claimName`. */
  readonly claims = new Map<string, IdempotencyRow>();
  /** By `formatRefundsName`: times of the counted refunds within the last hour, newest first, no more than the limit. */
  readonly refunds = new Map<string, number[]>();
  /** Paid calls that run, of the accounts where they could reach the limit of refunds; absent for all others. */
  readonly openCounts = new Map<string, number>();
  /** By `formatTaskName`. */
  readonly tasks = new Map<string, TaskRow>();
  readonly changes = new Changes();
  readonly #takeNumber: () => number;

  /** `takeNumber` gives the next transfer its number. */
  constructor(nowMs: number, shard: number, takeNumber: () => number) {
    this.nowMs = nowMs;
    this.day = formatDay(nowMs);
    this.shard = shard;
    this.#takeNumber = takeNumber;
    this.#dayStartMs = Date.parse(this.day);
  }

  /** The current key of a lineage, which carries its counters. */
  findCurrentKey(key: BookedKey): BookedKey {
    if (key.replaced_by === null) return key;
    for (const other of this.keys.values()) {
      if (other.lineage === key.lineage && other.replaced_by === null) return other;
    }
    throw new Error(`Key ${key.id} was replaced, but its lineage has no current key.`);
  }

  /** The sub-key that paid, as it is now, with the counters of its lineage; null for a root key, which has none. */
  findSubKey(call: OpenCallRow): BookedKey | null {
    const paidWith = this.keys.get(call.key_id);
    if (!paidWith) throw new Error(`The key of call ${call.id} was not read.`);
    return paidWith.is_root ? null : this.findCurrentKey(paidWith);
  }

  /** The parts of a composed call that run. */
  listOpenChildren(callId: string): OpenCallRow[] {
    return sortById([...this.open.values()].filter((call) => call.parent_id === callId));
  }

  /** Those that have ended. */
  listClosedChildren(callId: string): BookedCall[] {
    return sortById([...this.closed.values()].filter((call) => call.parent_id === callId));
  }

  /** Moves money between an account and revenue. The amount is above 0. */
  postTransfer(account: BookedAccount, kind: 'charge' | 'refund', call: OpenCallRow, reason: string | null): void {
    const isCharge = kind === 'charge';
    const amount = isCharge ? -call.price : call.price;
    const n = this.#takeNumber();
    const key = this.findSubKey(call);
    account.balance = toExact(account.balance + amount);
    account.transfer_seq += 1;
    this.changes.accounts.add(account);
    this.changes.transfers.push({
      n,
      account_id: account.id,
      seq: account.transfer_seq,
      prev: account.last_transfer,
      mode: call.mode,
      kind,
      source: null,
      counter: 'revenue',
      amount,
      balance_after: account.balance,
      call_id: call.id,
      id: null,
      reason,
      lineage: key?.lineage ?? null,
      lineage_prev: key?.last_transfer ?? null,
      at: this.nowMs,
    });
    account.last_transfer = n;
    if (key) key.last_transfer = n;
    this.#bookSystem(call.mode, 'revenue', isCharge ? 0 : call.price, isCharge ? call.price : 0);
  }

  /** Adds to the rollup of the charge's day. */
  bookUsage(call: OpenCallRow, kind: 'charge' | 'refund'): void {
    const day = call.opened_at >= this.#dayStartMs ? this.day : formatDay(call.opened_at);
    const { account_id, lineage, tool, mode, price } = call;
    const name = `${account_id} ${day} ${lineage} ${tool}`;
    let row = this.changes.usage.get(name);
    if (!row) {
      row = { day, account_id, lineage, tool, mode, charges: 0, refunds: 0, spent: 0 };
      this.changes.usage.set(name, row);
    }
    const isCharge = kind === 'charge';
    row.charges += isCharge ? 1 : 0;
    row.refunds += isCharge ? 0 : 1;
    row.spent += isCharge ? price : -price;
  }

  #bookSystem(mode: Mode, account: SystemAccount, debit: Micros, credit: Micros): void {
    const name = `${mode} ${account}`;
    const row = this.changes.system.get(name);
    if (row) {
      row.debit = toExact(row.debit + debit);
      row.credit = toExact(row.credit + credit);
      return;
    }
    this.changes.system.set(name, { mode, account, day: this.day, shard: this.shard, debit, credit });
  }
}

export function formatClaimName(scope: string, key: string): string {
  return `${scope}\n${key}`;
}

export const formatRefundsName = (accountId: string, tool: string): string => `${accountId} ${tool}`;

const sortById = <Row extends { id: string }>(rows: Row[]): Row[] => rows.sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The accounts whose paid calls that run have to be counted: those that may have more that run or failed lately than the limit
 * and what they have settled. How many were settled is known again whenever they are counted, so that an account that goes on
 * settling is counted each time its calls have doubled.
 */
export function listAccountsToCount(
  accounts: Iterable<BookedAccount>,
  opened: readonly { accountId: string; price: number }[],
  refundsPerHour: number,
): string[] {
  const news = new Map<string, number>();
  for (const { accountId, price } of opened) if (price > 0) news.set(accountId, (news.get(accountId) ?? 0) + 1);
  return [...accounts].flatMap(({ id, charges_count: charges, refunds_count: refunds, settled_seen: seen }) => {
    const most = Math.min(refunds, refundsPerHour) + charges - refunds - seen + (news.get(id) ?? 0);
    return news.has(id) && most > refundsPerHour + seen ? [id] : [];
  });
}
