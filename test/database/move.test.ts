/** `farebox move` between the two databases: complete, resumable after kill -9, with receipts, keys and cursors that stay valid. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listMoveTables } from '../../src/database/move/tables.ts';
import type { MoveTable } from '../../src/database/move/types.ts';
import { connectPostgres } from '../../src/database/postgres/open.ts';
import { decodeGrams } from '../../src/database/queries/grams.ts';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import { moveRules } from '../../src/ledger/move-rules.ts';
import { seedBooks } from '../bench/seed.ts';
import { type FreshDatabase, freshDatabase, postgresServer } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { openInspector } from '../harness/inspect.ts';
import { isLong } from '../harness/long.ts';
import { farebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { root } from '../harness/sources.ts';

const FAREBOX_SECRET = 'a secret of the tests, the same for all servers';
const SEEDED = isLong ? { accounts: 10_000, calls: 60_000 } : { accounts: 2_000, calls: 12_000 };
const RUNS_MAX = 400;
/** Of an INTEGER on PostgreSQL. */
const INTEGER_MAX = 2_147_483_647;
/** Each case starts many processes, one after another. */
const TEST_MS_MAX = 600_000;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

let tables: readonly MoveTable[] = [];
let hasServer = false;
beforeAll(async () => {
  tables = await listMoveTables(moveRules);
  hasServer = (await postgresServer()) !== null;
});

interface World {
  embedded: FreshDatabase;
  shared: FreshDatabase;
  dataDir: string;
  url: string;
  /** Variables of `farebox move`. */
  env: Record<string, string>;
}

async function openWorld(): Promise<World> {
  const embedded = await freshDatabase('sqlite');
  const shared = await freshDatabase('postgres', { empty: true });
  undo.push(embedded.drop, shared.drop);
  const dataDir = join(embedded.dataDir, 'data');
  return { embedded, shared, dataDir, url: shared.url ?? '', env: { ...serverEnv(shared), DATA_DIR: dataDir } };
}

type Cell = string | number | null;

const toCell = (value: unknown): Cell => {
  if (Buffer.isBuffer(value)) return `bytes ${value.toString('hex')}`;
  if (Array.isArray(value)) return value.join(' ');
  return value === null || typeof value === 'number' ? value : String(value);
};

/** Every row of every table, as text in one order. */
function dumpSqlite(dataDir: string): Map<string, string[]> {
  const db = new Database(buildDatabasePath(dataDir), { readonly: true });
  const rows = ({ name, columns }: MoveTable): string[] =>
    db
      .prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => {
        const isNames = name === 'account_names';
        const cells = columns.map((column) =>
          isNames && column === 'grams' ? decodeGrams(String(row[column])).join(' ') : toCell(row[column]),
        );
        return JSON.stringify(cells);
      })
      .sort();
  const dump = new Map(tables.map((table) => [table.name, rows(table)]));
  db.close();
  return dump;
}

