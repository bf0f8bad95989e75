/** Reads a batch's rows and writes its changes through prepared statements, each prepared once. */

import type { Sqlite } from '../../database/sqlite/open.ts';
import {
  type BookedAccount,
  type BookedCall,
  type BookedKey,
  Books,
  formatClaimName,
  formatRefundsName,
  listAccountsToCount,
} from '../books.ts';
import {
  ACCOUNT_COLUMNS,
  ACCOUNT_VALUES,
  CLAIM_COLUMNS,
  CLOSED_CALL_COLUMNS,
  COUNTED_REFUNDS,
  KEY_COLUMNS,
  KEY_VALUES,
  OPEN_CALL_COLUMNS,
  TASK_COLUMNS,
  TRANSFER_COLUMNS,
} from '../columns.ts';
import { HOUR_MS, type OpenOperation, type Operation } from '../operations.ts';
import type { IdempotencyRow, OpenCallRow } from '../tables.ts';
import type { TaskRow } from '../task-tables.ts';
import { formatTaskName, listTasks } from '../tasks.ts';

const formatInsert = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
const formatChanges = (columns: readonly string[]): string => columns.map((column) => `${column} = ?`).join(', ');

function prepareReads(db: Sqlite) {
  return {
    account: db.prepare<[string], BookedAccount>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = ?`),
    key: db.prepare<[string], BookedKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`),
    currentKey: db.prepare<[string], BookedKey>(
      `SELECT ${KEY_COLUMNS} FROM api_keys WHERE lineage = ? AND replaced_by IS NULL`,
    ),
    open: db.prepare<[string], OpenCallRow>('SELECT * FROM open_calls WHERE id = ?'),
    children: db.prepare<[string], OpenCallRow>('SELECT * FROM open_calls WHERE parent_id = ?'),
    closed: db.prepare<[string], BookedCall>('SELECT * FROM calls WHERE id = ?'),
    closedChildren: db.prepare<[string], BookedCall>('SELECT * FROM calls WHERE parent_id = ?'),
    newestNumber: db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM transfers').pluck(),
    claim: db.prepare<[string, string], IdempotencyRow>(
      `SELECT ${CLAIM_COLUMNS} FROM idempotency WHERE scope = ? AND key = ?`,
    ),
    refunds: db.prepare<[string, string, number, number], { closed_at: number }>(
      `SELECT closed_at FROM calls WHERE account_id = ? AND tool = ? AND ${COUNTED_REFUNDS} AND closed_at > ?
       ORDER BY closed_at DESC LIMIT ?`,
    ),
    task: db.prepare<[string, string], TaskRow>(
      `SELECT ${TASK_COLUMNS.join(', ')} FROM tasks WHERE account_id = ? AND task_ref = ?`,
    ),
    openCount: db
      .prepare<[string], number>('SELECT count(*) FROM open_calls WHERE price > 0 AND account_id = ?')
      .pluck(),
  };
}

function prepareWrites(db: Sqlite) {
  return {
    account: db.prepare(`UPDATE accounts SET ${formatChanges(ACCOUNT_VALUES)} WHERE id = ?`),
    key: db.prepare(`UPDATE api_keys SET ${formatChanges(KEY_VALUES)} WHERE id = ?`),
    transfer: db.prepare(formatInsert('transfers', TRANSFER_COLUMNS)),
    opened: db.prepare(formatInsert('open_calls', OPEN_CALL_COLUMNS)),
    ended: db.prepare('DELETE FROM open_calls WHERE id = ?'),
    closed: db.prepare(formatInsert('calls', CLOSED_CALL_COLUMNS)),
    claimFreed: db.prepare('DELETE FROM idempotency WHERE scope = ? AND key = ? AND call_id = ?'),
    claimSettled: db.prepare('UPDATE idempotency SET expires_at = ? WHERE scope = ? AND key = ? AND call_id = ?'),
    claimJoined: db.prepare('UPDATE idempotency SET joiners = joiners + 1 WHERE scope = ? AND key = ? AND call_id = ?'),
    claimAdded: db.prepare(
      `INSERT INTO idempotency (scope, key, fingerprint, call_id, joiners) VALUES (?, ?, ?, ?, 0)
       ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, call_id = excluded.call_id,
       joiners = 0, expires_at = NULL`,
    ),
    answer: db.prepare('INSERT INTO answers (call_id, body, expires_at, account_id, bytes) VALUES (?, ?, ?, ?, ?)'),
    usage: db.prepare(
      `INSERT INTO usage_daily (day, account_id, lineage, tool, mode, charges, refunds, spent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, account_id, lineage, tool) DO UPDATE SET
       charges = charges + excluded.charges, refunds = refunds + excluded.refunds, spent = spent + excluded.spent`,
    ),
    task: db.prepare(
      `${formatInsert('tasks', TASK_COLUMNS)} ON CONFLICT (account_id, task_ref) DO UPDATE SET spent = excluded.spent,
       max_total = excluded.max_total, used_at = excluded.used_at`,
    ),
    system: db.prepare(
      `INSERT INTO system_daily (mode, account, day, shard, debit, credit) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (mode, account, day, shard) DO UPDATE SET debit = debit + excluded.debit,
       credit = credit + excluded.credit`,
    ),
  };
}

export class SqliteBooks {
  readonly #reads: ReturnType<typeof prepareReads>;
  readonly #writes: ReturnType<typeof prepareWrites>;
  readonly #refundsPerHour: number;

  constructor(db: Sqlite, refundsPerHour: number) {
    this.#reads = prepareReads(db);
    this.#writes = prepareWrites(db);
    this.#refundsPerHour = refundsPerHour;
  }

