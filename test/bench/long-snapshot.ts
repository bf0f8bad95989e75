/**
 * Calls of 64 accounts while another transaction keeps an old snapshot, as a backup does: dead versions of rows stay. Measured in
 * processor time, this process and PostgreSQL together, which a busy machine changes little.
 */
import pg from 'pg';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { freshDatabase } from '../harness/databases.ts';
import { DatabaseMonitor } from './database-counts.ts';
import { callOften, createPayer, openBuiltLedger } from './ledger.ts';
import { judge } from './measure.ts';

const ACCOUNTS = 64;
const CONCURRENT = 64;
const WARM_MS = 3_000;
const MEASURE_MS = 3_000;
/** So long it has been held before its effect is measured. */
const HELD_MS = 8_000;
const KEPT_MIN = 0.6;

export async function benchLongSnapshot(): Promise<void> {
  const database = await freshDatabase('postgres');
  const ledger = await openBuiltLedger(database);
  const holder = new pg.Client({ connectionString: database.url });
  const monitor = await new DatabaseMonitor(database.url ?? '').start();
  const payers: AccountPrincipal[] = [];
  const measure = async (): Promise<number> => {
    const before = process.cpuUsage();
    const { result: calls, counts } = await monitor.during(() => callOften(ledger, payers, CONCURRENT, MEASURE_MS));
    const { user, system } = process.cpuUsage(before);
    return (counts.cpuMs * 1_000 + user + system) / calls;
  };
  try {
    await holder.connect();
    for (let at = 0; at < ACCOUNTS; at++) payers.push(await createPayer(ledger));
    await callOften(ledger, payers, CONCURRENT, WARM_MS);
    const before = await measure();
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await holder.query('SELECT count(*) FROM accounts');
    const heldCalls = await callOften(ledger, payers, CONCURRENT, HELD_MS);
    const beside = await measure();
    await holder.query('ROLLBACK');
    const after = await measure();
    const what = `calls of ${ACCOUNTS} accounts for the same processor time, after ${heldCalls} beside a snapshot, to without`;
    judge(what, (before + after) / 2 / beside, KEPT_MIN, 'at least');
  } finally {
    await monitor.stop();
    await holder.end();
    await ledger.stop();
    await database.drop();
  }
}
