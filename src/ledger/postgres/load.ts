/**
 * A batch's rows, read and locked in one round trip. Accounts are locked first and in the order of their ids; everything
 * else of a batch belongs to a locked account, so no two batches can deadlock. Keys are read after their accounts are
 * had: whoever changes one locks its account first.
 */
import type pg from 'pg';
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import type { PostgresClock } from '../../database/lane.ts';
import { Command, formatArray, type Statement, sendBurst } from '../../database/postgres/burst.ts';
import {
  type BookedAccount,
  type BookedCall,
  type BookedKey,
  Books,
  formatClaimName,
  formatRefundsName,
  listAccountsToCount,
} from '../books.ts';
import { ACCOUNT_COLUMNS, CLAIM_COLUMNS, COUNTED_REFUNDS, KEY_COLUMNS, TASK_COLUMNS } from '../columns.ts';
import { HOUR_MS, type OpenOperation, type Operation } from '../operations.ts';
import type { IdempotencyRow, OpenCallRow } from '../tables.ts';
import type { TaskRow } from '../task-tables.ts';
import { formatTaskName, listTasks } from '../tasks.ts';
import type { TransferNumbers } from './numbers.ts';
import type { RowVersion } from './row-version.ts';

export interface LoadOptions extends PostgresClock {
  refundsPerHour: number;
  numbers: TransferNumbers;
}

export interface LoadedBooks {
  books: Books;
  /** Which versions of the accounts and keys they are, by id. */
  versions: Map<string, RowVersion>;
  /** Names in `books.refunds` of which all are there. */
  wholeRefunds: ReadonlySet<string>;
  /** From what is known here, not from the database. */
  isRecalled: boolean;
}

const VERSION_COLUMNS = 'ctid AS tid, xmin AS xid';
export const BEGIN: Statement = { name: 'begin', text: 'BEGIN' };
const LOCK_ACCOUNTS: Statement = {
  name: 'lock_accounts',
  text: `SELECT ${ACCOUNT_COLUMNS}, ${VERSION_COLUMNS} FROM accounts WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE`,
};
const READ_KEYS: Statement = {
  name: 'read_keys',
  text: `SELECT ${KEY_COLUMNS}, ${VERSION_COLUMNS} FROM api_keys WHERE id = ANY($1::text[])`,
};
const LOCK_CALLS: Statement = {
  name: 'lock_calls',
  text: 'SELECT * FROM open_calls WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE',
};
const LOCK_CHILDREN: Statement = {
  name: 'lock_children',
  text: 'SELECT * FROM open_calls WHERE parent_id = ANY($1::text[]) ORDER BY id FOR UPDATE',
};
const READ_CLOSED: Statement = {
  name: 'read_closed',
  text: `SELECT * FROM calls WHERE id = ANY($1::text[]) UNION ALL SELECT * FROM calls WHERE parent_id = ANY($1::text[])`,
};
const LOCK_CLAIMS: Statement = {
  name: 'lock_claims',
  text: `SELECT ${CLAIM_COLUMNS} FROM idempotency WHERE (scope, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    ORDER BY scope, key FOR UPDATE`,
};
const READ_CLOCK: Statement = { name: 'clock', text: `SELECT ${POSTGRES_CLOCK} AS now` };
const READ_REPLACEMENTS: Statement = {
  name: 'read_replacements',
  text: `SELECT ${KEY_COLUMNS}, ${VERSION_COLUMNS} FROM api_keys WHERE lineage = ANY($1::text[]) AND replaced_by IS NULL`,
};
const RECENT_REFUNDS: Statement = {
  name: 'recent_refunds',
  text: `SELECT p.id, p.tool, r.closed_at FROM unnest($1::text[], $2::text[]) AS p (id, tool) CROSS JOIN LATERAL (
    SELECT closed_at FROM calls WHERE account_id = p.id COLLATE "C" AND tool = p.tool AND ${COUNTED_REFUNDS}
    AND closed_at > $3::bigint ORDER BY closed_at DESC LIMIT $4::bigint) r ORDER BY p.id, p.tool, r.closed_at DESC`,
};
const OPEN_COUNTS: Statement = {
  name: 'open_counts',
  text: `SELECT account_id AS id, count(*)::int AS open FROM open_calls
    WHERE price > 0 AND account_id = ANY($1::text[]) GROUP BY account_id`,
};

