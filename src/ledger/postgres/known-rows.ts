/**
 * Remembers the latest rows that this server wrote of accounts, keys and open calls, so that a batch that needs no
 * others is written without reading first. If another server has changed one of them, the write notices the new
 * version and fails, and the batch is read. Where several servers write the same accounts this would fail each time,
 * so it is tried less often.
 */
import { type BookedAccount, type BookedKey, Books, formatRefundsName, listAccountsToCount } from '../books.ts';
import { HOUR_MS, type Operation } from '../operations.ts';
import type { OpenCallRow } from '../tables.ts';
import type { WrittenRows } from './apply.ts';
import type { LoadedBooks, LoadOptions } from './load.ts';
import type { RowVersion } from './row-version.ts';

/** Of each table; beyond, those that were written the longest ago are forgotten. */
const ROWS_MAX = 30_000;
/** For so long the database's clock is reckoned from its last reading. */
const CLOCK_MS_MAX = 1_000;
const PAUSE_MS_MIN = 5;
const PAUSE_MS_MAX = 10_000;

interface KnownRow<Row> {
  row: Row;
  version: RowVersion;
}

interface KnownAccount extends KnownRow<BookedAccount> {
  /** By tool: all its refunds of the last hour, newest first. Not there for a tool of which they are not known. */
  refunds: Map<string, number[]>;
}

export class KnownRows {
  readonly #accounts = new Map<string, KnownAccount>();
  readonly #keys = new Map<string, KnownRow<BookedKey>>();
  readonly #calls = new Map<string, OpenCallRow>();
  readonly #usage = new Map<string, RowVersion>();
  #clock: { readMs: number; atMs: number } | null = null;
  #pauseMs = PAUSE_MS_MIN;
  #pausedUntilMs = 0;

  /** Rows of usage by their names in `Changes`. */
  get usage(): ReadonlyMap<string, RowVersion> {
    return this.#usage;
  }

  /**
   * Copies of the rows that the operations need; null when one of them is not known. The write looks at the versions of all of
   * them, or it would not be noticed that one has changed: what costs nothing is always read.
   */
  recall(
    operations: readonly Operation[],
    { clockOffsetMs, shard, refundsPerHour, numbers }: LoadOptions,
  ): LoadedBooks | null {
    const atMs = performance.now();
    if (numbers.left < operations.length) return null;
    if (!this.#clock || atMs > this.#clock.atMs + CLOCK_MS_MAX || atMs < this.#pausedUntilMs) return null;
    const nowMs = Math.floor(this.#clock.readMs + atMs - this.#clock.atMs) + clockOffsetMs;
    const books = new Books(nowMs, shard, () => numbers.take());
    const loaded = { books, versions: new Map<string, RowVersion>(), isRecalled: true };
    if (!operations.every((operation) => this.#recallRows(loaded, operation))) return null;
    const opened = operations.filter((operation) => operation.kind === 'open');
    if (listAccountsToCount(books.accounts.values(), opened, refundsPerHour).length > 0) return null;
    return { ...loaded, wholeRefunds: new Set(books.refunds.keys()) };
  }

  #recallRows(loaded: Pick<LoadedBooks, 'books' | 'versions'>, operation: Operation): boolean {
    const { books, versions } = loaded;
    const account = this.#accounts.get(operation.accountId);
    if (!account || operation.retried) return false;
    if (!books.accounts.has(operation.accountId)) books.accounts.set(operation.accountId, { ...account.row });
    versions.set(operation.accountId, account.version);
    if (operation.kind === 'open') {
      if (operation.parentId !== null || operation.price === 0 || operation.task !== null) return false;
      return this.#recallKey(loaded, operation.keyId) && this.#recallRefunds(books, account, operation.tool);
    }
    const call = this.#calls.get(operation.callId);
    if (!call || call.price === 0 || operation.overdueOnly || operation.children !== null) return false;
    books.open.set(operation.callId, { ...call });
    if (operation.settled) return true;
    if (call.task_ref !== null) return false;
    this.#recallRefunds(books, account, call.tool);
    return this.#recallKey(loaded, operation.keyId);
  }

  #recallKey({ books, versions }: Pick<LoadedBooks, 'books' | 'versions'>, keyId: string): boolean {
    const key = this.#keys.get(keyId);
    if (!key || key.row.replaced_by !== null) return false;
    if (!books.keys.has(keyId)) books.keys.set(keyId, { ...key.row });
    versions.set(keyId, key.version);
    return true;
  }

  /** False when the account had refunds lately, and which ones is not known. */
  #recallRefunds(books: Books, { row, refunds }: KnownAccount, tool: string): boolean {
    const times = refunds.get(tool);
    const name = formatRefundsName(row.id, tool);
    if (times && !books.refunds.has(name)) books.refunds.set(name, [...times]);
    return times !== undefined || row.refunded_at === null || row.refunded_at <= books.nowMs - HOUR_MS;
  }

  /** What a commit has written, and what it has found unchanged. */
  learn(
    { books, versions: read, wholeRefunds, isRecalled }: LoadedBooks,
    { versions, usage, clockMs }: WrittenRows,
  ): void {
    const { changes } = books;
    for (const row of books.accounts.values()) {
      const version = versions.get(row.id) ?? read.get(row.id);
      const refunds = (isRecalled && this.#accounts.get(row.id)?.refunds) || new Map<string, number[]>();
      if (version) putLast(this.#accounts, row.id, { row, version, refunds });
    }
    for (const [name, times] of books.refunds) {
      const [accountId = '', tool = ''] = name.split(' ');
      const refunds = this.#accounts.get(accountId)?.refunds;
      if (wholeRefunds.has(name)) refunds?.set(tool, times);
      else refunds?.delete(tool);
    }
    for (const row of books.keys.values()) {
      const version = versions.get(row.id) ?? read.get(row.id);
      if (version) putLast(this.#keys, row.id, { row, version });
    }
    for (const call of changes.opened) putLast(this.#calls, call.id, call);
    for (const { id } of changes.closed) this.#calls.delete(id);
    for (const [name, version] of usage) putLast(this.#usage, name, version);
    if (clockMs !== null) this.#clock = { readMs: clockMs, atMs: performance.now() };
    if (isRecalled) this.#pauseMs = Math.max(this.#pauseMs / 2, PAUSE_MS_MIN);
  }

  /** What a batch had read, which was not committed. */
  forget({ books, isRecalled }: LoadedBooks): void {
    for (const id of books.accounts.keys()) this.#accounts.delete(id);
    for (const id of books.keys.keys()) this.#keys.delete(id);
    for (const id of books.open.keys()) this.#calls.delete(id);
    for (const id of books.closed.keys()) this.#calls.delete(id);
    for (const name of books.changes.usage.keys()) this.#usage.delete(name);
    if (!isRecalled) return;
    this.#pausedUntilMs = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MS_MAX);
  }
}

/** As the newest of a bounded number. */
function putLast<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id);
  map.set(id, value);
  if (map.size <= ROWS_MAX) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
