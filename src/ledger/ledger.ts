/**
 * Opens the ledger: the database with the lane of calls, the sweeper, and the interface for the rest of the product.
 */

import { GatheredReads } from '../database/batches/gathered-reads.ts';
import { openDatabase } from '../database/database.ts';
import type { Log } from '../kernel/ports.ts';
import { AbandonedCalls } from './calls/abandoned-calls.ts';
import { LedgerCalls } from './calls/calls.ts';
import { buildCallsLane } from './calls/calls-lane.ts';
import { Refusals } from './calls/refusals.ts';
import { Sweeper } from './calls/sweeper.ts';
import type { Engine, Instances, LedgerDatabase } from './engine.ts';
import { KnownKeys } from './keys/known-keys.ts';
import { KEYS_BY_HASHES, type KeyWithAccount, type LedgerReads, prepareReads } from './reads.ts';
import { defaultLimits, type IdentifiedKey, type Ledger, type LedgerOptions } from './types.ts';

export type { Ledger, LedgerLimits, LedgerOptions } from './types.ts';

/**
 * Opens the database (making and migrating it), proves that this instance lives, and refunds what dead ones left open.
 * Throws one sentence when another server has the data folder, when the database is newer, or when it can't be reached.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const limits = { ...defaultLimits, ...options.limits };
  const database = await openDatabase({ ...options, queueMax: limits.queueMax }, buildCallsLane(limits));
  try {
    return await openOn(database, options.log, limits);
  } catch (thrown) {
    await database.stop();
    throw thrown;
  }
}

async function openOn(database: LedgerDatabase, log: Log, limits: typeof defaultLimits): Promise<Ledger> {
  const { db, now, submit, write, purge } = database;
  const instances = await openInstances(database, log);
  const reads = prepareReads(database.prepare);
  const engine: Engine = {
    db,
    now,
    submit,
    write,
    purge,
    reads,
    findOwner: () => instances.findOwner(),
    forEachDeadOwner: (sweep) => instances.forEachDeadOwner(sweep),
    stop: () => instances.stop(),
  };
  const sweeper = new Sweeper(engine, log);
  const abandoned = new AbandonedCalls(engine, log);
  const refusals = new Refusals(engine, log);
  try {
    await sweeper.sweep();
  } catch (thrown) {
    await instances.stop();
    throw thrown;
  }
  sweeper.start();
  return {
    database: { ...database, findOwner: () => instances.findOwner() },
    calls: new LedgerCalls(engine, abandoned, refusals, limits),
    findKeyByHash: openKeys(database, reads),
    stop: async () => {
      abandoned.stop();
      await refusals.stop();
      await sweeper.stop();
      await instances.stop();
      await database.stop();
    },
  };
}

/** Only what the engine in use needs is loaded. */
async function openInstances(database: LedgerDatabase, log: Log): Promise<Instances> {
  if (database.connect === null) {
    const { openSqliteInstances } = await import('./sqlite/instances.ts');
    return openSqliteInstances(database);
  }
  const { PostgresInstance } = await import('./postgres/instance.ts');
  const instance = new PostgresInstance(database.connect, log);
  await instance.start();
  return instance;
}

/** Several servers may share a PostgreSQL: there a key may end at another one, and is read for each request. */
function openKeys(database: LedgerDatabase, reads: LedgerReads): Ledger['findKeyByHash'] {
  if (database.engine === 'postgres') {
    const listKeys = database.prepare<[string], KeyWithAccount>(KEYS_BY_HASHES);
    const gathered = new GatheredReads(async (hashes) => {
      const rows = await listKeys(hashes.join());
      return new Map(rows.map((row) => [row.hash, identifyKey(row)]));
    });
    return (hash) => gathered.find(hash);
  }
  const keys = new KnownKeys();
  database.onKeysChanged(() => keys.forget());
  return (hash) =>
    keys.find(hash, async () => {
      const [row] = await reads.keyByHash(hash);
      return row ? identifyKey(row) : null;
    });
}

function identifyKey({ account_mode, account_status, ...key }: KeyWithAccount): IdentifiedKey {
  return { key, accountMode: account_mode, accountStatus: account_status };
}
