/** Part `disk`: what a paid call leaves in SQLite's file and what it writes on the way there, with one account and with many. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { createAccount } from '../../src/ledger/accounts/accounts-writes.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createRandomBase62, createTimeOrderedId } from '../../src/lib/ids.ts';
import { freshDatabase } from '../harness/databases.ts';
import { root } from '../harness/sources.ts';
import { judge, print, printTable, short } from './measure.ts';

const CONCURRENT = 32;
const CALLS = 30_000;
const ACCOUNTS = [1, 20_000];
const SEEDED_AT_ONCE = 500;
const PRICE = 2_000;
const FUNDS = 1_000_000_000;
const FILE_BYTES_MAX = 300;
const WRITTEN_KB_MAX = 12;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

interface Footprint {
  fileBytes: number;
  writtenBytes: number;
  cpuMicros: number;
}

/** `others`: accounts that rest. */
export async function benchDisk(counts: readonly number[] = ACCOUNTS, others = 0): Promise<void> {
  print(`\nDisk: ${CALLS} paid calls on SQLite, ${CONCURRENT} at once, without any HTTP`);
  const rows: string[][] = [['accounts', 'bytes in the file', 'kB written', 'µs of processor']];
  const found: Footprint[] = [];
  for (const count of counts) {
    const footprint = await measureFootprint(count, others);
    const { fileBytes, writtenBytes, cpuMicros } = footprint;
    found.push(footprint);
    rows.push([String(count), short(fileBytes), short(writtenBytes / 1000), short(cpuMicros)]);
  }
  printTable(rows);
  for (const [at, { fileBytes, writtenBytes }] of found.entries()) {
    const who = `a call of ${counts[at]} active account${counts[at] === 1 ? '' : 's'}`;
    judge(`in the file for ${who}`, fileBytes, FILE_BYTES_MAX, 'at most', ' bytes');
    judge(`written for ${who}`, writtenBytes / 1000, WRITTEN_KB_MAX, 'at most', ' kB');
  }
}

async function measureFootprint(count: number, others: number): Promise<Footprint> {
  const { dataDir, drop } = await freshDatabase('sqlite');
  try {
    // The built one: its writer is a thread, and what the tests' loader makes of the sources is not what runs.
    const built: typeof import('../../src/ledger/ledger.ts') = await import(join(root, 'dist/src/ledger/ledger.js'));
    const options = { dataDir, log: silent, limits: { refundsPerHour: 2 * CONCURRENT } };
    const seeded = await built.openLedger(options);
    const payers = await createPayers(seeded, count);
    await createPayers(seeded, others);
    await seeded.stop();
    const ledger = await built.openLedger(options);
    const before = { file: readFileBytes(dataDir), written: readWrittenBytes(), cpu: process.cpuUsage() };
    await payAll(ledger, payers);
    const { user, system } = process.cpuUsage(before.cpu);
    await ledger.stop();
    return {
      fileBytes: (readFileBytes(dataDir) - before.file) / CALLS,
      writtenBytes: (readWrittenBytes() - before.written) / CALLS,
      cpuMicros: (user + system) / CALLS,
    };
  } finally {
    await drop();
  }
}

/** The last connection to close moves everything into the file. */
const readFileBytes = (dataDir: string): number => statSync(join(dataDir, 'farebox.db')).size;

/** What this process, all its threads, has given to the system to write. */
const readWrittenBytes = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

async function createPayers(ledger: Ledger, count: number): Promise<AccountPrincipal[]> {
  const payers: AccountPrincipal[] = [];
  while (payers.length < count) {
    const length = Math.min(SEEDED_AT_ONCE, count - payers.length);
    payers.push(...(await Promise.all(Array.from({ length }, () => createPayer(ledger)))));
  }
  return payers;
}

async function createPayer(ledger: Ledger): Promise<AccountPrincipal> {
  const accountId = `agt_${createRandomBase62(22)}`;
  const keyId = createTimeOrderedId('key_');
  await ledger.database.write(createAccount, {
    agentId: accountId,
    name: 'bench',
    mode: 'test',
    rootKey: { id: keyId, hash: randomBytes(32).toString('hex'), last4: '0000' },
    welcomeMicros: FUNDS,
    welcomeMicrosPerDay: 0,
  });
  const about = { kind: 'account', mode: 'test', ip: '127.0.0.1', isRoot: true, status: 'active', caps: {} } as const;
  return { ...about, accountId, keyId, lineage: keyId };
}

async function payAll({ calls }: Ledger, payers: readonly AccountPrincipal[]): Promise<void> {
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun++ < CALLS) {
      const principal = payers[Math.floor(Math.random() * payers.length)];
      if (!principal) return;
      const callId = createTimeOrderedId('call_');
      const call = { callId, principal, tool: 'llm-fast', priceMicros: PRICE, timeoutMs: 30_000, needsDeposit: false };
      const opened = await calls.open(call);
      if (opened.state !== 'opened') throw new Error(`The ledger refused a charge: ${JSON.stringify(opened)}`);
      const closed = await calls.close({ callId, mode: 'test', costMicros: 900, outcome: { state: 'settled' } });
      if (closed.state !== 'closed') throw new Error('The ledger lost a call');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, one));
}
