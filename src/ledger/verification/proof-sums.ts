/**
 * Equations that must balance in a correct ledger. Each row adds its values to one side of its equations:
 * - the transfers of an account are numbered from 1, each names the one before it, and the last one leaves its balance;
 * - those of a sub-key likewise, and what they come to is what the key counts;
 * - a charge has a call of its price and key, a paid call has a charge, and a refund where it was refunded;
 * - accounts and days count what their calls come to, system accounts what moved, deposits and payments what came and went.
 */
import { formatDay } from '../../database/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createSum, isZero, type Sum, Weigher } from '../fingerprints.ts';
import type {
  AccountTuple,
  CallTuple,
  DepositTuple,
  KeyTuple,
  SystemTuple,
  TakenTuple,
  TransferTuple,
  UsageTuple,
} from './proof-rows.ts';

/** Tags that keep names of different kinds apart. */
const tags = {
  account: 1,
  chain: 2,
  keyChain: 3,
  charge: 4,
  refund: 5,
  chargesOfAccount: 6,
  refundsOfAccount: 7,
  spentOfAccount: 8,
  chargesOfKey: 9,
  refundsOfKey: 10,
  spentOfKey: 11,
  welcomed: 12,
  deposited: 13,
  deposit: 14,
  taken: 15,
  debit: 16,
  credit: 17,
  usage: 18,
  chargesOfDay: 19,
  refundsOfDay: 20,
  spentOfDay: 21,
} as const;

/** Everything that was added so far; plain data. */
export interface ProofState {
  transfers: { sum: Sum; count: number };
  /** `seal` is no side of an equation: it says whether they are the same calls again. */
  calls: { sum: Sum; count: number; seal: Sum };
  /** All other rows. */
  rest: Sum;
  /** Usage against calls, by day. */
  days: Record<string, Sum>;
  /** Rows that are wrong by themselves. */
  faults: number;
}

export const createProofState = (): ProofState => ({
  transfers: { sum: createSum(), count: 0 },
  calls: { sum: createSum(), count: 0, seal: createSum() },
  rest: createSum(),
  days: {},
  faults: 0,
});

export class ProofSums {
  readonly state: ProofState;
  readonly #weigher: Weigher;
  readonly #open = new Map<string, number>();
  #day = { number: Number.NaN, text: '' };

  constructor(salts: Sum, state: ProofState) {
    this.#weigher = new Weigher(salts);
    this.state = structuredClone(state);
  }

  holds(): boolean {
    const { transfers, calls, rest, days, faults } = this.state;
    const sides: Sum = [transfers.sum[0] + calls.sum[0] + rest[0], transfers.sum[1] + calls.sum[1] + rest[1]];
    return faults === 0 && isZero(sides) && Object.values(days).every(isZero);
  }

  /** Takes out the days before this one; false when what they count is not what their calls come to. */
  leaveDays(before: string): boolean {
    const old = Object.keys(this.state.days).filter((day) => day < before);
    const areProved = old.every((day) => isZero(this.state.days[day] ?? createSum()));
    for (const day of old) delete this.state.days[day];
    return areProved;
  }

  addTransfer(row: TransferTuple): void {
    const [n, account, seq, prev, mode, kind, source, counter, amount, balanceAfter, callId, id, lineage, , at] = row;
    const { transfers } = this.state;
    const { sum } = transfers;
    const weigher = this.#weigher;
    transfers.count++;
    if (!isSound(row)) this.state.faults++;
    weigher.begin(tags.account).text(account).text(mode).mark();
    weigher.back(tags.chain).number(seq).number(balanceAfter).number(n).add(sum, 1);
    weigher
      .back(tags.chain)
      .number(seq - 1)
      .number(balanceAfter - amount)
      .number(prev ?? 0)
      .add(sum, -1);
    if (callId !== null) {
      const tag = kind === 'charge' ? tags.charge : tags.refund;
      weigher
        .back(tag)
        .text(callId)
        .text(lineage ?? '')
        .number(Math.abs(amount))
        .add(sum, 1);
    } else {
      weigher.back(source === 'welcome' ? tags.welcomed : tags.deposited).add(sum, amount);
      if (kind === 'deposit')
        weigher
          .back(tags.deposit)
          .text(id ?? '')
          .number(amount)
          .add(sum, 1);
      else if (counter === 'deposits') weigher.back(tags.taken).add(sum, -amount);
    }
    if (lineage !== null) this.#addKeyTransfer(row, lineage);
    const day = Math.floor(at / DAY_MS);
    weigher
      .begin(amount > 0 ? tags.debit : tags.credit)
      .text(mode)
      .text(counter)
      .number(day)
      .add(sum, Math.abs(amount));
  }

