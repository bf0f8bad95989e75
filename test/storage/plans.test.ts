/** No statement of the request path reads a table whole: SQLite says how it would run each. */
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { readStatements } from '../../src/ledger/reads.ts';
import { SqliteBooks } from '../../src/ledger/sqlite/books.ts';
import { SqliteCore } from '../../src/ledger/sqlite/core.ts';
import { migrateSqlite } from '../../src/storage/migrate.ts';

/** Reads the whole of a partial index on purpose: it holds open calls only. */
const OPEN_CALLS_ONLY = /^SCAN calls USING (COVERING )?INDEX calls_open$/;

function migrated(): Sqlite.Database {
  const db = new Sqlite(':memory:');
  migrateSqlite(db);
  return db;
}

function planOf(db: Sqlite.Database, sql: string): string[] {
  const values = Array.from({ length: sql.split('?').length - 1 }, () => 0);
  const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
  return rows.map(({ detail }) => detail);
}

/** Every statement that the writer prepares. */
function writerStatements(db: Sqlite.Database): string[] {
  const seen: string[] = [];
  const noting = new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            seen.push(sql);
            return target.prepare(sql);
          }
        : Reflect.get(target, name),
  });
  new SqliteBooks(noting, 30);
  return seen;
}

describe('plans on SQLite', () => {
  const db = migrated();
  const statements = [...Object.values(readStatements), ...writerStatements(db)];

  it('covers the statements there are', () => {
    expect(statements.length).toBeGreaterThan(20);
  });

  it.each(statements)('goes by an index: %s', (sql) => {
    const scans = planOf(db, sql).filter((line) => /^SCAN\b/.test(line) && !OPEN_CALLS_ONLY.test(line));
    expect(scans).toEqual([]);
  });
});

describe('purging', () => {
  it('goes by the indexes of the expiry', async () => {
    const seen: string[] = [];
    const db = new Sqlite(':memory:', { verbose: (sql) => seen.push(String(sql)) });
    migrateSqlite(db);
    seen.length = 0;
    const core = new SqliteCore(db, { refundsPerHour: 30, commitDelayMs: 0, clockOffsetMs: 0 });
    expect(await core.run({ kind: 'run', name: 'purgeExpired', input: null })).toEqual({ output: 0 });
    const reads = seen.filter((sql) => sql.startsWith('select'));
    expect(reads.length).toBeGreaterThanOrEqual(12);
    for (const sql of reads) {
      expect(planOf(db, sql)).toEqual([
        expect.stringMatching(/^SEARCH .+ USING (COVERING )?INDEX .+_(expiry|by_time) /),
      ]);
    }
  });
});
