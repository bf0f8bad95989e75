/** Proves that the books hold, from a consistent snapshot, whether or not a server runs on them. */
import { existsSync } from 'node:fs';
import { connectPostgres } from '../database/postgres/open.ts';
import { buildDatabasePath, isFolderLocked, loadSqlite, openForReading } from '../database/sqlite/open.ts';
import { buildLockKey } from './postgres/instance.ts';
import { buildChecks } from './verify-checks.ts';

export interface VerifySource {
  dataDir: string;
  /** `postgres://…`: the books are there instead. */
  databaseUrl?: string;
}

export interface VerifyReport {
  ok: boolean;
  /** One sentence for every difference, or, when there is none, one that says what was proved. */
  lines: string[];
}

interface Finding {
  mode: string;
  subject: string;
  found: string | number;
  expected: string | number;
}

interface OpenCallOfOwner {
  mode: string;
  id: string;
  owner: string;
}

/** A snapshot of the books, and the questions that can only be asked outside of it. */
interface BooksReader {
  day(column: string): string;
  listRows<Row extends object>(sql: string): Promise<Row[]>;
  /** Ends the snapshot: what is asked afterwards is of now. */
  leaveSnapshot(): Promise<void>;
  isAlive(owner: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Lines for one kind of difference; more are counted. */
const LINES_MAX = 20;

/** Throws when the database can't be opened; a database that was never made holds nothing and is fine. */
export async function verifyBooks(source: VerifySource): Promise<VerifyReport> {
  if (source.databaseUrl === undefined && !existsSync(buildDatabasePath(source.dataDir))) {
    return { ok: true, lines: ['There are no books yet.'] };
  }
  const books = await (source.databaseUrl === undefined
    ? openSqliteBooks(source.dataDir)
    : openPostgresBooks(source.databaseUrl));
  try {
    const differences: string[] = [];
    for (const { what, sql } of buildChecks((column) => books.day(column))) {
      const findings = await books.listRows<Finding>(`${sql} LIMIT ${LINES_MAX + 1}`);
      differences.push(...findings.slice(0, LINES_MAX).map((finding) => formatFinding(what, finding)));
      if (findings.length > LINES_MAX) differences.push(`${what}: and more`);
    }
    const [counts] = await books.listRows<{ accounts: number; transfers: number; ended: number; open: number }>(
      `SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM transfers) AS transfers,
       (SELECT count(*) FROM calls) AS ended, (SELECT count(*) FROM open_calls) AS open`,
    );
    differences.push(...(await listCallsWithoutOwner(books)));
    if (differences.length > 0) return { ok: false, lines: differences };
    const { accounts = 0, transfers = 0, ended = 0, open = 0 } = counts ?? {};
    return {
      ok: true,
      lines: [`The books hold: ${accounts} accounts, ${transfers} transfers, ${ended + open} calls (${open} open).`],
    };
  } finally {
    await books.close();
  }
}

function formatFinding(what: string, { mode, subject, found, expected }: Finding): string {
  return `${mode}: ${what}: ${subject}: found ${found}, expected ${expected}`;
}

/** Every open call has a living owner. One that was closed since the snapshot was in order then. */
async function listCallsWithoutOwner(books: BooksReader): Promise<string[]> {
  const open = 'SELECT mode, id, owner FROM open_calls ORDER BY id';
  const calls = await books.listRows<OpenCallOfOwner>(open);
  await books.leaveSnapshot();
  const dead = new Set<string>();
  for (const owner of new Set(calls.map((call) => call.owner))) {
    if (!(await books.isAlive(owner))) dead.add(owner);
  }
  if (dead.size === 0) return [];
  const still = new Set((await books.listRows<OpenCallOfOwner>(open)).map(({ id }) => id));
  const orphans = calls.filter(({ id, owner }) => dead.has(owner) && still.has(id));
  const lines = orphans.slice(0, LINES_MAX).map(({ mode, id }) => `${mode}: call is open and nobody runs it: ${id}`);
  return orphans.length > LINES_MAX ? [...lines, `call is open and nobody runs it: ${orphans.length} in all`] : lines;
}

async function openSqliteBooks(dataDir: string): Promise<BooksReader> {
  const sqlite = await loadSqlite();
  const db = openForReading(sqlite, dataDir);
  db.exec('BEGIN');
  return {
    day: (column) => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`,
    listRows: async <Row extends object>(sql: string) => db.prepare<[], Row>(sql).all(),
    leaveSnapshot: async () => void db.exec('COMMIT'),
    // Only the server that has the folder can own an open call, and it is the one that was noted last.
    isAlive: async (owner) => {
      if (!isFolderLocked(sqlite, dataDir)) return false;
      const newest = db.prepare<[], { owner: string }>(
        'SELECT owner FROM instances ORDER BY started_at DESC, owner DESC LIMIT 1',
      );
      return newest.get()?.owner === owner;
    },
    close: async () => void db.close(),
  };
}

async function openPostgresBooks(url: string): Promise<BooksReader> {
  const client = await connectPostgres({ url, name: 'farebox verify', patient: true }, () => {});
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  return {
    day: (column) => `to_char(to_timestamp(${column} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    listRows: async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows,
    leaveSnapshot: async () => void (await client.query('COMMIT')),
    isAlive: async (owner) => {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND ((classid::bigint << 32) | objid::bigint)::text = $1`,
        [buildLockKey(owner)],
      );
      return rows.length > 0;
    },
    close: () => client.end(),
  };
}
