/** Rows that another transaction keeps locked, and versions of rows that its snapshot holds back. PostgreSQL alone has such. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendBurst } from '../../src/database/postgres/burst.ts';
import { connectPostgres } from '../../src/database/postgres/open.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { OldSnapshots } from '../../src/ledger/postgres/old-snapshots.ts';
import { account, open, openBooks, PRICE, settle, subKey } from './books.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let ledger: Ledger;
let holder: pg.Client;

beforeAll(async () => {
  books = await openBooks('postgres');
  if (!books.database.shared) return;
  ledger = await books.start();
  holder = new pg.Client({ connectionString: books.database.url });
  await holder.connect();
});

afterAll(async () => {
  await holder?.end();
  await books?.close();
});

/** Opens and settles so many calls of an account, one after the other. */
async function callOften(principal: Awaited<ReturnType<typeof account>>, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const { state, id } = await open(ledger, principal);
    expect(state).toBe('opened');
    await settle(ledger, id);
  }
}

it.each([
  ['its account', 'accounts', 'id'],
  ['its sub-key', 'api_keys', 'account_id'],
])('lets others go on while %s is locked, and then the one that waited', async (_, table, column) => {
  if (!books.database.shared) return;
  const free = await account(ledger, 100 * PRICE);
  // A root key has no counters: its row is read alone.
  const held = await subKey(ledger, await account(ledger, 100 * PRICE), {});
  const running = await open(ledger, held);
  await holder.query('BEGIN');
  await holder.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [held.accountId]);
  const outcomes: string[] = [];
  const waiting = Promise.all([
    open(ledger, held).then(({ state }) => outcomes.push(state)),
    settle(ledger, running.id).then(() => outcomes.push('settled')),
  ]);
  await callOften(free, 20);
  expect(outcomes).toEqual([]);
  await holder.query('ROLLBACK');
  await waiting;
  expect(outcomes.sort()).toEqual(['opened', 'settled']);
  await callOften(held, 2);
});

it('takes another counter when the one that all share is locked', async () => {
  if (!books.database.shared) return;
  const principal = await account(ledger, 100 * PRICE);
  await callOften(principal, 1);
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM system_daily FOR UPDATE');
  await callOften(principal, 3);
  await holder.query('ROLLBACK');
  expect(await books.verify()).toMatchObject({ ok: true });
});

it('writes the same rows before, beside and after a snapshot that holds back their versions, and knows that it is there', async () => {
  if (!books.database.shared) return;
  const principal = await account(ledger, 300 * PRICE);
  const asking = await connectPostgres({ url: books.database.url ?? '', name: 'test' }, () => {});
  const snapshots = new OldSnapshots();
  const look = async (): Promise<boolean> => {
    const questions = Array.from({ length: 64 }, () => snapshots.ask()).flat();
    expect(questions).toHaveLength(1);
    await sendBurst(asking, questions);
    snapshots.learn(questions);
    return snapshots.areThere;
  };
  await callOften(principal, 5);
  expect(await look()).toBe(false);
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await holder.query('SELECT count(*) FROM accounts');
  // Two transactions a call: enough to be told of, and to be asked about again and again.
  await callOften(principal, 200);
  expect(await look()).toBe(true);
  await holder.query('ROLLBACK');
  expect(await look()).toBe(false);
  await callOften(principal, 70);
  await asking.end();
  const usage = await books.rows(`SELECT charges FROM usage_daily WHERE account_id = '${principal.accountId}'`);
  expect(usage).toEqual([{ charges: '275' }]);
  expect(await books.verify()).toMatchObject({ ok: true });
});
