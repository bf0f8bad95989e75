import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import * as store from '../../src/storage/accounts-store.ts';
import { migrations } from '../../src/storage/migrations/all.ts';
import type { Tables } from '../../src/storage/schema.ts';

const raw = new Database(':memory:');
for (const { sqlite } of migrations) raw.exec(sqlite);
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
  account: () => store.accountById(db, 'agt_1'),
  key: () => store.keyById(db, 'key_1'),
  history: () => store.transfersOf(db, whole, 10, 20),
  'history of a key': () => store.transfersOf(db, oneKey, 10, 20),
  'usage by day': () => store.usageByDay(db, whole, '2026-11-15'),
  'usage by day of a key': () => store.usageByDay(db, oneKey, '2026-11-15'),
  'usage by tool': () => store.usageByTool(db, whole, '2026-11-15', 10),
  'usage by tool of a key': () => store.usageByTool(db, oneKey, '2026-11-15', 10),
  'usage of a key': () => store.usageOfKey(db, oneKey),
  rewards: () => store.rewardsOf(db, 'agt_1'),
  'sub-keys': () => store.subKeysOf(db, 'agt_1', 10),
  call: () => store.callById(db, 'call_1'),
};

it.each(Object.entries(queries))('%s is read along an index, never by a scan', async (_name, run) => {
  for (const plan of await plansOf(run)) expect(plan).not.toMatch(/^SCAN/);
});

it('history needs no sorting: a page costs the same however long it is', async () => {
  for (const scope of [whole, oneKey]) {
    const plans = await plansOf(() => store.transfersOf(db, scope, 10, 20));
    expect(plans.join(' ')).not.toContain('TEMP B-TREE');
  }
});
