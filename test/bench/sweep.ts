/** Measures the periodic search for expired calls on a database that no server uses. */
import { openDatabase } from '../../src/database/database.ts';
import { buildCallsLane } from '../../src/ledger/calls/calls-lane.ts';
import { Sweeper } from '../../src/ledger/calls/sweeper.ts';
import type { Engine, LedgerDatabase } from '../../src/ledger/engine.ts';
import { prepareReads } from '../../src/ledger/reads.ts';
import { defaultLimits } from '../../src/ledger/types.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface SweptBooks {
  database: LedgerDatabase;
  sweeper: Sweeper;
}

export async function openSwept(dataDir: string, databaseUrl: string | undefined): Promise<SweptBooks> {
  const options = { dataDir, databaseUrl, log, queueMax: defaultLimits.queueMax };
  const database: LedgerDatabase = await openDatabase(options, buildCallsLane(defaultLimits));
  // Nobody has died: who lives is not told by how much there is.
  const alone = { findOwner: () => null, forEachDeadOwner: async () => {} };
  const engine: Engine = { ...database, ...alone, reads: prepareReads(database.prepare) };
  const sweeper = new Sweeper(engine, log);
  // The first one purges as well.
  await sweeper.sweep();
  return { database, sweeper };
}

/** In milliseconds. */
export async function measureSweep({ sweeper }: SweptBooks): Promise<number> {
  const startMs = performance.now();
  await sweeper.sweep();
  return performance.now() - startMs;
}
