/** Part `ledger`: charges a second on each database without any HTTP, beside what one commit takes there. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { createAccount, grant } from '../../src/ledger/accounts/accounts-writes.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { type Engine, engines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { root } from '../harness/sources.ts';
import { median, print, printTable, short } from './measure.ts';

const CONCURRENT = 64;
const MEASURE_MS = 2_000;
const ROUNDS = 3;
const COMMITS = 300;
const PRICE = 2_000;
const FUNDS = 1_000_000_000_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function benchLedger(): Promise<void> {
  print('\nLedger alone: charges a second, each with its settle (two commits when nothing shares them)');
  const rows: string[][] = [['', 'one commit', 'one at a time', `${CONCURRENT} at once`]];
  for (const engine of engines) rows.push([engine, ...(await figuresOf(engine))]);
  printTable(rows);
}

async function figuresOf(engine: Engine): Promise<string[]> {
  const database = await freshDatabase(engine);
  try {
    const commitMs = await commitTimeMs(database);
    const ledger = await openBuiltLedger(database);
    try {
      const payers = [await createPayer(ledger)];
      const [alone, busy]: [number[], number[]] = [[], []];
      await callsPerSecond(ledger, payers, CONCURRENT);
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await callsPerSecond(ledger, payers, 1));
        busy.push(await callsPerSecond(ledger, payers, CONCURRENT));
      }
      return [`${commitMs.toFixed(3)} ms`, short(median(alone)), short(median(busy))];
    } finally {
      await ledger.stop();
    }
  } finally {
    await database.drop();
  }
}

/** The built one: its writer is a thread, and what the tests' loader makes of the sources is not what runs. */
export async function openBuiltLedger({ url, dataDir }: FreshDatabase): Promise<Ledger> {
  const built: typeof import('../../src/ledger/ledger.ts') = await import(join(root, 'dist/src/ledger/ledger.js'));
  const limits = { refundsPerHour: 2 * CONCURRENT };
  return built.openLedger({ dataDir, log: silent, limits, ...(url === undefined ? {} : { databaseUrl: url }) });
}

const randomId = (prefix: string): string => `${prefix}${randomBytes(11).toString('hex')}`;

export async function createPayer(ledger: Ledger): Promise<AccountPrincipal> {
  const accountId = randomId('agt_');
  const keyId = randomId('key_');
  await ledger.database.write(createAccount, {
    agentId: accountId,
    name: 'bench',
    mode: 'live',
    rootKey: { id: keyId, hash: randomId(''), last4: '0000' },
    welcomeMicros: 0,
    welcomeMicrosPerDay: 0,
  });
  const grantId = randomId('');
  await ledger.database.write(grant, { accountId, actor: 'bench', amountMicros: FUNDS, reason: 'bench', grantId });
  const about = { kind: 'account', mode: 'live', ip: '127.0.0.1', isRoot: true, status: 'active', caps: {} } as const;
  return { ...about, accountId, keyId, lineage: keyId };
}

async function callsPerSecond(ledger: Ledger, payers: readonly AccountPrincipal[], atOnce: number): Promise<number> {
  const startMs = performance.now();
  const calls = await callOften(ledger, payers, atOnce, MEASURE_MS);
  return (calls * 1000) / (performance.now() - startMs);
}

/** How many calls are opened and settled meanwhile, of the accounts in turn. */
export async function callOften(
  { calls }: Ledger,
  payers: readonly AccountPrincipal[],
  atOnce: number,
  measureMs: number,
): Promise<number> {
  const endMs = performance.now() + measureMs;
  let charges = 0;
  let turn = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const principal = payers[turn++ % payers.length];
      if (!principal) return;
      const callId = createTimeOrderedId('call_');
      const call = { callId, principal, tool: 'llm-fast', priceMicros: PRICE };
      const opened = await calls.open({ ...call, timeoutMs: 30_000, needsDeposit: false });
      if (opened.state !== 'opened') throw new Error(`The ledger refused a charge: ${JSON.stringify(opened)}`);
      const closed = await calls.close({ callId, mode: 'live', outcome: { state: 'settled' } });
      if (closed.state !== 'closed') throw new Error('The ledger lost a call');
      charges++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return charges;
}

/** Median time of one small durable commit, with the settings that the ledger has. */
async function commitTimeMs({ url, dataDir }: FreshDatabase): Promise<number> {
  const timesMs: number[] = [];
  const insert = url === undefined ? sqliteInsert(dataDir) : await postgresInsert(url);
  for (let i = 0; i < COMMITS; i++) {
    const startMs = performance.now();
    await insert.run(i);
    timesMs.push(performance.now() - startMs);
  }
  await insert.end();
  return median(timesMs);
}

interface Insert {
  run(value: number): unknown;
  end(): unknown;
}

function sqliteInsert(dataDir: string): Insert {
  const db = new Database(join(dataDir, 'commits.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE commits (value INTEGER)');
  const statement = db.prepare('INSERT INTO commits VALUES (?)');
  return { run: (value) => statement.run(value), end: () => db.close() };
}

async function postgresInsert(connectionString: string): Promise<Insert> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('SET synchronous_commit = on');
  await client.query('CREATE SCHEMA bench; CREATE TABLE bench.commits (value int)');
  const run = (value: number): Promise<unknown> =>
    client.query({ name: 'commit', text: 'INSERT INTO bench.commits VALUES ($1)', values: [value] });
  const end = async (): Promise<void> => {
    await client.query('DROP SCHEMA bench CASCADE');
    await client.end();
  };
  return { run, end };
}
