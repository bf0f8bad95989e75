/** The ledger on SQLite: a writer thread, a read connection here, and the folder's lock as the sign of life. */
import { createTimeOrderedId } from '../../kernel/ids.ts';
import { migrateSqlite } from '../../storage/migrate.ts';
import { prepareOnSqlite } from '../../storage/rows.ts';
import { createSqliteKysely, loadSqlite, lockFolder, openForReading, openForWriting } from '../../storage/sqlite.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { prepareReads } from '../reads.ts';
import { SqliteWriter } from './writer.ts';

/** Throws one sentence when the folder has a server already or the binding does not load. */
export async function openSqliteEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, log, limits, commitDelayMs, clockOffsetMs } = options;
  const sqlite = await loadSqlite();
  const lock = lockFolder(sqlite, dataDir);
  let writer: SqliteWriter | null = null;
  try {
    const db = openForWriting(sqlite, dataDir);
    migrateSqlite(db);
    db.close();
    const reading = openForReading(sqlite, dataDir);
    const { refundsPerHour, batchMax, queueMax } = limits;
    const thread = { dataDir, refundsPerHour, batchMax, commitDelayMs, clockOffsetMs };
    const started = new SqliteWriter(thread, queueMax, log);
    writer = started;
    const owner = createTimeOrderedId('in_');
    await started.run('registerInstance', { owner });
    const dead = reading.prepare<[string], { owner: string }>('SELECT owner FROM instances WHERE owner <> ?');
    const kysely = createSqliteKysely(reading);
    return {
      kind: 'sqlite',
      db: kysely,
      reads: prepareReads(prepareOnSqlite(reading)),
      findOwner: () => owner,
      submit: (op) => started.submit(op),
      run: (name, input) => started.run(name, input),
      now: async () => Date.now() + clockOffsetMs,
      // We hold the folder's lock: whoever else is noted here has ended.
      forEachDeadOwner: async (sweep) => {
        for (const row of dead.all(owner)) {
          await sweep(row.owner);
          await started.run('forgetInstance', { owner: row.owner });
        }
      },
      stop: async () => {
        await started.stop();
        await kysely.destroy();
        reading.close();
        lock.release();
      },
    };
  } catch (thrown) {
    await writer?.stop();
    lock.release();
    throw thrown;
  }
}
