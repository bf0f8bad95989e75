import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountPrincipal } from '../../../src/kernel/principal.ts';
import type { Ledger } from '../../../src/ledger/types.ts';
import { verifyBooks } from '../../../src/ledger/verification/verify.ts';
import { createTimeOrderedId } from '../../../src/lib/ids.ts';
import type { Engine } from '../../harness/databases.ts';
import { account, engines, freshBooks, open, openBooks, PRICE, refund, settle, subKey } from '../books.ts';

/** Books of both modes with a call of every state, and no server. */
async function filledBooks(engine: Engine) {
  const books = await openBooks(engine);
  const ledger = await books.start();
  const live = await account(ledger, 100 * PRICE);
  const test = await account(ledger, 100 * PRICE, 'test');
  const sub = await subKey(ledger, live, { totalMicros: 50 * PRICE });
  let settledId = '';
  for (const principal of [live, test, sub]) {
    const [first, second] = [await open(ledger, principal, { key: 'k' }), await open(ledger, principal)];
    await settle(ledger, first.id, principal.mode, '"answer"');
    await refund(ledger, second.id, principal.mode);
    if (principal === live) settledId = first.id;
  }
  await ledger.stop();
  const immutable = {
    sqlite: ['DROP TRIGGER transfers_no_update', 'DROP TRIGGER transfers_no_delete'],
    postgres: ['DROP TRIGGER transfers_immutable ON transfers'],
  };
  const tables = [...new Set(corruptions.map(([, statement]) => findTable(statement)))];
  await books.execute(
    ...immutable[engine],
    ...tables.map((table) => `CREATE TABLE intact_${table} AS SELECT * FROM ${table}`),
  );
  return {
    books,
    /** Changes them as somebody else would, and resolves with what puts them right again. */
    async corrupt(statement: string): Promise<() => Promise<void>> {
      await books.execute(statement.replace(OF_LIVE, `'${live.accountId}'`).replace(OF_SETTLED, `'${settledId}'`));
      const table = findTable(statement);
      return () => books.execute(`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM intact_${table}`);
    },
  };
}

const TWO_DAYS_MS = 2 * 86_400_000;

const findTable = (statement: string): string => /^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/.exec(statement)?.[1] ?? '';

const OF_SETTLED = '/*settled*/';
const OF_LIVE = '/*live*/';

