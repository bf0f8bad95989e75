/**
 * A batch on PostgreSQL in two bursts: rows are read and locked in one, written and committed in the other. Queries of
 * a burst are sent without waiting for each other, so a burst is one round trip. Accounts are locked first and in the
 * order of their ids; everything else of a batch belongs to a locked account, so no two batches can deadlock.
 */
import type pg from 'pg';
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import type { PostgresClock } from '../../database/lane.ts';
import { sendBurst } from '../../database/postgres/burst.ts';
import {
  type BookedAccount,
  type BookedCall,
  type BookedKey,
  Books,
  formatClaimName,
  formatRefundsName,
  listAccountsToCount,
} from '../books.ts';
import { ACCOUNT_COLUMNS, CALL_COLUMNS, CLAIM_COLUMNS, COUNTED_REFUNDS, KEY_COLUMNS } from '../columns.ts';
import { HOUR_MS, type Op, type OpenOp } from '../op.ts';
import type { IdempotencyRow } from '../tables.ts';

export interface LoadOptions extends PostgresClock {
  refundsPerHour: number;
}

/** BEGIN, locks, and every row the operations touch: one round trip, and one more when an account had
 * refunds lately or a key was rotated. */
export async function loadBooks(client: pg.Client, ops: readonly Op[], options: LoadOptions): Promise<Books> {
  const accountIds = removeDuplicates(ops.map((op) => op.accountId));
  const keyIds = removeDuplicates(ops.map((op) => op.keyId));
  const callIds = removeDuplicates(ops.flatMap(listCallIds));
  const composed = ops.flatMap((op) => (op.kind === 'close' && op.children !== null ? [op.callId] : []));
  const claims = ops.flatMap((op) => (op.kind === 'open' && op.claim ? [op.claim] : []));
  const [, accounts, keys, calls, children, claimRows, clock] = await sendBurst([
    client.query('BEGIN'),
    client.query<BookedAccount>({
      name: 'lock_accounts',
      text: `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
      values: [accountIds],
    }),
    client.query<BookedKey>({
      name: 'lock_keys',
      text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
      values: [keyIds],
    }),
    callIds.length === 0
      ? null
      : client.query<BookedCall>({
          name: 'lock_calls',
          text: `SELECT ${CALL_COLUMNS} FROM calls WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
          values: [callIds],
        }),
    composed.length === 0
      ? null
      : client.query<BookedCall>({
          name: 'lock_children',
          text: `SELECT ${CALL_COLUMNS} FROM calls WHERE parent_id = ANY($1) ORDER BY id FOR UPDATE`,
          values: [composed],
        }),
    claims.length === 0
      ? null
      : client.query<IdempotencyRow>({
          name: 'lock_claims',
          text: `SELECT ${CLAIM_COLUMNS} FROM idempotency WHERE (scope, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
            ORDER BY scope, key FOR UPDATE`,
          values: [claims.map(({ scope }) => scope), claims.map(({ key }) => key)],
        }),
    // Last, so that times grow in the order in which the locks were had.
    client.query<{ now: number }>({ name: 'clock', text: `SELECT ${POSTGRES_CLOCK} AS now` }),
  ]);
  const nowMs = (clock?.rows[0]?.now ?? Number.NaN) + options.clockOffsetMs;
  const books = new Books(nowMs, options.shard);
  for (const row of accounts?.rows ?? []) books.accounts.set(row.id, row);
  for (const row of keys?.rows ?? []) books.keys.set(row.id, row);
  for (const row of [...(calls?.rows ?? []), ...(children?.rows ?? [])]) books.calls.set(row.id, row);
  for (const row of claimRows?.rows ?? []) books.claims.set(formatClaimName(row.scope, row.key), row);
  await loadReplacements(client, books);
  const opened = ops.filter((op) => op.kind === 'open');
  await loadRefunds(client, books, opened, options.refundsPerHour);
  await loadOpenCounts(client, books, opened, options.refundsPerHour);
  return books;
}

/** The calls whose rows an operation needs, beside the parts of a composed one. */
function listCallIds(op: Op): string[] {
  const own = op.kind === 'close' || op.retried ? [op.callId] : [];
  return op.kind === 'open' && op.parentId !== null ? [...own, op.parentId] : own;
}

/** Of keys that were rotated while their calls ran: the keys that carry their counters now. */
async function loadReplacements(client: pg.Client, books: Books): Promise<void> {
  const lineages = [...books.keys.values()].filter((key) => key.replaced_by !== null).map((key) => key.lineage);
  if (lineages.length === 0) return;
  const { rows } = await client.query<BookedKey>({
    name: 'lock_replacements',
    text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE lineage = ANY($1) AND replaced_by IS NULL ORDER BY id FOR UPDATE`,
    values: [removeDuplicates(lineages)],
  });
  for (const row of rows) books.keys.set(row.id, row);
}

async function loadRefunds(client: pg.Client, books: Books, opened: readonly OpenOp[], limit: number): Promise<void> {
  const since = books.nowMs - HOUR_MS;
  const claimPairs = new Map<string, readonly [string, string]>();
  for (const { accountId, tool, price } of opened) {
    const { refunded_at: latest = null } = books.accounts.get(accountId) ?? {};
    if (price > 0 && latest !== null && latest > since)
      claimPairs.set(formatRefundsName(accountId, tool), [accountId, tool]);
  }
  if (claimPairs.size === 0) return;
  const pairs = [...claimPairs.values()];
  const { rows } = await client.query<{ id: string; tool: string; closed_at: number }>({
    name: 'recent_refunds',
    text: `SELECT p.id, p.tool, r.closed_at FROM unnest($1::text[], $2::text[]) AS p (id, tool) CROSS JOIN LATERAL (
      SELECT closed_at FROM calls WHERE account_id = p.id COLLATE "C" AND tool = p.tool AND ${COUNTED_REFUNDS}
      AND closed_at > $3 ORDER BY closed_at DESC LIMIT $4) r ORDER BY p.id, p.tool, r.closed_at DESC`,
    values: [pairs.map(([id]) => id), pairs.map(([, tool]) => tool), since, limit],
  });
  for (const { id, tool, closed_at } of rows) {
    const name = formatRefundsName(id, tool);
    const list = books.refunds.get(name);
    if (list) list.push(closed_at);
    else books.refunds.set(name, [closed_at]);
  }
}

/** A round trip more for accounts with many calls that are not settled. */
async function loadOpenCounts(
  client: pg.Client,
  books: Books,
  opened: readonly OpenOp[],
  limit: number,
): Promise<void> {
  const ids = listAccountsToCount(books.accounts.values(), opened, limit);
  if (ids.length === 0) return;
  const { rows } = await client.query<{ id: string; open: number }>({
    name: 'open_counts',
    text: `SELECT account_id AS id, count(*)::int AS open FROM calls
      WHERE state = 'open' AND price > 0 AND account_id = ANY($1) GROUP BY account_id`,
    values: [ids],
  });
  for (const id of ids) books.openCounts.set(id, rows.find((row) => row.id === id)?.open ?? 0);
}

function removeDuplicates(values: readonly string[]): string[] {
  return [...new Set(values)];
}
