/** Calls of other accounts while somebody else's transaction has locked the row of one that calls as well. */
import pg from 'pg';
import { freshDatabase } from '../harness/databases.ts';
import { callOften, createPayer, openBuiltLedger } from './ledger.ts';
import { judge } from './measure.ts';

const OTHERS = 16;
const CONCURRENT = 32;
const WAITING = 4;
const WARM_MS = 2_000;
const MEASURE_MS = 2_500;
const KEPT_MIN = 0.5;

export async function benchLockedRow(): Promise<void> {
  const database = await freshDatabase('postgres');
  const ledger = await openBuiltLedger(database);
  const holder = new pg.Client({ connectionString: database.url });
  try {
    await holder.connect();
    const locked = await createPayer(ledger);
    const others = await Promise.all(Array.from({ length: OTHERS }, () => createPayer(ledger)));
    const measure = (): Promise<number> => callOften(ledger, others, CONCURRENT, MEASURE_MS);
    await callOften(ledger, [locked, ...others], CONCURRENT, WARM_MS);
    const before = await measure();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [locked.accountId]);
    const waiting = callOften(ledger, [locked], WAITING, MEASURE_MS);
    const beside = await measure();
    await holder.query('ROLLBACK');
    await waiting;
    const after = await measure();
    judge('calls of others beside a locked account, to without', (2 * beside) / (before + after), KEPT_MIN, 'at least');
  } finally {
    await holder.end();
    await ledger.stop();
    await database.drop();
  }
}