/** What somebody did to the books, and words of the line that must say so. */
const corruptions: [name: string, statement: string, line: RegExp][] = [
  ['a balance', `UPDATE accounts SET balance = balance + 1 WHERE id = ${OF_LIVE}`, /balance differs from the sum/],
  ['a refund counter', `UPDATE accounts SET refunds_count = 7 WHERE id = ${OF_LIVE}`, /refunds_count differs/],
  [
    'what was seen settled',
    `UPDATE accounts SET settled_seen = 7 WHERE id = ${OF_LIVE}`,
    /more calls were seen settled/,
  ],
  ['a charge counter', `UPDATE accounts SET charges_count = 7 WHERE id = ${OF_LIVE}`, /charges_count differs/],
  ['what was spent', `UPDATE accounts SET spent = 7 WHERE id = ${OF_LIVE}`, /spent differs from the calls/],
  ['what was deposited', `UPDATE accounts SET deposited = 7 WHERE id = ${OF_LIVE}`, /deposited differs/],
  ['what was welcome', `UPDATE accounts SET welcomed = 7 WHERE id = ${OF_LIVE}`, /welcomed differs/],
  ['the newest number', `UPDATE accounts SET transfer_seq = 70 WHERE id = ${OF_LIVE}`, /number of the newest transfer/],
  ['the newest transfer', `UPDATE accounts SET last_transfer = 1 WHERE id = ${OF_LIVE}`, /newest transfer differs/],
  ['the mode of an account', `UPDATE accounts SET mode = 'test' WHERE id = ${OF_LIVE}`, /no account of its mode/],
  [
    'an amount',
    `UPDATE transfers SET amount = amount + 1 WHERE call_id = ${OF_SETTLED}`,
    /exactly one charge of its price/,
  ],
  ['a running balance', `UPDATE transfers SET balance_after = 1 WHERE call_id = ${OF_SETTLED}`, /running sum/],
  ['a lost transfer', `DELETE FROM transfers WHERE call_id = ${OF_SETTLED}`, /out of order or one is missing/],
  ['a side', `UPDATE transfers SET counter = 'grants' WHERE call_id = ${OF_SETTLED}`, /does not balance/],
  ['a direction', `UPDATE transfers SET amount = -amount WHERE call_id = ${OF_SETTLED}`, /does not balance/],
  [
    'a way to the one before',
    `UPDATE transfers SET prev = NULL WHERE call_id = ${OF_SETTLED}`,
    /name the one before it/,
  ],
  ['a way to the key’s one before', 'UPDATE transfers SET lineage_prev = 1', /name the one of its key before it/],
  ['the key of a transfer', `UPDATE transfers SET lineage = 'key_none' WHERE lineage IS NOT NULL`, /has no call/],
  ['a crossing of modes', `UPDATE transfers SET mode = 'test' WHERE call_id = ${OF_SETTLED}`, /no account of its mode/],
  ['a transfer id', `UPDATE transfers SET id = 'tr_same'`, /used more than once/],
  ['the call of a charge', `UPDATE transfers SET call_id = 'call_none' WHERE call_id = ${OF_SETTLED}`, /has no call/],
  ['a lost call', `DELETE FROM calls WHERE id = ${OF_SETTLED}`, /charge or refund has no call/],
  ['a price', `UPDATE calls SET price = 1 WHERE id = ${OF_SETTLED}`, /exactly one charge of its price/],
  [
    'a settled call made refunded',
    `UPDATE calls SET state = 'refunded', reason = 'internal' WHERE id = ${OF_SETTLED}`,
    /refunds of a call do not fit its state/,
  ],
  [
    'a refunded call made settled',
    `UPDATE calls SET state = 'settled', reason = NULL WHERE state = 'refunded'`,
    /refunds of a call do not fit its state/,
  ],
  ['a reason', `UPDATE calls SET reason = 'internal' WHERE id = ${OF_SETTLED}`, /reason and a state that do not fit/],
  [
    'the key of a call',
    `UPDATE calls SET lineage = 'key_none' WHERE id = ${OF_SETTLED}`,
    /no account or key of its own/,
  ],
  [
    'a call nobody runs',
    `INSERT INTO open_calls SELECT id, mode, account_id, lineage, lineage, tool, price, 'in_none', 0, opened_at,
      claim_scope, claim_key, parent_id, task_ref FROM calls WHERE id = ${OF_SETTLED}`,
    /open but not running/,
  ],
  [
    'a call that runs although it has ended',
    `INSERT INTO open_calls SELECT id, mode, account_id, lineage, lineage, tool, price, 'in_none', 0, opened_at,
      claim_scope, claim_key, parent_id, task_ref FROM calls WHERE id = ${OF_SETTLED}`,
    /call that runs has ended/,
  ],
  ['a claim', `UPDATE idempotency SET call_id = 'call_none'`, /points to no call of its own/],
  ['a claim’s state', 'UPDATE idempotency SET expires_at = NULL', /does not fit the state of its call/],
  ['an answer', `UPDATE answers SET call_id = 'call_none' WHERE call_id = ${OF_SETTLED}`, /answer has no settled call/],
  [
    'a key’s spending',
    'UPDATE api_keys SET spent_total = spent_total + 1 WHERE is_root = 1',
    /spending of a key differs/,
  ],
  [
    'a key’s day',
    'UPDATE api_keys SET spent_on_day = spent_on_day + 1 WHERE is_root = 0',
    /spending of a key on its day/,
  ],
  ['a key’s charges', 'UPDATE api_keys SET charges_count = 9 WHERE is_root = 0', /charges of a key differ/],
  ['a key’s refunds', 'UPDATE api_keys SET refunds_count = 9 WHERE is_root = 0', /refunds of a key differ/],
  ['a key’s newest transfer', 'UPDATE api_keys SET last_transfer = 1 WHERE is_root = 0', /newest transfer of a key/],
  ['a day’s refunds', 'UPDATE usage_daily SET refunds = refunds + 1', /refunds of a day's usage differ/],
  ['a day’s charges', 'UPDATE usage_daily SET charges = charges + 1', /charges of a day's usage differ/],
  ['a day’s spending', 'UPDATE usage_daily SET spent = spent + 1', /spent of a day's usage differ/],
  ['the mode of a day’s usage', `UPDATE usage_daily SET mode = 'test'`, /of a day's usage differ/],
  ['a lost day', `DELETE FROM usage_daily WHERE mode = 'test'`, /of a day's usage differ/],
  ['a system account', `UPDATE system_daily SET credit = credit + 1 WHERE account = 'revenue'`, /do not cancel out/],
  ['a lost system day', `DELETE FROM system_daily WHERE account = 'deposits'`, /debit sum of a system account's day/],
  ['a noted deposit', `DELETE FROM deposits WHERE account_id = ${OF_LIVE}`, /not noted under its external id/],
  ['a deposit made up', `UPDATE deposits SET transfer_id = 'tr_none'`, /noted without its deposit/],
];

describe.each(engines)('verify on %s', (engine) => {
  let filled: Awaited<ReturnType<typeof filledBooks>>;
  beforeAll(async () => {
    filled = await filledBooks(engine);
  });
  afterAll(() => filled.books.close());

  it.each(corruptions)('finds %s that somebody changed', async (_name, statement, line) => {
    const { books, corrupt } = filled;
    expect(await books.verify()).toEqual({ ok: true, lines: [expect.stringContaining('6 calls (0 open)')] });
    const repair = await corrupt(statement);
    const report = await books.verify({ all: true });
    await repair();
    expect(report.ok).toBe(false);
    expect(report.lines.join('\n')).toMatch(line);
    expect(report.lines.join('\n')).toMatch(/^(live|test|-): .+: found .+, expected .+$|nobody runs it/m);
  });

  // Nothing but the ids themselves keeps them apart there.
  it.runIf(engine === 'postgres')('finds an account that stands twice', async () => {
    const { books, corrupt } = filled;
    const repair = await corrupt(`INSERT INTO accounts SELECT * FROM accounts WHERE id = ${OF_LIVE}`);
    const [quick, whole] = [await books.verify(), await books.verify({ all: true })];
    await repair();
    expect([quick.ok, whole.ok]).toEqual([false, false]);
    expect(whole.lines.join('\n')).toMatch(/account exists more than once/);
  });

  it('holds while a server runs and writes', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000 * PRICE);
    let stop = false;
    const traffic = Array.from({ length: 8 }, async () => {
      while (!stop) {
        const { id } = await open(ledger, principal);
        await settle(ledger, id);
      }
    });
    for (let round = 0; round < 10; round++) expect(await books.verify()).toMatchObject({ ok: true });
    stop = true;
    await Promise.all(traffic);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('goes on where the last proof ended, and sees what was changed before that when it reads all', async () => {
    const books = await freshBooks(engine);
    const pay = async (ledger: Ledger, principal: AccountPrincipal, offsetMs: number): Promise<void> => {
      const callId = createTimeOrderedId('call_', Date.now() + offsetMs);
      await open(ledger, principal, { callId });
      await settle(ledger, callId);
    };
    const earlier = await books.start({ clockOffsetMs: -TWO_DAYS_MS });
    const principal = await account(earlier, 100 * PRICE);
    await pay(earlier, principal, -TWO_DAYS_MS);
    await earlier.stop();
    expect(await books.verify()).toEqual({
      ok: true,
      lines: ['Ledger OK: 1 accounts, 2 transfers, 1 calls (0 open).'],
    });
    const now = await books.start();
    await pay(now, principal, 0);
    await now.stop();
    const lines = [
      'Ledger OK: 1 accounts, 3 transfers, 2 calls (0 open); read since the last verification: 1 transfers, 1 calls.',
    ];
    expect(await books.verify()).toEqual({ ok: true, lines });
    // In itself it all fits.
    await books.execute(`UPDATE calls SET tool = 'another'`, `UPDATE usage_daily SET tool = 'another'`);
    expect(await books.verify()).toEqual({ ok: true, lines });
    expect(await books.verify({ all: true })).toEqual({
      ok: false,
      lines: ['transfers or calls that were already verified have changed'],
    });
    await books.execute(`UPDATE accounts SET spent = spent + 1`);
    expect((await books.verify()).lines.join()).toMatch(/spent differs from the calls/);
  });

  it('refuses to change or delete a transfer', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await account(ledger, 5 * PRICE);
    await expect(books.execute('UPDATE transfers SET amount = 1')).rejects.toThrow('transfers are immutable');
    await expect(books.execute('DELETE FROM transfers')).rejects.toThrow('transfers are immutable');
  });
});

it('has nothing to say of books that were never made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  expect(await verifyBooks({ dataDir })).toEqual({ ok: true, lines: ['There is no ledger yet.'] });
  await rm(dataDir, { recursive: true });
});