async function dumpPostgres(url: string): Promise<Map<string, string[]>> {
  const client = await connectPostgres({ url, name: 'test', patient: true }, () => {});
  const dump = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM "${name}"`);
    dump.set(name, rows.map((row) => JSON.stringify(columns.map((column) => toCell(row[column])))).sort());
  }
  await client.end();
  return dump;
}

/** A few rows in every table that takes made-up ones, so that no column is left out. */
function fillTables(dataDir: string): string[] {
  const db = new Database(buildDatabasePath(dataDir));
  const filled: string[] = [];
  for (const { name } of tables.filter(({ name }) => ![...moveRules.emptyWhenIdle, 'receipt_keys'].includes(name))) {
    const columns = db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(name);
    const insert = `INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`;
    try {
      for (const number of [1, 2, 3]) {
        const values = columns.map(({ name: column, type }) => {
          if (type === 'BLOB') return Buffer.from([0, number, 255]);
          if (type === 'DOUBLE PRECISION') return number / 3;
          if (type === 'TEXT') return column === 'grams' ? '6162 e38182' : `値 ${number} "quoted" \\ 🎈\n`;
          if (number < 3) return number;
          return type === 'BIGINT' ? Number.MAX_SAFE_INTEGER : INTEGER_MAX;
        });
        db.prepare(insert).run(...values);
      }
      filled.push(name);
    } catch {
      // Its rows have to fit a rule that made-up ones break.
    }
  }
  db.close();
  return filled;
}

const run = (env: Record<string, string>, ...words: string[]) => farebox(env, 'move', ...words);

describe('moving between the databases', { timeout: TEST_MS_MAX }, () => {
  it('copies every table in both directions, and verifies both ledgers', async () => {
    const { dataDir, url, env, embedded } = await openWorld();
    await seedBooks({ dataDir, accounts: 20, calls: 200 });
    const filled = fillTables(dataDir);
    expect(filled.length).toBeGreaterThan(tables.length / 2);
    const before = dumpSqlite(dataDir);
    // Made-up rows of the ledger's own tables don't verify: those are compared alone.
    const ledger = await openWorld();
    await seedBooks({ dataDir: ledger.dataDir, accounts: 20, calls: 200 });

    const there = await run(ledger.env, 'postgres');
    expect(there.output).toMatch(/Ledger OK: 20 accounts, \d+ transfers, 200 calls \(0 open\)\.\nMoved \d+ rows/);
    expect(await dumpPostgres(ledger.url)).toEqual(dumpSqlite(ledger.dataDir));
    const back = join(embedded.dataDir, 'back');
    expect(await run({ ...ledger.env, DATA_DIR: back }, 'sqlite')).toMatchObject({ code: 0 });
    expect(dumpSqlite(back)).toEqual(dumpSqlite(ledger.dataDir));

    expect((await run(env, 'postgres')).output).toMatch(/^Moved|ledger of the source/m);
    expect(await dumpPostgres(url)).toEqual(before);
  });

  it('keeps keys, balances, receipts and cursors valid, and the server goes on', async () => {
    const { embedded, shared, dataDir, env } = await openWorld();
    const first = await start({ database: embedded, env: { FAREBOX_SECRET } });
    const { apiKey: key } = await first.account('test');
    const callIds: string[] = [];
    for (let i = 0; i < 3; i++) callIds.push(await pay(first, key));
    const history = await first.request('GET', '/api/proxy/account/history?limit=2', { key });
    const receipt = await first.request('GET', `/api/account/receipts/${callIds[0]}`, { key });
    expect(receipt.status).toBe(200);
    expect((await run(env, 'postgres')).output).toContain('Another Farebox server is running');
    await first.stop();

    expect(await run(env, 'postgres')).toMatchObject({ code: 0 });
    await expect(startFareboxProcess({ database: embedded, env: { FAREBOX_SECRET } })).rejects.toThrow('was moved at');
    const second = await start({ database: shared, env: { FAREBOX_SECRET } });
    expect((await run(env, 'sqlite')).output).toContain('server is using the PostgreSQL database');
    expect((await second.request('GET', `/api/account/receipts/${callIds[0]}`, { key })).body).toEqual(receipt.body);
    const rest = await second.request('GET', `/api/proxy/account/history?limit=2&cursor=${history.body.nextCursor}`, {
      key,
    });
    expect(rest.status).toBe(200);
    expect(JSON.stringify(rest.body.transactions)).not.toContain(callIds[2]);
    callIds.push(await pay(second, key));
    await second.stop();

    const back = { ...embedded, dataDir: join(embedded.dataDir, 'back') };
    expect(await run({ ...env, DATA_DIR: join(back.dataDir, 'data') }, 'sqlite')).toMatchObject({ code: 0 });
    // Without FAREBOX_SECRET: the move kept it beside the database.
    const third = await start({ database: back });
    for (const callId of callIds) {
      expect((await third.request('GET', `/api/account/receipts/${callId}`, { key })).status).toBe(200);
    }
    await pay(third, key);
    await third.stop();
    expect(await farebox({ ...serverEnv(back) }, 'verify', '--all')).toMatchObject({ code: 0 });
    expect(await run({ PATH: env.PATH ?? '', DATA_DIR: dataDir }, 'cancel')).toMatchObject({ code: 0 });
    await (await start({ database: embedded, env: { FAREBOX_SECRET } })).stop();
  });

  it('continues where kill -9 stopped it', async ({ skip }) => {
    if (!hasServer) skip('needs a PostgreSQL server');
    const { embedded, dataDir, url, env } = await openWorld();
    await seedBooks({ dataDir, ...SEEDED });
    const kills = await moveWithKills(env, 'postgres');
    expect(kills).toBeGreaterThan(2);
    expect(await dumpPostgres(url)).toEqual(dumpSqlite(dataDir));
    const back = join(embedded.dataDir, 'back');
    expect(await moveWithKills({ ...env, DATA_DIR: back }, 'sqlite')).toBeGreaterThan(2);
    expect(dumpSqlite(back)).toEqual(dumpSqlite(dataDir));
    expect(await farebox({ ...env, DATA_DIR: back, DATABASE_URL: '' }, 'verify', '--all')).toMatchObject({ code: 0 });
  });

  it('lets no server start on a database whose move is unfinished', async ({ skip }) => {
    if (!hasServer) skip('needs a PostgreSQL server');
    const { embedded, shared, dataDir, env } = await openWorld();
    await seedBooks({ dataDir, ...SEEDED });
    await killAfter(env, 'postgres', /transfers: |calls: |api_keys: /);
    await expect(startFareboxProcess({ database: embedded, env: { FAREBOX_SECRET } })).rejects.toThrow('farebox move');
    await expect(startFareboxProcess({ database: shared })).rejects.toThrow('incomplete');
    expect((await run(env, 'sqlite')).output).toContain('incomplete copy');
    expect(await run({ ...env, DATABASE_URL: '' }, 'cancel')).toMatchObject({ code: 0 });
    await (await start({ database: embedded, env: { FAREBOX_SECRET } })).stop();
  });

  it('refuses a database that is in use, another secret, calls that a crash left open and wrong words', async () => {
    const { embedded, dataDir, env } = await openWorld();
    const server = await start({ database: embedded, env: { FAREBOX_SECRET } });
    const { apiKey } = await server.account('test');
    await pay(server, apiKey);
    const body = { query: 'moving sandbox:slow=60000' };
    const ended = server.request('POST', '/api/proxy/search-ai', { key: apiKey, body }).catch(() => null);
    const inspector = await openInspector(embedded);
    await expect.poll(inspector.openCalls).toBe(1);
    await inspector.close();
    await server.stop('SIGKILL');
    await ended;
    expect((await run(env, 'postgres')).output).toContain('Start and stop the server once');
    const other = { ...env, FAREBOX_SECRET: 'another secret, which signed none of these receipts' };
    expect((await run(other, 'postgres')).output).toContain("FAREBOX_SECRET isn't the secret of SQLite");
    await (await start({ database: embedded, env: { FAREBOX_SECRET } })).stop();

    const used = await openWorld();
    await seedBooks({ dataDir: used.dataDir, accounts: 2, calls: 2 });
    expect(await run(used.env, 'postgres')).toMatchObject({ code: 0 });
    expect((await run({ ...used.env, DATA_DIR: dataDir }, 'postgres')).output).toMatch(/isn't empty: \w+ has rows/);
    expect((await run(used.env, 'postgres')).output).toContain('was moved before');
    expect((await run(used.env)).output).toContain('farebox move postgres');
    expect((await run({ ...used.env, DATA_DIR: join(dataDir, 'none') }, 'postgres')).output).toContain('No database');
  });
});

async function start(options: Parameters<typeof startFareboxProcess>[0]): Promise<FareboxProcess> {
  const server = await startFareboxProcess(options);
  undo.push(() => server.stop());
  return server;
}

async function pay(server: FareboxProcess, key: string): Promise<string> {
  const { status, body } = await server.request('POST', '/api/proxy/search-ai', { key, body: { query: 'moving' } });
  expect(status).toBe(200);
  return String(Object(body.receipt).callId);
}

function spawnMove(env: Record<string, string>, to: string) {
  return spawn(process.execPath, [join(root, 'dist/bundle/farebox.js'), 'move', to], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Kills one move after another, each a little after its first lines, until one is through; resolves with their number. */
async function moveWithKills(env: Record<string, string>, to: string): Promise<number> {
  for (let kills = 0; kills < RUNS_MAX; kills++) {
    const child = spawnMove(env, to);
    const exit = once(child, 'exit');
    let lines = 0;
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      lines += text.split('\n').length - 1;
      // Each run gets a little further than the one before: at last none is left to be killed in.
      if (lines > 2 && kills < KILLS) setTimeout(() => child.kill('SIGKILL'), (kills * 37) % 100);
    });
    if (kills < KILLS) setTimeout(() => child.kill('SIGKILL'), 2_000 + kills * 300).unref();
    const [code] = await exit;
    // The last kill may come when all is moved and only the process has yet to end.
    if (code === 0 || complaint.includes('was moved before')) return kills;
    expect(code, complaint).toBeNull();
  }
  throw new Error('No move came to its end.');
}

const KILLS = 12;

async function killAfter(env: Record<string, string>, to: string, line: RegExp): Promise<void> {
  const child = spawnMove(env, to);
  const exit = once(child, 'exit');
  for await (const text of child.stdout.setEncoding('utf8')) if (line.test(text)) break;
  child.kill('SIGKILL');
  await exit;
}
