/** Operators' searches use an index and a bounded number of rows. */

import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { migrateSqlite } from '../../src/database/migrate.ts';
import type { Tables } from '../../src/database/types.ts';
import { listReceivables, searchAccounts } from '../../src/identity/operators/operator-reads.ts';
import { nameAccount } from '../../src/ledger/accounts/account-names.ts';
import type { AccountRow } from '../../src/ledger/tables.ts';

const raw = new Database(':memory:');
await migrateSqlite(raw);
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
  refunds_count: 0,
  settled_seen: 0,
  spent: 0,
  refunded_at: null,
  transfer_seq: 0,
  last_transfer: null,
  root_paid_at: null,
  answer_bytes: 0,
  created_at: 1_000 + i,
});

const view = { db, engine: 'sqlite' } as const;

async function open(i: number, name: string): Promise<void> {
  await db.insertInto('accounts').values(account(i, name)).execute();
  await nameAccount(view, account(i, name).id, [name]);
}

it('goes by an index', async () => {
  const before = { at: 5, id: 'agt_1' };
  await open(1, 'a name');
  await searchAccounts(view, { limit: 50 });
  await searchAccounts(view, { limit: 50, q: 'n', before });
  await searchAccounts(view, { limit: 50, q: 'name', before });
  await searchAccounts(view, { limit: 50, q: 'agt_1' });
  await listReceivables(db, [account(1, 'one')]);
  const reads = seen.filter(({ sql }) => sql.startsWith('select') || sql.startsWith('SELECT'));
  const plans = reads.flatMap(({ sql, parameters }) =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
  expect(plans.length).toBeGreaterThan(4);
  // Those of a name are few: they are sorted.
  const allowed = /^SCAN (a USING INDEX accounts_by_time|g VIRTUAL TABLE INDEX 0:M)|TEMP B-TREE FOR ORDER BY/;
  expect(plans.filter((line) => /TEMP B-TREE|^SCAN /.test(line) && !allowed.test(line))).toEqual([]);
  await db.deleteFrom('accounts').execute();
});

it('finds names that few have among many, whatever part of them is asked for', async () => {
  raw.exec('BEGIN');
  for (let i = 0; i < 5_200; i++) {
    if (i < 3) await open(i, `needle ${i} 株式会社 青空 100%_`);
    else if (i >= 3_000) await open(i, 'hay');
    else await db.insertInto('accounts').values(account(i, 'hay')).execute();
  }
  raw.exec('COMMIT');
  seen.length = 0;
  const first = await searchAccounts(view, { q: 'ＮＥＥＤＬＥ', limit: 2 });
  expect(first.accounts.map(({ name }) => name.slice(0, 8))).toEqual(['needle 2', 'needle 1']);
  expect(seen).toHaveLength(2);
  const second = await searchAccounts(view, { q: 'needle', limit: 2, ...(first.next ? { before: first.next } : {}) });
  expect(second).toMatchObject({ accounts: [{ id: 'agt_00000' }], next: null });
  for (const q of ['青空', '会社 青', '%_', '0%', 'le 2']) {
    const { accounts } = await searchAccounts(view, { q, limit: 9 });
    expect.soft(accounts, q).toHaveLength(q === 'le 2' ? 1 : 3);
  }
  for (const q of ['nobody', '空青', '__', 'n%e', '""', 'needle needle']) {
    expect.soft(await searchAccounts(view, { q, limit: 9 }), q).toEqual({ accounts: [], next: null });
  }
});

it('stops after 5,000 accounts where the index says too little, and goes on from there', async () => {
  seen.length = 0;
  const first = await searchAccounts(view, { q: 'N', limit: 2 });
  expect(first).toEqual({ accounts: [], next: { at: 1_200, id: 'agt_00200' } });
  expect(seen).toHaveLength(10);
  const second = await searchAccounts(view, { q: 'n', limit: 2, ...(first.next ? { before: first.next } : {}) });
  expect(second.accounts.map(({ id }) => id)).toEqual(['agt_00002', 'agt_00001']);
  const many = await searchAccounts(view, { q: 'hay', limit: 2 });
  expect(many.accounts.map(({ id }) => id)).toEqual(['agt_05199', 'agt_05198']);
});
