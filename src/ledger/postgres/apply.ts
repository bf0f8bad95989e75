/** Writes a batch's changes, each table in one statement, and commits, in one round trip. */
import type pg from 'pg';
import { sendBurst } from '../../database/postgres/burst.ts';
import type { Books, Changes } from '../books.ts';
import { OPENED_COLUMNS, TRANSFER_COLUMNS } from '../columns.ts';
import type { CallRow, TransferRow } from '../tables.ts';

/** Every change and the COMMIT: one round trip. Rejects when anything was not as `load` had read it. */
export async function applyAndCommit(
  client: pg.Client,
  { changes, nowMs }: Books,
  commitDelayMs: number,
): Promise<void> {
  const results = await sendBurst([
    ...sendWrites(client, changes),
    ...sendClaimWrites(client, changes, nowMs),
    ...(commitDelayMs > 0 ? [client.query('SELECT pg_sleep($1)', [commitDelayMs / 1000])] : []),
    client.query('COMMIT'),
  ]);
  const command = results.at(-1)?.command;
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
}

type SentQuery = Promise<pg.QueryResult>;

/** One array for each column, as `unnest` takes them. */
function pickColumns<Row, Column extends keyof Row>(rows: readonly Row[], columns: readonly Column[]): Row[Column][][] {
  return columns.map((column) => rows.map((row) => row[column]));
}

/** `$1::text[], $2::bigint[], …` */
function formatArrays(types: string): string {
  return types
    .split(' ')
    .map((type, index) => `$${index + 1}::${type}[]`)
    .join(', ');
}

const UPDATE_ACCOUNTS = `UPDATE accounts a SET balance = v.balance, charges_count = v.charges_count,
  settled_count = v.settled_count, spent = v.spent, refunded_at = v.refunded_at, transfer_seq = v.transfer_seq,
  answer_bytes = v.answer_bytes FROM unnest(${formatArrays('text bigint bigint bigint bigint bigint bigint bigint')})
  AS v (id, balance, charges_count, settled_count, spent, refunded_at, transfer_seq, answer_bytes) WHERE a.id = v.id`;
const ACCOUNT_VALUES = [
  'id',
  'balance',
  'charges_count',
  'settled_count',
  'spent',
  'refunded_at',
  'transfer_seq',
  'answer_bytes',
] as const;
const UPDATE_KEYS = `UPDATE api_keys k SET spent_total = v.spent_total, spent_day = v.spent_day,
  spent_on_day = v.spent_on_day FROM unnest(${formatArrays('text bigint text bigint')})
  AS v (id, spent_total, spent_day, spent_on_day) WHERE k.id = v.id`;
const INSERT_TRANSFERS = `INSERT INTO transfers (${TRANSFER_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('text bigint text text text text text bigint bigint text text text text bigint')})`;
const INSERT_CALLS = `INSERT INTO calls (${OPENED_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('text text text text text text bigint text text bigint bigint text text text')})`;
/**
 * Divides by zero, and so fails the transaction, unless every call was still open. The state is compared as an
 * expression so that the primary key finds the rows and not the index of open calls, which is full of closed ones.
 */
const CLOSE_CALLS = `WITH closed AS (UPDATE calls c SET state = v.state, reason = v.reason, failure = v.failure,
  closed_at = v.closed_at, cost = v.cost FROM unnest(${formatArrays('text text text text bigint float8')})
  AS v (id, state, reason, failure, closed_at, cost) WHERE c.id = v.id AND c.state || '' = 'open' RETURNING 1)
  SELECT 1 / (count(*) = $7::int)::int FROM closed`;
const ADD_USAGE = `INSERT INTO usage_daily AS u (account_id, day, lineage, tool, mode, charges, settled, spent)
  SELECT * FROM unnest(${formatArrays('text text text text text bigint bigint bigint')}) ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, day, lineage, tool) DO UPDATE SET charges = u.charges + excluded.charges,
  settled = u.settled + excluded.settled, spent = u.spent + excluded.spent`;
const ADD_SYSTEM = `INSERT INTO system_daily AS s (mode, account, day, shard, debit, credit)
  SELECT * FROM unnest(${formatArrays('text text text int bigint bigint')}) ORDER BY 1, 2, 3, 4
  ON CONFLICT (mode, account, day, shard) DO UPDATE SET debit = s.debit + excluded.debit,
  credit = s.credit + excluded.credit`;

