import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openPool } from '../../src/database/postgres/open.ts';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import { deposit } from '../../src/ledger/accounts/deposits-writes.ts';
import type { OpenOperation } from '../../src/ledger/operations.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { account, balanceOf, engines, freshBooks, open, PRICE, settle, until } from './books.ts';
import { openCore } from './core.ts';

const terminate = (application: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND application_name LIKE '${application}' AND pid <> pg_backend_pid()`;

describe('a PostgreSQL that drops its connections', () => {
  it('fails closed and recovers by itself, with every cent accounted for', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const ledger = await books.start();
    const principal = await account(ledger, 10_000 * PRICE);
    let stop = false;
    const codes = new Set<string>();
    const traffic = async (): Promise<void> => {
      while (!stop) {
        try {
          const { state, id } = await open(ledger, principal);
          if (state === 'opened') await settle(ledger, id);
        } catch (thrown) {
          codes.add(thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown));
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    const workers = Array.from({ length: 8 }, traffic);
    for (let round = 0; round < 8; round++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await books.rows(terminate(round % 2 === 0 ? 'farebox writer' : 'farebox%'));
    }
    stop = true;
    await Promise.all(workers);
    expect([...codes].filter((code) => code !== 'STORE_UNAVAILABLE')).toEqual([]);
    await until(async () => (await open(ledger, principal).catch(() => null))?.state === 'opened');
    await until(async () => (await books.rows('SELECT 1 FROM open_calls')).length === 1);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('ends a borrowed connection between two queries without ending the server', async () => {
    const books = await freshBooks('postgres');
    const { shared, url } = books.database;
    if (!shared || url === undefined) return;
    const pool = openPool({ url, name: 'farebox borrowed' }, () => {});
    const client = await pool.connect();
    await client.query('BEGIN');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await books.rows(terminate('farebox borrowed'));
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    await pool.end();
  });

  it('gives a new owner with a new lock: calls of the old one are lost and refunded', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const ledger = await books.start();
    const principal = await account(ledger, 10 * PRICE);
    const { id } = await open(ledger, principal);
    await books.rows(terminate('farebox instance'));
    await until(async () => (await balanceOf(ledger, principal)) === 10 * PRICE);
    expect(await settle(ledger, id)).toEqual({ state: 'lost' });
    await until(async () => (await open(ledger, principal).catch(() => null))?.state === 'opened');
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('answers as unavailable while it can’t be reached at all', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const ledger = await books.start();
    const principal = await account(ledger, 10 * PRICE);
    const { id } = await open(ledger, principal, { key: 'k' });
    const name = new URL(books.database.url ?? '').pathname.slice(1);
    const admin = { ...books.database, url: books.database.url?.replace(`/${name}`, '/postgres') };
    const { execute } = elsewhere(admin.url ?? '');
    await execute(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await until(async () => {
      const outcome = await open(ledger, principal).catch((thrown: unknown) => thrown);
      return outcome instanceof Error && 'code' in outcome && outcome.code === 'STORE_UNAVAILABLE';
    });
    await expect(ledger.calls.readState(id, 'live')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(ledger.findKeyByHash('x')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(balanceOf(ledger, principal)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const input = { accountId: principal.accountId, mode: 'live', amountMicros: 1, source: 'card' } as const;
    await expect(ledger.database.write(deposit, { ...input, externalId: 'x' })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    await execute(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await open(ledger, principal, { key: 'k' }).catch(() => null))?.state === 'opened');
    expect(await balanceOf(ledger, principal)).toBe(9 * PRICE);
  });
});

function elsewhere(connectionString: string) {
  return {
    async execute(statement: string): Promise<void> {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
  };
}

describe('a SQLite that can’t be written', () => {
  it('fails closed while another process holds it, refunds what could not be closed, and recovers', async () => {
    const books = await freshBooks('sqlite');
    const ledger = await books.start();
    const principal = await account(ledger, 10 * PRICE);
    const { id } = await open(ledger, principal);
    const thief = new Sqlite(buildDatabasePath(books.database.dataDir));
    thief.exec('BEGIN IMMEDIATE');
    const [opened, closed] = await Promise.allSettled([open(ledger, principal), settle(ledger, id)]);
    expect(opened).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE', status: 503 } });
    expect(closed).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    thief.exec('ROLLBACK');
    thief.close();
    await until(async () => (await balanceOf(ledger, principal)) === 10 * PRICE);
    expect(await open(ledger, principal)).toMatchObject({ state: 'opened', balanceMicros: 9 * PRICE });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('rolls a batch back when the disk is full, and works on when there is room', async () => {
    const books = await freshBooks('sqlite');
    const ledger = await books.start();
    const principal = await account(ledger, 1_000 * PRICE);
    await ledger.stop();
    const db = new Sqlite(buildDatabasePath(books.database.dataDir));
    const core = await openCore(db);
    const operations = (count: number): OpenOperation[] =>
      Array.from({ length: count }, () => ({
        kind: 'open',
        callId: createTimeOrderedId('call_'),
        mode: 'live',
        accountId: principal.accountId,
        keyId: principal.keyId,
        tool: 'llm-fast',
        price: PRICE,
        timeoutMs: 1_000,
        needsDeposit: false,
        claim: null,
        task: null,
        parentId: null,
        owner: 'in_test',
        retried: false,
      }));
    db.exec('VACUUM');
    const pages = db.pragma('page_count', { simple: true });
    db.pragma(`max_page_count = ${pages}`);
    const full = core.runLane(operations(200));
    expect(full).toHaveLength(200);
    for (const result of full) expect(result).toMatchObject({ error: { code: 'store' } });
    expect(db.prepare('SELECT count(*) AS calls FROM open_calls').get()).toEqual({ calls: 0 });
    db.pragma('max_page_count = 100000');
    expect(core.runLane(operations(2))).toMatchObject([
      { output: { is: 'opened', balance: 999 * PRICE } },
      { output: { is: 'opened', balance: 998 * PRICE } },
    ]);
    db.close();
  });
});

describe.each(engines)('migrations on %s', (engine) => {
  it('refuse a database of a newer version with one sentence', async () => {
    const books = await freshBooks(engine);
    await (await books.start()).stop();
    await books.execute(`INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'future', 0)`);
    await expect(books.start()).rejects.toThrow(/^The database has schema 9999, .+: start the newer one\.$/);
  });
});
