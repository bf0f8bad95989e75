/** No statement of the request path reads a table whole: SQLite says how it would run each. */
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { readStatements } from '../../src/ledger/reads.ts';
import { SqliteBooks } from '../../src/ledger/sqlite/books.ts';
import { openCore } from '../ledger/core.ts';

/** Read as a whole on purpose: there are no more than run. */
const OPEN_CALLS_ONLY = /^SCAN open_calls$/;

async function migrated(): Promise<Sqlite.Database> {
  const db = new Sqlite(':memory:');
  await migrateSqlite(db);
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

const db = await migrated();

describe('plans on SQLite', () => {
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
    await migrateSqlite(db);
    seen.length = 0;
    const core = await openCore(db);
    expect(await core.runWrites([{ kind: 'purge' }])).toEqual([{ output: 0 }]);
    const reads = seen.filter((sql) => sql.startsWith('select'));
    expect(reads.length).toBeGreaterThanOrEqual(12);
    for (const sql of reads) {
      const plan = planOf(db, sql);
      expect(plan[0]).toMatch(/^SEARCH .+ USING (?:(?:COVERING )?INDEX \S+|PRIMARY KEY) \(.*<[?]/);
      expect(plan.filter((line) => !line.startsWith('SEARCH '))).toEqual([]);
    }
  });
});
