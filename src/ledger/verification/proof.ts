/**
 * The quick proof: every row is read once, in slices that are snapshots of their own, and only what is of one moment (the
 * balances, what runs, the last minute) is read from one. What was proved is kept: the next proof goes on from there.
 */
import { randomInt } from 'node:crypto';
import { CLOCKS_APART_MS, formatDay } from '../../database/clock.ts';
import { buildIdStart } from '../../lib/ids.ts';
import { isSame, type Sum } from '../fingerprints.ts';
import * as rows from './proof-rows.ts';
import { createProofState, type ProofState, ProofSums } from './proof-sums.ts';
import type { BooksReader } from './verify-books.ts';

/** Position of a proof. All transfers up to a number and all calls up to an id were added; usage until a day. */
export interface KeptProof {
  salts: Sum;
  transfer: number;
  call: string;
  /** The days before this one are proved. */
  day: string;
  state: ProofState;
}

export interface Proof {
  holds: boolean;
  /** What was proved before is not what is there now. */
  isBroken: boolean;
  accounts: number;
  transfers: number;
  calls: number;
  open: number;
  /** Rows of these that were read this time. */
  readTransfers: number;
  readCalls: number;
  /** To be kept when it holds. */
  kept: KeptProof;
}

const SLICE = 5_000;
/** Older bookings are committed: nothing takes so long from its time to its commit. */
const SETTLED_MS = 60_000;
const AFTER_ALL_IDS = '\u007f';
const LAST = Number.MAX_SAFE_INTEGER;

const createKeptProof = (): KeptProof => ({
  salts: [randomInt(2 ** 32), randomInt(2 ** 32)],
  transfer: -1,
  call: '',
  day: '',
  state: createProofState(),
});

/** `seal`: everything is read again, and compared with what this proof had read. */
export async function proveBooks(books: BooksReader, since: KeptProof | null, seal: KeptProof | null): Promise<Proof> {
  const from = since ?? { ...createKeptProof(), ...(seal ? { salts: seal.salts } : {}) };
  const sums = new ProofSums(from.salts, from.state);
  const walk = new Walk(books, sums, from);
  const isBroken = seal !== null && !(await walk.compareWith(seal));
  const cut = await findCut(books);
  await walk.readTransfers(LAST, cut.atMs);
  await walk.readCalls(cut.call);
  const areDaysProved = await walk.readDays(cut.day);
  const kept: KeptProof = { ...walk.position, salts: from.salts, state: structuredClone(sums.state) };
  await books.enterSnapshot();
  try {
    await walk.readTransfers(LAST, LAST);
    await walk.readCalls(AFTER_ALL_IDS);
    await walk.readUsage(AFTER_ALL_IDS);
    const open = await walk.readOpenCalls();
    const accounts = await walk.readAccounts();
    const { state } = sums;
    return {
      holds: areDaysProved && sums.holds() && !isBroken,
      isBroken,
      accounts,
      open,
      transfers: state.transfers.count,
      calls: state.calls.count,
      readTransfers: state.transfers.count - from.state.transfers.count,
      readCalls: state.calls.count - from.state.calls.count,
      kept,
    };
  } finally {
    await books.leaveSnapshot();
  }
}

/** Older rows are final: nothing is added to them. */
async function findCut(books: BooksReader): Promise<{ atMs: number; call: string; day: string }> {
  const [[openId, openedAt] = [null, null]] = await books.listTuples<[string | null, number | null]>(
    rows.OLDEST_OPEN_CALL,
  );
  const atMs = (await books.now()) - SETTLED_MS;
  const call = buildIdStart('call_', atMs);
  const dayMs = Math.min(atMs, openedAt ?? atMs) - CLOCKS_APART_MS;
  return { atMs, call: openId !== null && openId < call ? openId : call, day: formatDay(dayMs) };
}

/** Position of a row of usage in the order of all. */
type UsagePlace = [day: string, account: string, lineage: string, tool: string];

const findPlace = ([day, account, lineage, tool]: rows.UsageTuple): UsagePlace => [day, account, lineage, tool];

