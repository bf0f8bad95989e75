/** The operator's margin: what the books say each tool has brought and cost, on both databases. */
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../../src/database/migrate.ts';
import { createSqliteKysely } from '../../../src/database/sqlite/open.ts';
import { readMargin, type ToolMargin } from '../../../src/ledger/statistics/margin.ts';
import { readMarginByDay, readNextMargin } from '../../../src/ledger/statistics/margin-reads.ts';
import { sumMargin } from '../../../src/ledger/statistics/margin-store.ts';
import { addMargin } from '../../../src/ledger/statistics/margin-writes.ts';
import type { Ledger } from '../../../src/ledger/types.ts';
import { createTimeOrderedId } from '../../../src/lib/ids.ts';
import { runMargin } from '../../../src/server/commands/margin.ts';
import { freshDatabase } from '../../harness/databases.ts';
import { account, type Books, engines, freshBooks, open, PRICE, refund, settle } from '../books.ts';

const DAY_MS = 86_400_000;

const sourceOf = ({ database: { url, dataDir } }: Books) =>
  url === undefined ? { dataDir } : { dataDir, databaseUrl: url };

/** Live: three calls of llm-fast (12.5 each), one of them unknown, two refunds; test: one call of search-ai; one free write, and one free call that cost. */
async function trade(ledger: Ledger): Promise<void> {
  const live = await account(ledger, 100_000);
  const test = await account(ledger, 100_000, 'test');
  for (let i = 0; i < 2; i++) await settle(ledger, (await open(ledger, live)).id);
  const unknown = await open(ledger, live);
  await ledger.calls.close({ callId: unknown.id, mode: 'live', outcome: { state: 'settled' } });
  await refund(ledger, (await open(ledger, live)).id);
  const late = await open(ledger, live);
  const failure = { code: 'UPSTREAM_TIMEOUT', message: 'Late.', next: 'Wait.', retryable: true } as const;
  const outcome = { state: 'refunded', reason: 'timeout', failure } as const;
  await ledger.calls.close({ callId: late.id, mode: 'live', outcome, costMicros: 3_000 });
  await settle(ledger, (await open(ledger, test, { tool: 'search-ai', priceMicros: 5_000 })).id, 'test');
  const free = await open(ledger, live, { tool: 'free', priceMicros: 0, key: 'k' });
  await ledger.calls.close({ callId: free.id, mode: 'live', outcome: { state: 'settled' } });
  await settle(ledger, (await open(ledger, test, { tool: 'smart', priceMicros: 0, key: 'k' })).id, 'test');
  // Still running: neither brought nor lost anything.
  await open(ledger, live);
}

const expected: ToolMargin[] = [
  {
    mode: 'live',
    tool: 'llm-fast',
    settled: 3,
    revenueMicros: 3 * PRICE,
    costMicros: 3_025,
    unknownCost: 1,
    marginMicros: 3 * PRICE - 3_025,
    refunded: 2,
    reasons: { timeout: 1, upstream_failed: 1 },
  },
  {
    mode: 'test',
    tool: 'search-ai',
    settled: 1,
    revenueMicros: 5_000,
    costMicros: 13,
    unknownCost: 0,
    marginMicros: 4_987,
    refunded: 0,
    reasons: {},
  },
  {
    mode: 'test',
    tool: 'smart',
    settled: 0,
    revenueMicros: 0,
    costMicros: 13,
    unknownCost: 0,
    marginMicros: -13,
    refunded: 0,
    reasons: {},
  },
];

describe.each(engines)('the margin on %s', (engine) => {
  it('adds up the paid calls of each tool, live and test apart, beside the server and after it', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await trade(ledger);
    expect(await readMargin(sourceOf(books), 30)).toEqual(expected);
    await ledger.stop();
    expect(await readMargin(sourceOf(books), 1)).toEqual(expected);
  });

  it('leaves out what is older', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await settle(ledger, (await open(ledger, await account(ledger, 100_000))).id);
    const ago = Date.now() - 3 * DAY_MS;
    await books.execute(`UPDATE calls SET opened_at = ${ago}`);
    expect(await readMargin(sourceOf(books), 2)).toEqual([]);
    expect(await readMargin(sourceOf(books), 4)).toHaveLength(1);
  });
});

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.now() - 5 * DAY_MS;

/** Calls of three days with every outcome, composed ones among them, and one that runs since the fourth. */
async function fillDays(books: Books, ledger: Ledger): Promise<void> {
  const payer = await account(ledger, 10_000_000);
  const owner = ledger.database.findOwner() ?? '';
  const outcomes = ['settled', 'settled', 'upstream_failed', 'timeout', 'crash'] as const;
  const rows = Array.from({ length: 400 }, (_, i) => {
    const at = FIRST_MS + i * 600_000;
    const outcome = outcomes[i % outcomes.length] ?? 'settled';
    const reason = outcome === 'settled' ? 'NULL' : `'${outcome}'`;
    const parent = i % 10 === 1 ? `'${callId(i - 1, at - 600_000)}'` : 'NULL';
    const cost = i % 3 === 0 ? 'NULL' : String(i * 1.25);
    return `('${callId(i, at)}', '${i % 7 === 0 ? 'test' : 'live'}', '${payer.accountId}', '${payer.lineage}', 'tool-${i % 4}',
      ${i % 6 === 0 ? 0 : 1_000 + i}, '${outcome === 'settled' ? 'settled' : 'refunded'}', ${reason}, ${at}, ${at + 5}, ${cost}, ${parent})`;
  });
  await books.execute(
    `INSERT INTO calls (id, mode, account_id, lineage, tool, price, state, reason, opened_at, closed_at, cost, parent_id)
     VALUES ${rows.join(', ')}`,
    `INSERT INTO open_calls (id, mode, account_id, key_id, lineage, tool, price, owner, deadline_at, opened_at)
     VALUES ('${callId(300, FIRST_MS + 300 * 600_000)}x', 'live', '${payer.accountId}', '${payer.keyId}', '${payer.lineage}',
       'tool-0', 0, '${owner}', ${Date.now() + HOUR_MS}, ${FIRST_MS + 300 * 600_000})`,
  );
}

