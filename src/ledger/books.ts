/**
 * The rows that a batch has read and what it changes in them. Engines fill `Books` from their locked rows, `decide`
 * works on it, and the engines write `Changes` back, each row once, whatever the batch held.
 */
import { formatDay } from '../database/clock.ts';
import { type Micros, toExact } from '../kernel/money.ts';
import type { Mode } from '../kernel/principal.ts';
import type {
  AccountRow,
  AnswerRow,
  ApiKeyRow,
  CallRow,
  IdempotencyRow,
  SystemAccount,
  SystemDailyRow,
  TransferRow,
  UsageDailyRow,
} from './tables.ts';

export type BookedAccount = Pick<
  AccountRow,
  | 'id'
  | 'mode'
  | 'status'
  | 'balance'
  | 'deposited'
  | 'charges_count'
  | 'settled_count'
  | 'spent'
  | 'refunded_at'
  | 'transfer_seq'
  | 'answer_bytes'
>;

export type BookedKey = Pick<
  ApiKeyRow,
  | 'id'
  | 'account_id'
  | 'lineage'
  | 'cap_total'
  | 'cap_per_day'
  | 'cap_per_call'
  | 'cap_tools'
  | 'spent_total'
  | 'spent_day'
  | 'spent_on_day'
  | 'expires_at'
  | 'revoked_at'
  | 'replaced_by'
>;

export type BookedCall = Pick<
  CallRow,
  | 'id'
  | 'mode'
  | 'account_id'
  | 'key_id'
  | 'lineage'
  | 'tool'
  | 'price'
  | 'state'
  | 'owner'
  | 'deadline_at'
  | 'opened_at'
  | 'closed_at'
  | 'claim_scope'
  | 'claim_key'
  | 'parent_id'
>;

export type ClosedCall = Pick<CallRow, 'id' | 'reason' | 'failure' | 'closed_at' | 'cost'> & {
  state: 'settled' | 'refunded';
};

export type ClaimName = Pick<IdempotencyRow, 'scope' | 'key' | 'call_id'>;

export class Changes {
  readonly accounts = new Set<BookedAccount>();
  readonly keys = new Set<BookedKey>();
  readonly transfers: TransferRow[] = [];
  readonly opened: CallRow[] = [];
  readonly closed: ClosedCall[] = [];
  readonly claimsFreed: ClaimName[] = [];
  readonly claimsSettled: (ClaimName & { expires_at: number })[] = [];
  /** An expired claim of the same name is replaced. */
  readonly claimsAdded: IdempotencyRow[] = [];
  readonly claimsJoined: ClaimName[] = [];
  readonly answers: AnswerRow[] = [];
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
  readonly calls = new Map<string, BookedCall>();
  /** By `claimName`. */
  readonly claims = new Map<string, IdempotencyRow>();
  /** By `formatRefundsName`: times of the counted refunds within the last hour, newest first, no more than the limit. */
  readonly refunds = new Map<string, number[]>();
  /** Paid calls that run, of the accounts where they could reach the limit of refunds; absent for all others. */
  readonly openCounts = new Map<string, number>();
  readonly changes = new Changes();

  constructor(nowMs: number, shard: number) {
    this.nowMs = nowMs;
    this.day = formatDay(nowMs);
    this.shard = shard;
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

  /** The parts of a composed call, in the order of their ids. */
  listChildren(callId: string): BookedCall[] {
    const bookedCalls = [...this.calls.values()].filter((call) => call.parent_id === callId);
    return bookedCalls.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Moves money between an account and revenue. The amount is above 0. */
  postTransfer(account: BookedAccount, kind: 'charge' | 'refund', call: BookedCall, reason: string | null): void {
    const amount = call.price;
    const isCharge = kind === 'charge';
    account.balance = toExact(account.balance + (isCharge ? -amount : amount));
    account.transfer_seq += 1;
    this.changes.accounts.add(account);
    this.changes.transfers.push({
      account_id: account.id,
      seq: account.transfer_seq,
      // Derived from the call, so that its charge and its refund have one name each.
      id: `tr_${call.id.slice(call.id.indexOf('_') + 1)}${isCharge ? 'c' : 'r'}`,
      mode: call.mode,
      kind,
      source: null,
      debit_account: isCharge ? account.id : 'revenue',
      credit_account: isCharge ? 'revenue' : account.id,
      amount,
      balance_after: account.balance,
      call_id: call.id,
      tool: call.tool,
      reason,
      lineage: call.lineage,
      at: this.nowMs,
    });
    this.#bookSystem(call.mode, 'revenue', isCharge ? 0 : amount, isCharge ? amount : 0);
  }

  /** Adds to the rollup of the charge's day. */
  bookUsage(call: BookedCall, charges: number, settled: number, spent: Micros): void {
    const day = call.opened_at >= this.#dayStartMs ? this.day : formatDay(call.opened_at);
    const name = `${call.account_id} ${day} ${call.lineage} ${call.tool}`;
    const row = this.changes.usage.get(name);
    if (row) {
      row.charges += charges;
      row.settled += settled;
      row.spent += spent;
      return;
    }
    const { account_id, lineage, tool, mode } = call;
    this.changes.usage.set(name, { account_id, day, lineage, tool, mode, charges, settled, spent });
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

/**
 * The accounts whose paid calls that run have to be counted: those that may have more than the limit and what they have
 * settled so far. Charges that are not settled are open or refunded.
 */
export function listAccountsToCount(
  accounts: Iterable<BookedAccount>,
  opened: readonly { accountId: string; price: number }[],
  refundsPerHour: number,
): string[] {
  const news = new Map<string, number>();
  for (const { accountId, price } of opened) if (price > 0) news.set(accountId, (news.get(accountId) ?? 0) + 1);
  return [...accounts].flatMap(({ id, charges_count: charges, settled_count: settled }) => {
    const most = charges - settled + (news.get(id) ?? 0);
    return news.has(id) && most > refundsPerHour + settled ? [id] : [];
  });
}