const READ_TASKS: Statement = {
  name: 'read_tasks',
  text: `SELECT ${TASK_COLUMNS.join(', ')} FROM tasks WHERE (account_id, task_ref) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
};

/** A command for what stands in `ids`, each once; null when nothing does. */
function askFor<Row>(statement: Statement, ids: readonly string[]): Command<Row> | null {
  return ids.length === 0 ? null : new Command<Row>(statement, [formatArray([...new Set(ids)])]);
}

/** BEGIN, locks, and every row the operations touch: one round trip, and one more when an account had
 * refunds lately or a key was rotated. */
export async function loadBooks(
  client: pg.Client,
  operations: readonly Operation[],
  options: LoadOptions,
): Promise<LoadedBooks> {
  const accountIds = operations.map((operation) => operation.accountId);
  const accounts = askFor<BookedAccount & RowVersion>(LOCK_ACCOUNTS, accountIds);
  const keyIds = operations.map((operation) => operation.keyId);
  const keys = askFor<BookedKey & RowVersion>(READ_KEYS, keyIds);
  const calls = askFor<OpenCallRow>(LOCK_CALLS, operations.flatMap(listCallIds));
  const composed = operations.flatMap((operation) =>
    operation.kind === 'close' && operation.children !== null ? [operation.callId] : [],
  );
  const children = askFor<OpenCallRow>(LOCK_CHILDREN, composed);
  // What earlier tries may have left of calls.
  const retried = operations.filter((operation) => operation.retried).map(({ callId }) => callId);
  const closed = askFor<BookedCall>(READ_CLOSED, retried);
  const claimNames = operations.flatMap((operation) =>
    operation.kind === 'open' && operation.claim ? [operation.claim] : [],
  );
  const claimValues = [claimNames.map(({ scope }) => scope), claimNames.map(({ key }) => key)].map(formatArray);
  const claims = claimNames.length === 0 ? null : new Command<IdempotencyRow>(LOCK_CLAIMS, claimValues);
  // Last, so that times grow in the order in which the locks were had.
  const clock = new Command<{ now: number }>(READ_CLOCK);
  await sendBurst(client, [new Command(BEGIN), accounts, keys, calls, children, closed, claims, clock]);
  const nowMs = (clock.rows[0]?.now ?? Number.NaN) + options.clockOffsetMs;
  const books = new Books(nowMs, options.shard, () => options.numbers.take());
  const versions = new Map<string, RowVersion>();
  for (const { tid, xid, ...row } of accounts?.rows ?? []) {
    books.accounts.set(row.id, row);
    versions.set(row.id, { tid, xid });
  }
  putKeys(books, versions, keys);
  for (const row of [...(calls?.rows ?? []), ...(children?.rows ?? [])]) books.open.set(row.id, row);
  for (const row of closed?.rows ?? []) books.closed.set(row.id, row);
  for (const row of claims?.rows ?? []) books.claims.set(formatClaimName(row.scope, row.key), row);
  // One for each operation, and for each part that ends with its whole.
  await options.numbers.provide(client, operations.length + books.open.size);
  await loadReplacements(client, books, versions);
  const opened = operations.filter((operation) => operation.kind === 'open');
  await loadRefunds(client, books, opened, options.refundsPerHour);
  await loadOpenCounts(client, books, opened, options.refundsPerHour);
  await loadTasks(client, books, operations);
  return { books, versions, wholeRefunds: new Set(books.refunds.keys()), isRecalled: false };
}

function putKeys(books: Books, versions: Map<string, RowVersion>, keys: Command<BookedKey & RowVersion> | null): void {
  for (const { tid, xid, ...row } of keys?.rows ?? []) {
    books.keys.set(row.id, row);
    versions.set(row.id, { tid, xid });
  }
}

/** The calls whose rows an operation needs, beside the parts of a composed one. */
function listCallIds(operation: Operation): string[] {
  const own = operation.kind === 'close' || operation.retried ? [operation.callId] : [];
  return operation.kind === 'open' && operation.parentId !== null ? [...own, operation.parentId] : own;
}

/** Of keys that were rotated while their calls ran: the keys that carry their counters now. */
async function loadReplacements(client: pg.Client, books: Books, versions: Map<string, RowVersion>): Promise<void> {
  const lineages = [...books.keys.values()].filter((key) => key.replaced_by !== null).map((key) => key.lineage);
  const replacements = askFor<BookedKey & RowVersion>(READ_REPLACEMENTS, lineages);
  if (!replacements) return;
  await sendBurst(client, [replacements]);
  putKeys(books, versions, replacements);
}

async function loadRefunds(
  client: pg.Client,
  books: Books,
  opened: readonly OpenOperation[],
  limit: number,
): Promise<void> {
  const since = books.nowMs - HOUR_MS;
  const asked = new Map<string, readonly [string, string]>();
  for (const { accountId, tool, price } of opened) {
    const { refunded_at: latest = null } = books.accounts.get(accountId) ?? {};
    if (price > 0 && latest !== null && latest > since)
      asked.set(formatRefundsName(accountId, tool), [accountId, tool]);
  }
  if (asked.size === 0) return;
  const pairs = [...asked.values()];
  const refunds = new Command<{ id: string; tool: string; closed_at: number }>(RECENT_REFUNDS, [
    formatArray(pairs.map(([id]) => id)),
    formatArray(pairs.map(([, tool]) => tool)),
    String(since),
    String(limit),
  ]);
  await sendBurst(client, [refunds]);
  for (const name of asked.keys()) books.refunds.set(name, []);
  for (const { id, tool, closed_at } of refunds.rows) {
    books.refunds.get(formatRefundsName(id, tool))?.push(closed_at);
  }
}

/** A round trip more for accounts with many calls that are not settled. */
async function loadOpenCounts(
  client: pg.Client,
  books: Books,
  opened: readonly OpenOperation[],
  limit: number,
): Promise<void> {
  const ids = listAccountsToCount(books.accounts.values(), opened, limit);
  const counts = askFor<{ id: string; open: number }>(OPEN_COUNTS, ids);
  if (!counts) return;
  await sendBurst(client, [counts]);
  for (const id of ids) books.openCounts.set(id, counts.rows.find((row) => row.id === id)?.open ?? 0);
}

/** A round trip more for calls that name a task; its row changes under the lock of its account only. */
async function loadTasks(client: pg.Client, books: Books, operations: readonly Operation[]): Promise<void> {
  const named = listTasks(books, operations);
  if (named.length === 0) return;
  const values = [named.map(([id]) => id), named.map(([, ref]) => ref)].map(formatArray);
  const tasks = new Command<TaskRow>(READ_TASKS, values);
  await sendBurst(client, [tasks]);
  for (const row of tasks.rows) books.tasks.set(formatTaskName(row.account_id, row.task_ref), row);
}