class Walk {
  readonly #books: BooksReader;
  readonly #sums: ProofSums;
  readonly position: Pick<KeptProof, 'transfer' | 'call' | 'day'>;
  #usage: UsagePlace;

  constructor(books: BooksReader, sums: ProofSums, { transfer, call, day }: KeptProof) {
    this.#books = books;
    this.#sums = sums;
    this.position = { transfer, call, day };
    this.#usage = [day, '', '', ''];
  }

  /** Reads as far as that proof had read. */
  async compareWith({ transfer, call, state }: KeptProof): Promise<boolean> {
    await this.readTransfers(transfer, LAST);
    await this.readCalls(`${call} `);
    const { transfers, calls } = this.#sums.state;
    return isSame(transfers.sum, state.transfers.sum) && isSame(calls.seal, state.calls.seal);
  }

  /** Up to the number, or to the first that is not older than `beforeMs`. */
  async readTransfers(to: number, beforeMs: number): Promise<void> {
    await this.#readAll<rows.TransferTuple>(
      (last) => this.#books.listTuples(rows.TRANSFERS, last?.[0] ?? this.position.transfer, to, SLICE),
      (row) => {
        this.#sums.addTransfer(row);
        this.position.transfer = row[0];
      },
      (row) => row[14] >= beforeMs,
    );
  }

  /** Those whose ids are below this one. */
  async readCalls(before: string): Promise<void> {
    await this.#readAll<rows.CallTuple>(
      (last) => this.#books.listTuples(rows.CALLS, last?.[0] ?? this.position.call, before, SLICE),
      (row) => {
        this.#sums.addCall(row);
        this.position.call = row[0];
      },
    );
  }

  /** Proves the days before this one. */
  async readDays(before: string): Promise<boolean> {
    await this.readUsage(before);
    this.position.day = before > this.position.day ? before : this.position.day;
    return this.#sums.leaveDays(this.position.day);
  }

  async readUsage(before: string): Promise<void> {
    await this.#readAll<rows.UsageTuple>(
      (last) => this.#books.listTuples(rows.USAGE, ...(last ? findPlace(last) : this.#usage), before, SLICE),
      (row) => {
        this.#sums.addUsage(row);
        this.#usage = findPlace(row);
      },
    );
  }

  async readOpenCalls(): Promise<number> {
    const open = await this.#books.listTuples<rows.CallTuple>(rows.OPEN_CALLS);
    for (const row of open) this.#sums.addOpenCall(row);
    return open.length;
  }

  /** With what belongs to them; how many there are. */
  async readAccounts(): Promise<number> {
    const books = this.#books;
    const sums = this.#sums;
    let count = 0;
    await this.#readAll<rows.AccountTuple>(
      (last) => books.listTuples(rows.ACCOUNTS, last?.[0] ?? '', SLICE),
      (row) => {
        count++;
        sums.addAccount(row);
      },
    );
    await this.#readAll<rows.KeyTuple>(
      (last) => books.listTuples(rows.KEYS, last?.[0] ?? '', SLICE),
      (row) => sums.addKey(row),
    );
    await this.#readAll<rows.DepositTuple>(
      (last) => books.listTuples(rows.DEPOSITS, last?.[0] ?? '', SLICE),
      (row) => sums.addDeposit(row),
    );
    for (const row of await books.listTuples<rows.TakenTuple>(rows.TAKEN)) sums.addTaken(row);
    for (const row of await books.listTuples<rows.SystemTuple>(rows.SYSTEM)) sums.addSystem(row);
    return count;
  }

  /** To the end, or to the first row that `isBeyond`. */
  async #readAll<Row>(
    list: (last: Row | undefined) => Promise<Row[]>,
    add: (row: Row) => void,
    isBeyond: (row: Row) => boolean = () => false,
  ): Promise<void> {
    let last: Row | undefined;
    for (;;) {
      const slice = await list(last);
      const end = slice.findIndex(isBeyond);
      for (const row of end < 0 ? slice : slice.slice(0, end)) add(row);
      if (end >= 0 || slice.length < SLICE) return;
      last = slice.at(-1);
    }
  }
}