  #addKeyTransfer([n, , , , , kind, , , amount, , , , , lineagePrev]: TransferTuple, lineage: string): void {
    const { sum } = this.state.transfers;
    const weigher = this.#weigher.begin(tags.keyChain).text(lineage).mark();
    weigher.back(tags.keyChain).number(n).add(sum, 1);
    weigher
      .back(tags.keyChain)
      .number(lineagePrev ?? 0)
      .add(sum, -1);
    weigher.back(tags.spentOfKey).add(sum, -amount);
    weigher.back(kind === 'charge' ? tags.chargesOfKey : tags.refundsOfKey).add(sum, 1);
  }

  /** One that has ended. */
  addCall(row: CallTuple): void {
    const { calls } = this.state;
    calls.count++;
    this.#addCall(row, calls.sum, calls.seal);
  }

  addOpenCall(row: CallTuple): void {
    const [, , account, , , price] = row;
    if (price > 0) this.#open.set(account, (this.#open.get(account) ?? 0) + 1);
    this.#addCall(row, this.state.rest, createSum());
  }

  #addCall(row: CallTuple, sum: Sum, seal: Sum): void {
    const [id, mode, account, lineage, tool, price, openedAt, isRefunded, isOwned, isRoot] = row;
    if (isOwned !== 1) this.state.faults++;
    const weigher = this.#weigher.begin(tags.account).text(account).text(mode).mark();
    const payer = isRoot === 1 ? '' : lineage;
    const spent = isRefunded === 1 ? 0 : price;
    weigher.back(tags.charge).text(id).text(payer).number(price);
    if (price > 0) weigher.add(sum, -1);
    weigher.text(tool).number(openedAt).number(isRefunded).add(seal, 1);
    if (price === 0) return;
    if (isRefunded === 1) weigher.back(tags.refund).text(id).text(payer).number(price).add(sum, -1);
    weigher.back(tags.chargesOfAccount).add(sum, 1);
    weigher.back(tags.refundsOfAccount).add(sum, isRefunded);
    weigher.back(tags.spentOfAccount).add(sum, spent);
    this.#addUsage([this.#findDay(openedAt), account, lineage, tool, mode, 1, isRefunded, spent], 1);
  }

  /** Calls of one day come together. */
  #findDay(ms: number): string {
    const number = Math.floor(ms / DAY_MS);
    if (number !== this.#day.number) this.#day = { number, text: formatDay(ms) };
    return this.#day.text;
  }

  addUsage(row: UsageTuple): void {
    this.#addUsage(row, -1);
  }

  #addUsage([day, account, lineage, tool, mode, charges, refunds, spent]: UsageTuple, side: 1 | -1): void {
    this.state.days[day] ??= createSum();
    const sum = this.state.days[day];
    const weigher = this.#weigher.begin(tags.usage).text(account).text(lineage).text(tool).text(mode).mark();
    weigher.back(tags.chargesOfDay).add(sum, side * charges);
    weigher.back(tags.refundsOfDay).add(sum, side * refunds);
    weigher.back(tags.spentOfDay).add(sum, side * spent);
  }

  addAccount(row: AccountTuple): void {
    const [id, mode, seq, balance, newest, charges, refunds, settledSeen, spent, welcomed, deposited] = row;
    const { rest } = this.state;
    if (balance < 0 || settledSeen > charges - refunds - (this.#open.get(id) ?? 0)) this.state.faults++;
    const weigher = this.#weigher.begin(tags.account).text(id).text(mode).mark();
    weigher.back(tags.chain).number(0).number(0).number(0).add(rest, 1);
    weigher
      .back(tags.chain)
      .number(seq)
      .number(balance)
      .number(newest ?? 0)
      .add(rest, -1);
    weigher.back(tags.chargesOfAccount).add(rest, -charges);
    weigher.back(tags.refundsOfAccount).add(rest, -refunds);
    weigher.back(tags.spentOfAccount).add(rest, -spent);
    weigher.back(tags.welcomed).add(rest, -welcomed);
    weigher.back(tags.deposited).add(rest, -deposited);
  }

  addKey([, lineage, isCurrent, newest, spent, charges, refunds]: KeyTuple): void {
    const { rest } = this.state;
    const weigher = this.#weigher.begin(tags.keyChain).text(lineage).mark();
    if (isCurrent === 1) {
      weigher.back(tags.keyChain).number(0).add(rest, 1);
      weigher
        .back(tags.keyChain)
        .number(newest ?? 0)
        .add(rest, -1);
    }
    weigher.back(tags.spentOfKey).add(rest, -spent);
    weigher.back(tags.chargesOfKey).add(rest, -charges);
    weigher.back(tags.refundsOfKey).add(rest, -refunds);
  }

  addDeposit([, transferId, account, mode, amount]: DepositTuple): void {
    const weigher = this.#weigher.begin(tags.account).text(account).text(mode).mark();
    weigher.back(tags.deposit).text(transferId).number(amount).add(this.state.rest, -1);
  }

  addTaken([account, mode, taken]: TakenTuple): void {
    this.#weigher.begin(tags.account).text(account).text(mode).mark().back(tags.taken).add(this.state.rest, -taken);
  }

  addSystem([mode, account, day, debit, credit]: SystemTuple): void {
    const number = Math.floor(Date.parse(day) / DAY_MS);
    this.#weigher.begin(tags.debit).text(mode).text(account).number(number).add(this.state.rest, -debit);
    this.#weigher.begin(tags.credit).text(mode).text(account).number(number).add(this.state.rest, -credit);
  }
}

/** Its two sides fit its kind. */
function isSound(row: TransferTuple): boolean {
  const [, account, , , , kind, , counter, amount, balanceAfter, callId, id] = row;
  if (balanceAfter < 0) return false;
  if (kind === 'charge') return amount < 0 && counter === 'revenue' && callId !== null;
  if (kind === 'refund') return amount > 0 && counter === 'revenue' && callId !== null;
  if (callId !== null || id === null) return false;
  if (kind === 'deposit')
    return amount > 0 && (counter === 'deposits' || counter === 'welcome' || counter === 'grants');
  return amount !== 0 && (counter === 'deposits' || counter === `receivable:${account}`);
}
