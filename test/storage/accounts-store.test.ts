import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import type { Tables } from '../../src/database/types.ts';
import * as store from '../../src/ledger/accounts-store.ts';

const raw = new Database(':memory:');
for (const { sqlite } of await loadMigrations()) raw.exec(sqlite);
const seen: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: raw }),
  log: ({ query }) => {
    seen.push(query);
  },
});
afterAll(() => db.destroy());

/** The plans of the statements that `run` sends. */
async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  seen.length = 0;
  await run();
  expect(seen.length).toBeGreaterThan(0);
  return seen.flatMap(({ sql, parameters }) =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
}

const whole = { accountId: 'agt_1', lineage: null };
const oneKey = { accountId: 'agt_1', lineage: 'key_1' };

const queries: Record<string, () => Promise<unknown>> = {
  account: () => store.findAccountById(db, 'agt_1'),
  key: () => store.findKeyById(db, 'key_1'),
  history: () => store.listTransfers(db, whole, 10, 20),
  'history of a key': () => store.listTransfers(db, oneKey, 10, 20),
  'usage by day': () => store.listUsageByDay(db, whole, '2026-11-15'),
  'usage by day of a key': () => store.listUsageByDay(db, oneKey, '2026-11-15'),
  'usage by tool': () => store.listUsageByTool(db, whole, '2026-11-15', 10),
  'usage by tool of a key': () => store.listUsageByTool(db, oneKey, '2026-11-15', 10),
  'usage of a key': () => store.sumUsage(db, oneKey),
  rewards: () => store.sumRewards(db, 'agt_1'),
  'sub-keys': () => store.listSubKeys(db, 'agt_1', 10),
  call: () => store.findCallById(db, 'call_1'),
};

it.each(Object.entries(queries))('%s is read along an index, never by a scan', async (_name, run) => {
  for (const plan of await plansOf(run)) expect(plan).not.toMatch(/^SCAN/);
});

it('history needs no sorting: a page costs the same however long it is', async () => {
  for (const scope of [whole, oneKey]) {
    const plans = await plansOf(() => store.listTransfers(db, scope, 10, 20));
    expect(plans.join(' ')).not.toContain('TEMP B-TREE');
  }
});
