/** Opens the ledger: the engine that the options name, the sweeper, and what the rest of the product may do with them. */

import { createStoreUnavailableError } from '../storage/failure.ts';
import { AbandonedCalls } from './abandoned-calls.ts';
import { LedgerCalls } from './calls.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { defaultLimits, type IdentifiedKey, type LedgerHandle, type LedgerOptions } from './handle.ts';
import { isUncertain } from './job.ts';
import { KnownKeys } from './known-keys.ts';
import type { Inputs, OperationName, Outputs } from './operations.ts';
import type { LedgerReads } from './reads.ts';
import { Sweeper } from './sweeper.ts';

export type { LedgerHandle, LedgerLimits, LedgerOptions } from './handle.ts';

/**
 * Opens the database (making and migrating it), proves that this instance lives, and refunds what dead ones left open.
 * Throws one sentence when another server has the data folder, when the database is newer, or when it can't be reached.
 */
export async function openLedger(options: LedgerOptions): Promise<LedgerHandle> {
  const { dataDir, databaseUrl, log, commitDelayMs = 0, clockOffsetMs = 0 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const engineOptions: EngineOptions = { dataDir, databaseUrl, log, limits, commitDelayMs, clockOffsetMs };
  const engine = await openEngine(engineOptions);
  const sweeper = new Sweeper(engine, log);
  const abandoned = new AbandonedCalls(engine, log);
  try {
    await sweeper.sweep();
  } catch (thrown) {
    await engine.stop();
    throw thrown;
  }
  sweeper.start();
  // Several servers may share a PostgreSQL: there a key may end at another one, and is read each time.
  const known = engine.kind === 'sqlite' ? new KnownKeys() : null;
  return {
    engine: engine.kind,
    calls: new LedgerCalls(engine, abandoned, limits),
    db: engine.db,
    findKeyByHash: (hash) => {
      const read = (): Promise<IdentifiedKey | null> => findKeyByHash(engine.reads, hash);
      return known ? known.find(hash, read) : read();
    },
    write: <N extends OperationName>(name: N, input: Inputs[N]) =>
      write(engine, name, input).finally(() => known?.forget()),
    now: () => engine.now(),
    stop: async () => {
      abandoned.stop();
      await sweeper.stop();
      await engine.stop();
    },
  };
}

/** A named operation is never repeated by itself: whoever asked decides, and deposits are once per external id. */
async function write<N extends OperationName>(engine: Engine, name: N, input: Inputs[N]): Promise<Outputs[N]> {
  try {
    return await engine.run(name, input);
  } catch (thrown) {
    throw isUncertain(thrown) ? createStoreUnavailableError(thrown) : thrown;
  }
}

async function findKeyByHash(reads: LedgerReads, hash: string): Promise<IdentifiedKey | null> {
  const [row] = await reads.keyByHash(hash);
  if (!row) return null;
  const { account_mode, account_status, ...key } = row;
  return { key, accountMode: account_mode, accountStatus: account_status };
}

/** Only the engine in use is loaded: the other one's client would cost its memory for nothing. */
async function openEngine(options: EngineOptions): Promise<Engine> {
  if (options.databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite/engine.ts');
    return openSqliteEngine(options);
  }
  const { openPostgresEngine } = await import('./postgres/engine.ts');
  return openPostgresEngine(options);
}
