/** Part `ledger`: charges a second on each database without any HTTP, beside what one commit takes there. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { createAccount, grant } from '../../src/ledger/accounts-writes.ts';
import type { LedgerHandle } from '../../src/ledger/ledger.ts';
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
    // The built one: its writer is a thread, and what the tests' loader makes of the sources is not what runs.
    const built: typeof import('../../src/ledger/ledger.ts') = await import(join(root, 'dist/src/ledger/ledger.js'));
    const { url, dataDir } = database;
    const ledger = await built.openLedger({ dataDir, log: silent, ...(url === undefined ? {} : { databaseUrl: url }) });
    try {
      const principal = await payer(ledger);
      const [alone, busy]: [number[], number[]] = [[], []];
      await chargesPerSecond(ledger, principal, CONCURRENT);
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await chargesPerSecond(ledger, principal, 1));
        busy.push(await chargesPerSecond(ledger, principal, CONCURRENT));
      }
      return [`${commitMs.toFixed(3)} ms`, short(median(alone)), short(median(busy))];
    } finally {
      await ledger.stop();
    }
  } finally {
    await database.drop();
  }
}

const randomId = (prefix: string): string => `${prefix}${randomBytes(11).toString('hex')}`;

async function payer(ledger: LedgerHandle): Promise<AccountPrincipal> {
  const accountId = randomId('agt_');
  const keyId = randomId('key_');
  await ledger.write(createAccount, {
    agentId: accountId,
    name: 'bench',
    mode: 'live',
    rootKey: { id: keyId, hash: randomId(''), last4: '0000' },
    welcomeMicros: 0,
    welcomeMicrosPerDay: 0,
  });
  const grantId = randomId('');
  await ledger.write(grant, { accountId, actor: 'bench', amountMicros: FUNDS, reason: 'bench', grantId });
  const about = { kind: 'account', mode: 'live', ip: '127.0.0.1', isRoot: true, status: 'active', caps: {} } as const;
  return { ...about, accountId, keyId, lineage: keyId };
}

async function chargesPerSecond({ calls }: LedgerHandle, payer: AccountPrincipal, atOnce: number): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + MEASURE_MS;
  let charges = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const callId = randomId('call_');
      const call = { callId, principal: payer, tool: 'llm-fast', priceMicros: PRICE };
      const opened = await calls.open({ ...call, timeoutMs: 30_000, needsDeposit: false });
      if (opened.state !== 'opened') throw new Error(`The ledger refused a charge: ${JSON.stringify(opened)}`);
      const closed = await calls.close({ callId, mode: 'live', outcome: { state: 'settled' } });
      if (closed.state !== 'closed') throw new Error('The ledger lost a call');
      charges++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (charges * 1000) / (performance.now() - startMs);
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
