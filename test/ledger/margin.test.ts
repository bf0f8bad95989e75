/** The operator's margin: what the books say each tool has brought and cost, on both databases. */
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runMargin } from '../../src/cli/margin.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import type { LedgerHandle } from '../../src/ledger/handle.ts';
import { readMargin, type ToolMargin } from '../../src/ledger/margin.ts';
import { marginStatements } from '../../src/ledger/margin-store.ts';
import { freshDatabase } from '../harness/databases.ts';
import { account, type Books, engines, freshBooks, open, PRICE, refund, settle } from './books.ts';

const DAY_MS = 86_400_000;

const sourceOf = ({ database: { url, dataDir } }: Books) =>
  url === undefined ? { dataDir } : { dataDir, databaseUrl: url };

/** Live: three calls of llm-fast (12.5 each), one of them unknown, two refunds; test: one call of search-ai; one free write, and one free call that cost. */
async function trade(ledger: LedgerHandle): Promise<void> {
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

describe('the command', () => {
  it('prints a table for each mode, numbers in line, and a total', async () => {
    const books = await freshBooks('sqlite');
    await trade(await books.start());
    const lines = await runMargin(sourceOf(books), ['--days', '7']);
    expect(lines).toEqual([
      'Live, the last 7 days, in USD',
      'Tool      Calls  Revenue      Cost  Cost unknown    Margin  Refunds  Why refunded',
      'llm-fast      3    0.006  0.003025             1  0.002975        2  timeout 1, upstream_failed 1',
      'total         3    0.006  0.003025             1  0.002975        2  timeout 1, upstream_failed 1',
      '',
      'Test (play money), the last 7 days, in USD',
      'Tool       Calls  Revenue      Cost  Cost unknown     Margin  Refunds  Why refunded',
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
      'Test (play money), the last day, in USD: no paid calls.',
    ]);
    for (const words of [['--days'], ['--days', '0'], ['--days', '3651'], ['--days', 'x'], ['all']]) {
      await expect(runMargin({ dataDir }, words)).rejects.toThrow(/--days/);
    }
    await drop();
  });

  it('goes along the primary key, not through all calls', async () => {
    const db = new Sqlite(':memory:');
    await migrateSqlite(db);
    for (const statement of Object.values(marginStatements)) {
      const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all('call_', 0);
      expect(plan[0]?.detail).toMatch(/^SEARCH calls USING PRIMARY KEY \(id>\?\)/);
    }
    db.close();
  });
});
