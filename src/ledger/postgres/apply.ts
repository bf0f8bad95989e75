/**
 * Writes a batch's changes, each table in one statement, and commits, in one round trip. An account or a key is found by
 * its version: one that was changed since it was read is not found, and the transaction fails. It is faster too, as
 * the older versions that a long snapshot holds back are not walked through.
 */
import type pg from 'pg';
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import { Command, formatArray, type Parameter, type Statement, sendBurst } from '../../database/postgres/burst.ts';
import type { Changes } from '../books.ts';
import { ACCOUNT_VALUES, CLOSED_CALL_COLUMNS, KEY_VALUES, OPEN_CALL_COLUMNS, TRANSFER_COLUMNS } from '../columns.ts';
import type { LoadedBooks } from './load.ts';
import type { RowVersion } from './row-version.ts';

/**
 * Every change and the COMMIT, after `before`. `usage` knows versions of rows of usage by their names in `Changes`. Resolves with
 * the new versions; rejects when a row was not as it had been read.
 */
export async function applyAndCommit(
  client: pg.Client,
  loaded: LoadedBooks,
  usage: ReadonlyMap<string, RowVersion>,
  commitDelayMs: number,
  before: readonly Command[] = [],
): Promise<WrittenRows> {
  const { books, versions } = loaded;
  const { changes, nowMs } = books;
  const accounts = updateAccounts(changes, versions);
  const keys = updateKeys(changes, versions);
  const used = addUsage(changes, usage);
  const commit = new Command(COMMIT);
  await sendBurst(client, [
    ...before,
    accounts,
    keys,
    ...listChecks(loaded),
    ...listWrites(changes),
    used,
    ...listClaimWrites(changes, nowMs),
    commitDelayMs > 0 ? new Command(SLEEP, [String(commitDelayMs / 1000)]) : null,
    commit,
  ]);
  if (commit.tag !== 'COMMIT') throw new Error(`The transaction ended with ${commit.tag}.`);
  const written = [accounts?.rows[0], keys?.rows[0]].filter((row) => row !== undefined);
  return {
    versions: new Map(written.flatMap(readVersions)),
    usage: new Map(used?.rows.flatMap(readVersions)),
    clockMs: accounts?.rows[0]?.now ?? null,
  };
}

export interface WrittenRows {
  versions: Map<string, RowVersion>;
  /** By their names in `Changes`. */
  usage: Map<string, RowVersion>;
  /** The database's clock when the accounts were written; null when none was. */
  clockMs: number | null;
}

interface VersionsRow {
  /** `<id> <tid>` in each line; names of usage have spaces in them. */
  places: string;
  xid: string;
}

function readVersions({ places, xid }: VersionsRow): [string, RowVersion][] {
  return places.split('\n').map((place) => {
    const end = place.lastIndexOf(' ');
    return [place.slice(0, end), { tid: place.slice(end + 1), xid }];
  });
}

/** One array for each column, as `unnest` takes them. */
function pickColumns<Column extends string>(
  rows: readonly Readonly<Record<Column, string | number | null>>[],
  columns: readonly Column[],
): Parameter[] {
  return columns.map((column) => formatArray(rows.map((row) => row[column])));
}

/** `$1::text[], $2::bigint[], …` */
function formatArrays(types: string): string {
  return types
    .split(' ')
    .map((type, index) => `$${index + 1}::${type}[]`)
    .join(', ');
}

const COMMIT: Statement = { name: 'commit', text: 'COMMIT' };
const SLEEP: Statement = { name: 'sleep', text: 'SELECT pg_sleep($1::float8)' };

/** Divides by zero, and so fails the transaction, unless every row was found as the version that was read. */
const formatVersions = (updated: string, count: string): string =>
  `SELECT string_agg(id || ' ' || tid::text, E'\\n') AS places, min(xid::text) AS xid, ${POSTGRES_CLOCK} AS now,
  1 / (count(*) = ${count}::int)::int FROM ${updated}`;
/** An UPDATE of rows by version, each with its own values; answers as `formatVersions`. */
function formatUpdate(table: string, columns: readonly string[], types: string): string {
  const changes = columns.map((column) => `${column} = v.${column}`).join(', ');
  return `WITH updated AS (UPDATE ${table} t SET ${changes} FROM unnest(${formatArrays(`tid xid text ${types}`)})
    AS v (tid, xid, id, ${columns.join(', ')}) WHERE t.ctid = v.tid AND t.xmin = v.xid AND t.id = v.id
    RETURNING t.id, t.ctid AS tid, t.xmin AS xid) ${formatVersions('updated', `$${columns.length + 4}`)}`;
}