const callId = (i: number, at: number): string =>
  `${createTimeOrderedId('call_', at).slice(0, 14)}${String(i).padStart(14, '0')}`;

/** As the job does it. */
async function addUpCalls(ledger: Ledger, most: number): Promise<number> {
  for (let portions = 0; ; portions++) {
    const next = await ledger.database.read(readNextMargin, { most });
    if (next === null) return portions;
    expect(await ledger.database.write(addMargin, next)).toBe(true);
    // What was added already is not added again.
    expect(await ledger.database.write(addMargin, next)).toBe(false);
  }
}

describe.each(engines)('the rollup of the margin on %s', (engine) => {
  it('says at each step what the calls say, and stops at what still runs', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await fillDays(books, ledger);
    const read = async () => ({
      tools: await readMargin(sourceOf(books), 30),
      days: await ledger.database.read(readMarginByDay, { fromMs: Math.floor(FIRST_MS / DAY_MS + 1) * DAY_MS }),
    });
    const fromCalls = await read();
    expect(fromCalls.tools.length).toBeGreaterThan(6);
    const first = await ledger.database.read(readNextMargin, { most: 37 });
    if (first) await ledger.database.write(addMargin, first);
    expect(await read()).toEqual(fromCalls);
    expect(await addUpCalls(ledger, 50)).toBe(6);
    expect(await read()).toEqual(fromCalls);
    await books.execute('DELETE FROM open_calls');
    expect(await addUpCalls(ledger, 1_000)).toBe(1);
    expect(await read()).toEqual(fromCalls);
    const [left] = await books.rows(
      'SELECT count(*) AS calls FROM calls WHERE id > (SELECT call_id FROM margin_position)',
    );
    expect(Number(left?.calls)).toBe(0);
  });

  it('leaves to the calls what may still change, and is proved with all of them', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await trade(ledger);
    expect(await addUpCalls(ledger, 1_000)).toBe(0);
    expect((await books.verify({ all: true })).ok).toBe(true);
    await books.execute(`INSERT INTO margin_days VALUES ('2026-01-01', 'live', 'a', 'settled', 1, 1, 5, 0, 0)`);
    const { ok, lines } = await books.verify({ all: true });
    expect(ok).toBe(false);
    expect(lines[0]).toMatch(
      /^live: a day's margin differs from its calls: 2026-01-01 a settled: found 1 calls, 5 of revenue/,
    );
  });
});

describe('the command', () => {
  it('prints a table for each mode, numbers in line, and a total', async () => {
    const books = await freshBooks('sqlite');
    await trade(await books.start());
    const lines = await runMargin(sourceOf(books), ['--days', '7']);
    expect(lines).toEqual([
      'Live, the last 7 days, in USD',
      'Tool      Calls  Revenue      Cost  Cost unknown    Margin  Refunds  Refund reasons',
      'llm-fast      3    0.006  0.003025             1  0.002975        2  timeout 1, upstream_failed 1',
      'total         3    0.006  0.003025             1  0.002975        2  timeout 1, upstream_failed 1',
      '',
      'Test mode, the last 7 days, in USD',
      'Tool       Calls  Revenue      Cost  Cost unknown     Margin  Refunds  Refund reasons',
      'search-ai      1    0.005  0.000013             0   0.004987        0',
      'smart          0        0  0.000013             0  -0.000013        0',
      'total          1    0.005  0.000026             0   0.004974        0',
    ]);
    const [json = ''] = await runMargin(sourceOf(books), ['--json']);
    expect(JSON.parse(json)).toMatchObject({
      days: 30,
      live: {
        tools: [{ tool: 'llm-fast', settled: 3, revenue: 0.006, cost: 0.003025, margin: 0.002975, unknownCost: 1 }],
        total: { settled: 3, refunded: 2, reasons: { timeout: 1, upstream_failed: 1 } },
      },
      test: {
        tools: [
          { tool: 'search-ai', revenue: 0.005 },
          { tool: 'smart', settled: 0 },
        ],
      },
    });
  });

  it('has nothing to say of books that were never made, and refuses what it does not know', async () => {
    const { dataDir, drop } = await freshDatabase('sqlite', { empty: true });
    expect(await runMargin({ dataDir }, ['--days=1'])).toEqual([
      'Live, the last day, in USD: no paid calls.',
      '',
      'Test mode, the last day, in USD: no paid calls.',
    ]);
    for (const words of [['--days'], ['--days', '0'], ['--days', '3651'], ['--days', 'x'], ['all']]) {
      await expect(runMargin({ dataDir }, words)).rejects.toThrow(/--days/);
    }
    await drop();
  });

  it('goes along the primary key, not through all calls', async () => {
    const db = new Sqlite(':memory:');
    await migrateSqlite(db);
    const kysely = createSqliteKysely(db);
    for (const byDay of [true, false]) {
      const query = sumMargin({ engine: 'sqlite' }, { fromMs: 0, byDay });
      const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`.execute(kysely);
      const plan = rows.map(({ detail }) => detail).join('\n');
      expect(plan).toMatch(/SEARCH calls USING PRIMARY KEY \(id>\?\)/);
      expect(plan).toMatch(/SEARCH margin_days USING PRIMARY KEY \(day>\?\)/);
    }
    db.close();
  });
});
