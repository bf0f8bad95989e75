/** What an operator's search looks at: an index, and not all of it at once. */

import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import type { Tables } from '../../src/database/types.ts';
import { listReceivables, searchAccounts } from '../../src/identity/operator-reads.ts';
import type { AccountRow } from '../../src/ledger/tables.ts';

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

const account = (i: number, name: string): AccountRow => ({
  id: `agt_${String(i).padStart(5, '0')}`,
  mode: 'live',
  name,
  status: 'active',
  balance: 0,
  welcomed: 0,
  deposited: 0,
  charges_count: 0,
  settled_count: 0,
  spent: 0,
  refunded_at: null,
  transfer_seq: 0,
  answer_bytes: 0,
  created_at: 1_000 + i,
});

it('goes by an index', async () => {
  const before = { createdAt: 5, id: 'agt_1' };
  await searchAccounts(db, { limit: 50 });
  await searchAccounts(db, { limit: 50, q: 'name', before });
  await searchAccounts(db, { limit: 50, q: 'agt_1' });
  await listReceivables(db, [account(1, 'one')]);
  const plans = seen.flatMap(({ sql, parameters }) =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
  expect(plans.length).toBeGreaterThan(4);
  expect(plans.filter((line) => /TEMP B-TREE|^SCAN (?!a USING INDEX accounts_by_time)/.test(line))).toEqual([]);
});

it('stops a search after 5,000 accounts, and goes on from there', async () => {
  raw.exec('BEGIN');
  for (let i = 0; i < 5_200; i++) {
    const name = i < 3 ? `needle ${i}` : 'hay';
    await db.insertInto('accounts').values(account(i, name)).execute();
  }
  raw.exec('COMMIT');
  seen.length = 0;
  const first = await searchAccounts(db, { q: 'NEEDLE', limit: 2 });
  expect(first).toEqual({ accounts: [], next: { createdAt: 1_200, id: 'agt_00200' } });
  expect(seen).toHaveLength(10);
  const second = await searchAccounts(db, { q: 'needle', limit: 2, ...(first.next ? { before: first.next } : {}) });
  expect(second.accounts.map(({ name }) => name)).toEqual(['needle 2', 'needle 1']);
  const third = await searchAccounts(db, { q: 'needle', limit: 2, ...(second.next ? { before: second.next } : {}) });
  expect(third).toMatchObject({ accounts: [{ name: 'needle 0' }], next: null });
});