const ACCOUNT_TYPES = 'bigint bigint bigint bigint bigint bigint bigint bigint bigint bigint';
const UPDATE_ACCOUNTS: Statement = {
  name: 'update_accounts',
  text: formatUpdate('accounts', ACCOUNT_VALUES, ACCOUNT_TYPES),
};
const UPDATE_KEYS: Statement = {
  name: 'update_keys',
  text: formatUpdate('api_keys', KEY_VALUES, 'bigint text bigint bigint bigint bigint'),
};
const VERSION_VALUES = ['tid', 'xid', 'id'] as const;
/** Divides by zero unless every row still is the version that was recalled. */
const buildCheck = (table: string): Statement => ({
  name: `check_${table}`,
  text: `SELECT 1 / (count(*) = $4::int)::int FROM unnest(${formatArrays('tid xid text')}) AS v (tid, xid, id)
    JOIN ${table} t ON t.ctid = v.tid AND t.xmin = v.xid AND t.id = v.id`,
});
const CHECK_ACCOUNTS = buildCheck('accounts');
const CHECK_KEYS = buildCheck('api_keys');

/** In the order of their ids, in which everybody takes rows. */
function sortById<Row extends { id: string }>(rows: Iterable<Row>): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Adds to each row which version of it was read. */
function addVersions<Row extends { id: string }>(
  rows: Iterable<Row>,
  versions: ReadonlyMap<string, RowVersion>,
): (Row & RowVersion)[] {
  return sortById(rows).map((row) => {
    const version = versions.get(row.id);
    if (!version) throw new Error(`${row.id} is written without having been read.`);
    return { ...row, ...version };
  });
}

function updateAccounts(
  { accounts }: Changes,
  versions: ReadonlyMap<string, RowVersion>,
): Command<VersionsRow & { now: number }> | null {
  if (accounts.size === 0) return null;
  const values = pickColumns(addVersions(accounts, versions), [...VERSION_VALUES, ...ACCOUNT_VALUES]);
  return new Command(UPDATE_ACCOUNTS, [...values, String(accounts.size)]);
}

function updateKeys({ keys }: Changes, versions: ReadonlyMap<string, RowVersion>): Command<VersionsRow> | null {
  if (keys.size === 0) return null;
  const values = pickColumns(addVersions(keys, versions), [...VERSION_VALUES, ...KEY_VALUES]);
  return new Command(UPDATE_KEYS, [...values, String(keys.size)]);
}

/** What was recalled and is not written: after the accounts are had, so that no key of theirs changes any more. */
function listChecks({ books, versions, isRecalled }: LoadedBooks): Command[] {
  if (!isRecalled) return [];
  const { changes } = books;
  const accounts = [...books.accounts.values()].filter((row) => !changes.accounts.has(row));
  const keys = [...books.keys.values()].filter((row) => !changes.keys.has(row));
  const check = (statement: Statement, rows: readonly { id: string }[]): Command[] => {
    if (rows.length === 0) return [];
    return [new Command(statement, [...pickColumns(addVersions(rows, versions), VERSION_VALUES), String(rows.length)])];
  };
  return [...check(CHECK_ACCOUNTS, accounts), ...check(CHECK_KEYS, keys)];
}

const INSERT_TRANSFERS: Statement = {
  name: 'insert_transfers',
  text: `INSERT INTO transfers (${TRANSFER_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('bigint text bigint bigint text text text bigint bigint text text text bigint bigint')})`,
};
const INSERT_OPEN_CALLS: Statement = {
  name: 'insert_open_calls',
  text: `INSERT INTO open_calls (${OPEN_CALL_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('text text text text text text bigint text bigint bigint text text text')})`,
};
/** Divides by zero, and so fails the transaction, unless every call was still open. */
const END_CALLS: Statement = {
  name: 'end_calls',
  text: `WITH ended AS (DELETE FROM open_calls WHERE id = ANY($1::text[]) RETURNING 1)
  SELECT 1 / (count(*) = $2::int)::int FROM ended`,
};
const INSERT_CALLS: Statement = {
  name: 'insert_calls',
  text: `INSERT INTO calls (${CLOSED_CALL_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('text text text text text bigint text text text bigint bigint float8 text text text')})`,
};
const USAGE_COLUMNS = ['day', 'account_id', 'lineage', 'tool', 'mode', 'charges', 'refunds', 'spent'] as const;
const USAGE_NAME = `u.account_id || ' ' || u.day || ' ' || u.lineage || ' ' || u.tool AS name, u.ctid AS tid, u.xmin AS xid`;
/** Adds to the rows that still are the versions that are known here; else there is one more row of the same. */
const ADD_USAGE: Statement = {
  name: 'add_usage',
  text: `WITH v AS MATERIALIZED (SELECT * FROM unnest(${formatArrays('tid xid text text text text text bigint bigint bigint')})
    WITH ORDINALITY AS v (tid, xid, ${USAGE_COLUMNS.join(', ')}, at)),
  updated AS (UPDATE usage_daily u SET charges = u.charges + v.charges, refunds = u.refunds + v.refunds,
    spent = u.spent + v.spent FROM v WHERE u.ctid = v.tid AND u.xmin = v.xid AND u.day = v.day AND u.account_id = v.account_id
    AND u.lineage = v.lineage AND u.tool = v.tool RETURNING v.at, ${USAGE_NAME}),
  added AS (INSERT INTO usage_daily AS u (${USAGE_COLUMNS.join(', ')}) SELECT ${USAGE_COLUMNS.join(', ')} FROM v
    WHERE v.at NOT IN (SELECT at FROM updated) RETURNING ${USAGE_NAME})
  SELECT string_agg(name || ' ' || tid::text, E'\\n') AS places, min(xid::text) AS xid
  FROM (SELECT name, tid, xid FROM updated UNION ALL SELECT name, tid, xid FROM added) AS used`,
};

