/** Opens SQLite: the binding for this Node version, the settings that money needs, and Kysely on one connection. */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { ExplainedSqlite } from '../queries/explained.ts';
import type { Tables } from '../types.ts';

export type SqliteConstructor = typeof Database;
export type Sqlite = Database.Database;

/** Node-API 10 (Node ≥ 22.14): below it, version 13 dies with a segmentation fault, so it is never even tried there. */
const NAPI_MIN = 10;
const BUSY_TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_MS = 500;

/** The constructor whose native part loads here; either package may be missing. Throws one sentence that says what to do. */
export async function loadSqlite(): Promise<SqliteConstructor> {
  const bindings: (() => Promise<{ default: SqliteConstructor }>)[] = [() => import('better-sqlite3')];
  if (Number(process.versions.napi) >= NAPI_MIN) bindings.unshift(() => import('better-sqlite3-napi'));
  let problem: unknown;
  for (const load of bindings) {
    try {
      const { default: sqlite } = await load();
      new sqlite(':memory:').close();
      return sqlite;
    } catch (thrown) {
      problem = thrown;
    }
  }
  throw new Error('SQLite does not load: use Node 22.14 or newer, or run npm rebuild better-sqlite3.', {
    cause: problem,
  });
}

export function buildDatabasePath(dataDir: string): string {
  return join(dataDir, 'farebox.db');
}

/** The one connection that writes: WAL, and a commit is on the disk when it returns. */
export function openForWriting(sqlite: SqliteConstructor, dataDir: string): Sqlite {
  const db = new sqlite(buildDatabasePath(dataDir), { timeout: BUSY_TIMEOUT_MS });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -32768');
  // A checkpoint syncs the whole file: every 16 MB rather than every 4.
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('journal_size_limit = 67108864');
  return db;
}

/** Sees each commit as soon as it is done; never blocks the writer. The file must exist. */
export function openForReading(sqlite: SqliteConstructor, dataDir: string): Sqlite {
  const db = new sqlite(buildDatabasePath(dataDir), { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('query_only = ON');
  return db;
}

/** For a copy of the whole: reads one state of it, and lets the writer go on. */
export function openForCopying(sqlite: SqliteConstructor, dataDir: string): Sqlite {
  return new sqlite(buildDatabasePath(dataDir), { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

/**
 * Takes the folder for this process until `release` is called or the process ends, whatever way it ends.
 * Throws one sentence when another server has it.
 */
export function lockFolder(sqlite: SqliteConstructor, dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const file of [buildDatabasePath(dataDir), join(dataDir, 'instance.db')]) makePrivate(file);
  const db = new sqlite(join(dataDir, 'instance.db'), { timeout: LOCK_TIMEOUT_MS });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    db.close();
    if (!isBusy(thrown)) throw thrown;
    throw new Error(`Another Farebox server is running on the data folder ${dataDir}; stop it or set DATA_DIR.`);
  }
  return { release: () => db.close() };
}

/** For this user alone, as the files that SQLite puts beside it. A file that is there already is not touched. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
}

/** Is a server running on this folder? Looks without keeping the lock. */
export function isFolderLocked(sqlite: SqliteConstructor, dataDir: string): boolean {
  const db = new sqlite(join(dataDir, 'instance.db'), { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE');
    db.exec('ROLLBACK');
    return false;
  } catch (thrown) {
    if (isBusy(thrown)) return true;
    throw thrown;
  } finally {
    db.close();
  }
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'SQLITE_BUSY';
}

/** Kysely on an open connection, with each statement prepared once. Transactions are begun by whoever owns `db`. */
export function createSqliteKysely(db: Sqlite): Kysely<Tables> {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const prepared = statements.get(sql);
    if (prepared) return prepared;
    const statement = db.prepare(sql);
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return new Kysely<Tables>({ dialect: new ExplainedSqlite({ database: { prepare, close: () => {} } }) });
}

const STATEMENTS_MAX = 500;