  /** Everything the operations touch, inside the transaction that `apply` will be part of. */
  load(operations: readonly Operation[], nowMs: number): Books {
    let number = 0;
    const books = new Books(nowMs, 0, () => {
      number ||= this.#reads.newestNumber.get() ?? 0;
      return ++number;
    });
    for (const operation of operations) {
      this.#loadAccount(books, operation.accountId);
      // What is settled concerns no key.
      if (operation.kind === 'open' || !operation.settled) this.#loadKey(books, operation.keyId);
      if (operation.kind === 'open') this.#loadForOpen(books, operation);
      else this.#loadOpen(books, operation.callId);
      if (operation.kind === 'close' && operation.children !== null) this.#loadChildren(books, operation.callId);
      if (operation.retried) this.#loadFirstTry(books, operation.callId);
    }
    for (const [accountId, ref] of listTasks(books, operations)) {
      const task = this.#reads.task.get(accountId, ref);
      if (task) books.tasks.set(formatTaskName(accountId, ref), task);
    }
    const opened = operations.filter((operation) => operation.kind === 'open');
    for (const id of listAccountsToCount(books.accounts.values(), opened, this.#refundsPerHour))
      books.openCounts.set(id, this.#reads.openCount.get(id) ?? 0);
    return books;
  }

  #loadForOpen(books: Books, { claim, parentId, price, accountId, tool }: OpenOperation): void {
    if (claim && !books.claims.has(formatClaimName(claim.scope, claim.key))) {
      const row = this.#reads.claim.get(claim.scope, claim.key);
      if (row) books.claims.set(formatClaimName(claim.scope, claim.key), row);
    }
    if (parentId !== null) this.#loadOpen(books, parentId);
    if (price > 0) this.#loadRefunds(books, accountId, tool);
  }

  #loadOpen(books: Books, id: string): void {
    const call = this.#reads.open.get(id);
    if (call) books.open.set(call.id, call);
  }

  #loadChildren(books: Books, id: string): void {
    for (const child of this.#reads.children.all(id)) {
      books.open.set(child.id, child);
      this.#loadKey(books, child.key_id);
    }
  }

  /** What an earlier try may have left of the call. */
  #loadFirstTry(books: Books, id: string): void {
    this.#loadOpen(books, id);
    const call = this.#reads.closed.get(id);
    if (!call) return;
    for (const row of [call, ...this.#reads.closedChildren.all(id)]) books.closed.set(row.id, row);
  }

  #loadAccount(books: Books, id: string): void {
    if (books.accounts.has(id)) return;
    const account = this.#reads.account.get(id);
    if (!account) return;
    books.accounts.set(id, account);
  }

  #loadRefunds(books: Books, id: string, tool: string): void {
    const { refunded_at: latest = null } = books.accounts.get(id) ?? {};
    const since = books.nowMs - HOUR_MS;
    const name = formatRefundsName(id, tool);
    if (latest === null || latest <= since || books.refunds.has(name)) return;
    const recent = this.#reads.refunds.all(id, tool, since, this.#refundsPerHour);
    books.refunds.set(
      name,
      recent.map((row) => row.closed_at),
    );
  }

  #loadKey(books: Books, id: string): void {
    if (books.keys.has(id)) return;
    const key = this.#reads.key.get(id);
    if (!key) return;
    books.keys.set(id, key);
    if (key.replaced_by === null) return;
    const current = this.#reads.currentKey.get(key.lineage);
    if (current && !books.keys.has(current.id)) books.keys.set(current.id, current);
  }

  /** Throws when a row was not as `load` had read it: the batch must roll back. */
  apply({ changes }: Books): void {
    const to = this.#writes;
    for (const a of changes.accounts) to.account.run(...ACCOUNT_VALUES.map((column) => a[column]), a.id);
    for (const k of changes.keys) to.key.run(...KEY_VALUES.map((column) => k[column]), k.id);
    for (const row of changes.transfers) to.transfer.run(...TRANSFER_COLUMNS.map((column) => row[column]));
    for (const row of changes.opened) to.opened.run(...OPEN_CALL_COLUMNS.map((column) => row[column]));
    for (const row of changes.closed) {
      if (to.ended.run(row.id).changes !== 1) throw new Error(`Call ${row.id} was not open any more.`);
      to.closed.run(...CLOSED_CALL_COLUMNS.map((column) => row[column]));
    }
    for (const row of changes.tasks) to.task.run(...TASK_COLUMNS.map((column) => row[column]));
    this.#applyClaims(changes);
    for (const u of changes.usage.values()) {
      to.usage.run(u.day, u.account_id, u.lineage, u.tool, u.mode, u.charges, u.refunds, u.spent);
    }
    for (const s of changes.system.values()) to.system.run(s.mode, s.account, s.day, s.shard, s.debit, s.credit);
  }

  #applyClaims(changes: Books['changes']): void {
    const to = this.#writes;
    for (const c of changes.claimsFreed) to.claimFreed.run(c.scope, c.key, c.call_id);
    for (const c of changes.claimsSettled) to.claimSettled.run(c.expires_at, c.scope, c.key, c.call_id);
    for (const c of changes.claimsAdded) to.claimAdded.run(c.scope, c.key, c.fingerprint, c.call_id);
    for (const c of changes.claimsJoined) to.claimJoined.run(c.scope, c.key, c.call_id);
    for (const a of changes.answers) to.answer.run(a.call_id, a.body, a.expires_at, a.account_id, a.bytes);
  }
}