function sendWrites(client: pg.Client, changes: Changes): SentQuery[] {
  const sentQueries: SentQuery[] = [];
  const send = (name: string, text: string, values: unknown[]): void => {
    sentQueries.push(client.query({ name, text, values }));
  };
  const { closed, opened, transfers } = changes;
  const accounts = [...changes.accounts];
  const keys = [...changes.keys];
  const usage = [...changes.usage.values()];
  const system = [...changes.system.values()];
  if (accounts.length > 0) send('update_accounts', UPDATE_ACCOUNTS, pickColumns(accounts, ACCOUNT_VALUES));
  if (keys.length > 0) {
    send('update_keys', UPDATE_KEYS, pickColumns(keys, ['id', 'spent_total', 'spent_day', 'spent_on_day']));
  }
  if (opened.length > 0) {
    send('insert_calls', INSERT_CALLS, pickColumns<CallRow, (typeof OPENED_COLUMNS)[number]>(opened, OPENED_COLUMNS));
  }
  if (closed.length > 0) {
    const values = pickColumns(closed, ['id', 'state', 'reason', 'failure', 'closed_at', 'cost']);
    send('close_calls', CLOSE_CALLS, [...values, closed.length]);
  }
  if (transfers.length > 0) {
    const values = pickColumns<TransferRow, (typeof TRANSFER_COLUMNS)[number]>(transfers, TRANSFER_COLUMNS);
    send('insert_transfers', INSERT_TRANSFERS, values);
  }
  if (usage.length > 0) {
    const columns = ['account_id', 'day', 'lineage', 'tool', 'mode', 'charges', 'settled', 'spent'] as const;
    send('add_usage', ADD_USAGE, pickColumns(usage, columns));
  }
  if (system.length > 0) {
    send('add_system', ADD_SYSTEM, pickColumns(system, ['mode', 'account', 'day', 'shard', 'debit', 'credit']));
  }
  return sentQueries;
}

const FREE_CLAIMS = `DELETE FROM idempotency i USING unnest(${formatArrays('text text text')}) AS v (scope, key, call_id)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`;
const SETTLE_CLAIMS = `UPDATE idempotency i SET expires_at = v.expires_at
  FROM unnest(${formatArrays('text text text bigint')}) AS v (scope, key, call_id, expires_at)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`;
/** Replaces an expired claim only; anything else in its place divides by zero. */
const ADD_CLAIMS = `WITH added AS (INSERT INTO idempotency AS i (scope, key, fingerprint, call_id)
  SELECT * FROM unnest(${formatArrays('text text text text')}) ORDER BY 1, 2
  ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, call_id = excluded.call_id, joiners = 0,
  expires_at = NULL WHERE i.expires_at <= $5 RETURNING 1) SELECT 1 / (count(*) = $6::int)::int FROM added`;
const JOIN_CLAIMS = `UPDATE idempotency i SET joiners = i.joiners + v.count FROM
  (SELECT scope, key, call_id, count(*)::int AS count FROM unnest(${formatArrays('text text text')}) AS n (scope, key, call_id)
  GROUP BY 1, 2, 3) v WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`;
const ADD_ANSWERS = `INSERT INTO answers (call_id, body, expires_at, account_id, bytes)
  SELECT * FROM unnest(${formatArrays('text text bigint text bigint')})`;

function sendClaimWrites(client: pg.Client, changes: Changes, nowMs: number): SentQuery[] {
  const sentQueries: SentQuery[] = [];
  const send = (name: string, text: string, values: unknown[]): void => {
    sentQueries.push(client.query({ name, text, values }));
  };
  const { claimsFreed, claimsSettled, claimsAdded, claimsJoined, answers } = changes;
  if (claimsFreed.length > 0) send('free_claims', FREE_CLAIMS, pickColumns(claimsFreed, ['scope', 'key', 'call_id']));
  if (claimsSettled.length > 0) {
    send('settle_claims', SETTLE_CLAIMS, pickColumns(claimsSettled, ['scope', 'key', 'call_id', 'expires_at']));
  }
  if (claimsAdded.length > 0) {
    const values = pickColumns(claimsAdded, ['scope', 'key', 'fingerprint', 'call_id']);
    send('add_claims', ADD_CLAIMS, [...values, nowMs, claimsAdded.length]);
  }
  if (claimsJoined.length > 0) send('join_claims', JOIN_CLAIMS, pickColumns(claimsJoined, ['scope', 'key', 'call_id']));
  if (answers.length > 0)
    send('add_answers', ADD_ANSWERS, pickColumns(answers, ['call_id', 'body', 'expires_at', 'account_id', 'bytes']));
  return sentQueries;
}
