/**
 * Writes a batch's changes, each table in one statement, and commits, in one round trip. An account or a key is found by
 * its version: one that was changed since it was read is not found, and the transaction fails. It is faster too, as
 * the older versions that a long snapshot holds back are not walked through.
 */
import type pg from 'pg';
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import { Command, formatArray, type Statement, sendBurst } from '../../database/postgres/burst.ts';
import type { Changes } from '../books.ts';
import {
  ACCOUNT_VALUES,
  CLOSED_CALL_COLUMNS,
  KEY_VALUES,
  OPEN_CALL_COLUMNS,
  TASK_COLUMNS,
  TRANSFER_COLUMNS,
} from '../columns.ts';
import { listClaimWrites } from './claims.ts';
import type { LoadedBooks } from './load.ts';
import type { RowVersion } from './row-version.ts';
import { formatArrays, pickColumns } from './unnest.ts';

/**
 * Every change and the COMMIT, after `before`. Resolves with the new versions; rejects when a row was not as it had been read.
 */
export async function applyAndCommit(
  client: pg.Client,
  loaded: LoadedBooks,
  usage: KnownUsage,
  { before, delayMs }: { before: readonly Command[]; delayMs: number },
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
    delayMs > 0 ? new Command(SLEEP, [String(delayMs / 1000)]) : null,
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

export interface KnownUsage {
  /** Versions of rows by their names in `Changes`. */
  known: ReadonlyMap<string, RowVersion>;
  /** By where they are, else by their index: see `OldSnapshots`. */
  isFoundByPlace: boolean;
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

/**
 * Checks of recalled keys that aren't written: after the accounts are locked, so that no key of theirs changes any
 * more.
 */
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
  unnest(${formatArrays('text text text text text text bigint text bigint bigint text text text text')})`,
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
  unnest(${formatArrays('text text text text text bigint text text text bigint bigint float8 text text text text')})`,
};
const USAGE_COLUMNS = ['day', 'account_id', 'lineage', 'tool', 'mode', 'charges', 'refunds', 'spent'] as const;
const USAGE_NAME = `u.account_id || ' ' || u.day || ' ' || u.lineage || ' ' || u.tool AS name, u.ctid AS tid, u.xmin AS xid`;
/**
 * Adds to the rows that still are the versions that are known here; else there is one more row of the same. `equals` compares
 * the columns of the index: with `=` the row is found by it, else by its place.
 */
const buildAddUsage = (name: string, equals: string): Statement => ({
  name,
  text: `WITH v AS MATERIALIZED (SELECT * FROM unnest(${formatArrays('tid xid text text text text text bigint bigint bigint')})
    WITH ORDINALITY AS v (tid, xid, ${USAGE_COLUMNS.join(', ')}, at)),
  updated AS (UPDATE usage_daily u SET charges = u.charges + v.charges, refunds = u.refunds + v.refunds,
    spent = u.spent + v.spent FROM v WHERE u.ctid = v.tid AND u.xmin = v.xid AND u.day ${equals} v.day
    AND u.account_id ${equals} v.account_id AND u.lineage ${equals} v.lineage AND u.tool ${equals} v.tool
    RETURNING v.at, ${USAGE_NAME}),
  added AS (INSERT INTO usage_daily AS u (${USAGE_COLUMNS.join(', ')}) SELECT ${USAGE_COLUMNS.join(', ')} FROM v
    WHERE v.at NOT IN (SELECT at FROM updated) RETURNING ${USAGE_NAME})
  SELECT string_agg(name || ' ' || tid::text, E'\\n') AS places, min(xid::text) AS xid
  FROM (SELECT name, tid, xid FROM updated UNION ALL SELECT name, tid, xid FROM added) AS used`,
});
const ADD_USAGE = buildAddUsage('add_usage', '=');
const ADD_USAGE_BY_PLACE = buildAddUsage('add_usage_by_place', 'IS NOT DISTINCT FROM');

function addUsage({ usage }: Changes, { known, isFoundByPlace }: KnownUsage): Command<VersionsRow> | null {
  if (usage.size === 0) return null;
  const unknown = { tid: null, xid: null };
  const rows = [...usage].map(([name, row]) => ({ ...row, ...(known.get(name) ?? unknown) }));
  const statement = isFoundByPlace ? ADD_USAGE_BY_PLACE : ADD_USAGE;
  return new Command(statement, pickColumns(rows, ['tid', 'xid', ...USAGE_COLUMNS]));
}
const ADD_SYSTEM: Statement = {
  name: 'add_system',
  text: `INSERT INTO system_daily AS s (mode, account, day, shard, debit, credit)
  SELECT * FROM unnest(${formatArrays('text text text int bigint bigint')}) ORDER BY 1, 2, 3, 4
  ON CONFLICT (mode, account, day, shard) DO UPDATE SET debit = s.debit + excluded.debit,
  credit = s.credit + excluded.credit`,
};

const SET_TASKS: Statement = {
  name: 'set_tasks',
  text: `INSERT INTO tasks (${TASK_COLUMNS.join(', ')}) SELECT * FROM
  unnest(${formatArrays('text text text bigint bigint bigint')}) ORDER BY 1, 2 ON CONFLICT (account_id, task_ref)
  DO UPDATE SET spent = excluded.spent, max_total = excluded.max_total, used_at = excluded.used_at`,
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
  if (changes.tasks.size > 0) commands.push(new Command(SET_TASKS, pickColumns([...changes.tasks], TASK_COLUMNS)));
  if (system.length > 0) {
    const columns = ['mode', 'account', 'day', 'shard', 'debit', 'credit'] as const;
    commands.push(new Command(ADD_SYSTEM, pickColumns(system, columns)));
  }
  return commands;
}
