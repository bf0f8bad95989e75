/** A server in a process of its own, to be killed while it works: says which items it begins, and never ends the third. */
import { openLedger } from '../../src/ledger/ledger.ts';
import { openWork, workOn } from './work.ts';

const { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string } = JSON.parse(process.argv[2] ?? '');
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ledger = await openLedger({ dataDir, log, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
const work = workOn('numbers', 5, async (key) => {
  process.stdout.write(`${key}\n`);
  if (key === '3') await new Promise(() => setInterval(() => {}, 1_000));
});
await openWork(ledger.database, work).start('numbers');
