/** PostgreSQL query plans of owners' reads in large tables. */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../src/database/postgres/open.ts';
import type { Tables, View } from '../../src/database/types.ts';
import * as store from '../../src/ledger/accounts/account-queries.ts';
import { listCalls } from '../../src/ledger/accounts/call-log-reads.ts';
import { readUsage } from '../../src/ledger/accounts/usage-reads.ts';
import { type FreshDatabase, freshDatabase, postgresServer } from '../harness/databases.ts';

const hasServer = (await postgresServer()) !== null;

/** A hundred accounts in turn, each with a root key and a sub-key. */
const rows = `
  INSERT INTO accounts (id, mode, name, balance, transfer_seq, last_transfer, created_at)
    SELECT 'agt_' || a, 'live', 'A', 0, 200, 19900 + a, a FROM generate_series(1, 100) a;
  INSERT INTO api_keys (id, account_id, lineage, hash, last4, name, is_root, last_transfer, created_at)
    SELECT 'key_' || a, 'agt_' || a, 'key_' || a, 'h' || a, '0000', 'root', 1, NULL, a FROM generate_series(1, 100) a
    UNION ALL SELECT 'sub_' || a, 'agt_' || a, 'sub_' || a, 's' || a, '0000', 'sub', 0, 19900 + a, a FROM generate_series(1, 100) a;
  INSERT INTO transfers (n, account_id, seq, prev, mode, kind, counter, amount, balance_after, call_id, lineage, lineage_prev, at)
    SELECT n, 'agt_' || 1 + (n - 1) % 100, 1 + (n - 1) / 100, n - 100, 'live', 'charge', 'revenue', -1, 0, 'call_' || n,
      'sub_' || 1 + (n - 1) % 100, n - 100, n FROM generate_series(1, 20000) n;
  INSERT INTO calls (id, mode, account_id, lineage, tool, price, state, opened_at, closed_at)
    SELECT 'call_' || n, 'live', 'agt_' || 1 + (n - 1) % 100, 'sub_' || 1 + (n - 1) % 100, 'llm-fast', n % 50, 'settled', n, n
    FROM generate_series(1, 20000) n;
  INSERT INTO open_calls (id, mode, account_id, key_id, lineage, tool, price, owner, deadline_at, opened_at)
    SELECT 'open_' || n, 'live', 'agt_' || 1 + (n - 1) % 100, 'k', 'k', 'llm-fast', 1, 'in_1', n, n FROM generate_series(1, 5000) n;
  INSERT INTO usage_daily (day, account_id, lineage, tool, mode, charges, refunds, spent)
    SELECT '2026-11-' || d, 'agt_' || a, 'sub_' || a, 'llm-fast', 'live', 1, 0, 1
    FROM generate_series(1, 100) a, generate_series(10, 29) d, generate_series(1, 1);
  ANALYZE`;

const whole = { accountId: 'agt_7', lineage: null };
const ofKey = { accountId: 'agt_7', lineage: 'sub_7' };
const days = ['2026-11-15', '2026-11-16'];
const log = { accountId: 'agt_7', lineage: null, tool: null, outcome: null, before: null, limit: 20 };
const range = { fromMs: 0, toMs: 100_000 };

describe.skipIf(!hasServer)('what owners read on PostgreSQL', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let db: Kysely<Tables>;
  let view: View;
  const seen: CompiledQuery[] = [];

  beforeAll(async () => {
    database = await freshDatabase('postgres');
    pool = openPool({ url: database.url ?? '', name: 'plans' }, () => {});
    db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void seen.push(query) });
    view = { db, engine: 'postgres', nowMs: 1_000, day: '1970-01-01' };
    await pool.query(rows);
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  const reads: Record<string, () => Promise<unknown>> = {
    history: () => store.listTransfers(db, whole, 19_907, 50),
    'history of a key': () => store.listTransfers(db, ofKey, 19_907, 50),
    'where a history begins': () => store.findNewestTransfer(db, ofKey),
    totals: () => store.readTotals(db, whole),
    'totals of a key': () => store.readTotals(db, ofKey),
    'spending of a root key': () => store.readRootSpending(db, { ...whole, lineage: 'key_7', day: '2026-11-15' }),
    'a report': () => readUsage.run(view, { scope: whole, days, by: 'key' }),
    'the log of calls': () => listCalls.run(view, { ...log, ...range }),
    'the log of one tool': () => listCalls.run(view, { ...log, ...range, tool: 'none' }),
    'the log of a key': () => listCalls.run(view, { ...log, ...range, lineage: 'sub_7' }),
    'sub-keys': () => store.listSubKeys(db, 'agt_7', 10),
  };

  it.each(Object.entries(reads))('goes by an index: %s', async (_name, read) => {
    seen.length = 0;
    await read();
    expect(seen.length).toBeGreaterThan(0);
    for (const { sql, parameters } of [...seen]) {
      const { rows: lines } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`, [...parameters]);
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (?:transfers|calls|open_calls|usage_daily)\b/);
    }
  });

  it('walks a history to its end', async () => {
    const rows = await store.listTransfers(db, ofKey, 19_907, 500);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, i) => 200 - i));
  });
});