function addUsage({ usage }: Changes, known: ReadonlyMap<string, RowVersion>): Command<VersionsRow> | null {
  if (usage.size === 0) return null;
  const unknown = { tid: null, xid: null };
  const rows = [...usage].map(([name, row]) => ({ ...row, ...(known.get(name) ?? unknown) }));
  return new Command(ADD_USAGE, pickColumns(rows, ['tid', 'xid', ...USAGE_COLUMNS]));
}
const ADD_SYSTEM: Statement = {
  name: 'add_system',
  text: `INSERT INTO system_daily AS s (mode, account, day, shard, debit, credit)
  SELECT * FROM unnest(${formatArrays('text text text int bigint bigint')}) ORDER BY 1, 2, 3, 4
  ON CONFLICT (mode, account, day, shard) DO UPDATE SET debit = s.debit + excluded.debit,
  credit = s.credit + excluded.credit`,
};

function listWrites(changes: Changes): Command[] {
  const commands: Command[] = [];
  const { closed, opened, transfers } = changes;
  const system = [...changes.system.values()];
  if (opened.length > 0) {
    commands.push(new Command(INSERT_OPEN_CALLS, pickColumns(opened, OPEN_CALL_COLUMNS)));
  }
  if (closed.length > 0) {
    const ids = sortById(closed).map(({ id }) => id);
    commands.push(new Command(END_CALLS, [formatArray(ids), String(ids.length)]));
    commands.push(new Command(INSERT_CALLS, pickColumns(closed, CLOSED_CALL_COLUMNS)));
  }
  if (transfers.length > 0) {
    commands.push(new Command(INSERT_TRANSFERS, pickColumns(transfers, TRANSFER_COLUMNS)));
  }
  if (system.length > 0) {
    const columns = ['mode', 'account', 'day', 'shard', 'debit', 'credit'] as const;
    commands.push(new Command(ADD_SYSTEM, pickColumns(system, columns)));
  }
  return commands;
}

const FREE_CLAIMS: Statement = {
  name: 'free_claims',
  text: `DELETE FROM idempotency i USING unnest(${formatArrays('text text text')}) AS v (scope, key, call_id)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
const SETTLE_CLAIMS: Statement = {
  name: 'settle_claims',
  text: `UPDATE idempotency i SET expires_at = v.expires_at
  FROM unnest(${formatArrays('text text text bigint')}) AS v (scope, key, call_id, expires_at)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
/** Replaces an expired claim only; anything else in its place divides by zero. */
const ADD_CLAIMS: Statement = {
  name: 'add_claims',
  text: `WITH added AS (INSERT INTO idempotency AS i (scope, key, fingerprint, call_id)
  SELECT * FROM unnest(${formatArrays('text text text text')}) ORDER BY 1, 2
  ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, call_id = excluded.call_id, joiners = 0,
  expires_at = NULL WHERE i.expires_at <= $5::bigint RETURNING 1) SELECT 1 / (count(*) = $6::int)::int FROM added`,
};
const JOIN_CLAIMS: Statement = {
  name: 'join_claims',
  text: `UPDATE idempotency i SET joiners = i.joiners + v.count FROM
  (SELECT scope, key, call_id, count(*)::int AS count FROM unnest(${formatArrays('text text text')}) AS n (scope, key, call_id)
  GROUP BY 1, 2, 3) v WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
const ADD_ANSWERS: Statement = {
  name: 'add_answers',
  text: `INSERT INTO answers (call_id, body, expires_at, account_id, bytes)
  SELECT * FROM unnest(${formatArrays('text text bigint text bigint')})`,
};

function listClaimWrites(changes: Changes, nowMs: number): Command[] {
  const commands: Command[] = [];
  const { claimsFreed, claimsSettled, claimsAdded, claimsJoined, answers } = changes;
  if (claimsFreed.length > 0) {
    commands.push(new Command(FREE_CLAIMS, pickColumns(claimsFreed, ['scope', 'key', 'call_id'])));
  }
  if (claimsSettled.length > 0) {
    const values = pickColumns(claimsSettled, ['scope', 'key', 'call_id', 'expires_at']);
    commands.push(new Command(SETTLE_CLAIMS, values));
  }
  if (claimsAdded.length > 0) {
    const values = pickColumns(claimsAdded, ['scope', 'key', 'fingerprint', 'call_id']);
    commands.push(new Command(ADD_CLAIMS, [...values, String(nowMs), String(claimsAdded.length)]));
  }
  if (claimsJoined.length > 0) {
    commands.push(new Command(JOIN_CLAIMS, pickColumns(claimsJoined, ['scope', 'key', 'call_id'])));
  }
  if (answers.length > 0) {
    const columns = ['call_id', 'body', 'expires_at', 'account_id', 'bytes'] as const;
    commands.push(new Command(ADD_ANSWERS, pickColumns(answers, columns)));
  }
  return commands;
}
