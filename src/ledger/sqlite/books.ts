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
  CALL_COLUMNS,
  CLAIM_COLUMNS,
  COUNTED_REFUNDS,
  KEY_COLUMNS,
  OPENED_COLUMNS,
  TRANSFER_COLUMNS,
} from '../columns.ts';
import { HOUR_MS, type Op } from '../op.ts';
import type { IdempotencyRow } from '../tables.ts';

const formatPlaceholders = (columns: readonly string[]): string => columns.map(() => '?').join(', ');

function prepareReads(db: Sqlite) {
  return {
    account: db.prepare<[string], BookedAccount>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = ?`),
    key: db.prepare<[string], BookedKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`),
    currentKey: db.prepare<[string], BookedKey>(
      `SELECT ${KEY_COLUMNS} FROM api_keys WHERE lineage = ? AND replaced_by IS NULL`,
    ),
    call: db.prepare<[string], BookedCall>(`SELECT ${CALL_COLUMNS} FROM calls WHERE id = ?`),
    children: db.prepare<[string], BookedCall>(`SELECT ${CALL_COLUMNS} FROM calls WHERE parent_id = ?`),
    claim: db.prepare<[string, string], IdempotencyRow>(
      `SELECT ${CLAIM_COLUMNS} FROM idempotency WHERE scope = ? AND key = ?`,
    ),
    refunds: db.prepare<[string, string, number, number], { closed_at: number }>(
      `SELECT closed_at FROM calls WHERE account_id = ? AND tool = ? AND ${COUNTED_REFUNDS} AND closed_at > ?
       ORDER BY closed_at DESC LIMIT ?`,
    ),
    openCount: db
      .prepare<[string], number>(`SELECT count(*) FROM calls WHERE state = 'open' AND price > 0 AND account_id = ?`)
      .pluck(),
  };
}

function prepareWrites(db: Sqlite) {
  return {
    account: db.prepare(
      `UPDATE accounts SET balance = ?, charges_count = ?, settled_count = ?, spent = ?, refunded_at = ?,
       transfer_seq = ?, answer_bytes = ? WHERE id = ?`,
    ),
    key: db.prepare('UPDATE api_keys SET spent_total = ?, spent_day = ?, spent_on_day = ? WHERE id = ?'),
    transfer: db.prepare(
      `INSERT INTO transfers (${TRANSFER_COLUMNS.join(', ')}) VALUES (${formatPlaceholders(TRANSFER_COLUMNS)})`,
    ),
    opened: db.prepare(
      `INSERT INTO calls (${OPENED_COLUMNS.join(', ')}) VALUES (${formatPlaceholders(OPENED_COLUMNS)})`,
    ),
    closed: db.prepare(
      `UPDATE calls SET state = ?, reason = ?, failure = ?, closed_at = ?, cost = ? WHERE id = ? AND state = 'open'`,
    ),
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
      `INSERT INTO usage_daily (account_id, day, lineage, tool, mode, charges, settled, spent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, day, lineage, tool) DO UPDATE SET
       charges = charges + excluded.charges, settled = settled + excluded.settled, spent = spent + excluded.spent`,
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
  load(ops: readonly Op[], nowMs: number): Books {
    const books = new Books(nowMs, 0);
    for (const op of ops) {
      this.#loadAccount(books, op.accountId);
      this.#loadKey(books, op.keyId);
      if (op.kind === 'open') {
        const { claim } = op;
        if (claim && !books.claims.has(formatClaimName(claim.scope, claim.key))) {
          const row = this.#reads.claim.get(claim.scope, claim.key);
          if (row) books.claims.set(formatClaimName(claim.scope, claim.key), row);
        }
        if (op.parentId !== null) this.#loadCall(books, op.parentId);
        if (op.price > 0) this.#loadRefunds(books, op.accountId, op.tool);
      }
      if (op.kind === 'close' || op.retried) this.#loadCall(books, op.callId);
      if (op.kind === 'close' && op.children !== null) {
        for (const child of this.#reads.children.all(op.callId)) {
          if (!books.calls.has(child.id)) books.calls.set(child.id, child);
        }
      }
    }
    const opened = ops.filter((op) => op.kind === 'open');
    for (const id of listAccountsToCount(books.accounts.values(), opened, this.#refundsPerHour))
      books.openCounts.set(id, this.#reads.openCount.get(id) ?? 0);
    return books;
  }

  #loadCall(books: Books, id: string): void {
    if (books.calls.has(id)) return;
    const call = this.#reads.call.get(id);
    if (call) books.calls.set(call.id, call);
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
    for (const a of changes.accounts) {
      to.account.run(
        a.balance,
        a.charges_count,
        a.settled_count,
        a.spent,
        a.refunded_at,
        a.transfer_seq,
        a.answer_bytes,
        a.id,
      );
    }
    for (const k of changes.keys) to.key.run(k.spent_total, k.spent_day, k.spent_on_day, k.id);
    for (const row of changes.transfers) to.transfer.run(...TRANSFER_COLUMNS.map((column) => row[column]));
    for (const row of changes.opened) to.opened.run(...OPENED_COLUMNS.map((column) => row[column]));
    for (const c of changes.closed) {
      const { changes: changeCount } = to.closed.run(c.state, c.reason, c.failure, c.closed_at, c.cost, c.id);
      if (changeCount !== 1) throw new Error(`Call ${c.id} was not open any more.`);
    }
    this.#applyClaims(changes);
    for (const u of changes.usage.values()) {
      to.usage.run(u.account_id, u.day, u.lineage, u.tool, u.mode, u.charges, u.settled, u.spent);
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
