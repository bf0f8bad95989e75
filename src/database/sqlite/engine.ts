/** The embedded database: a writer thread, reader threads, a connection for short reads here, and the folder's lock. */
import type { Engine, EngineOptions } from '../engine.ts';
import { migrateSqlite } from '../migrate.ts';
import { prepareOnSqlite } from '../rows.ts';
import { createSqliteKysely, loadSqlite, lockFolder, openForReading, openForWriting } from './open.ts';
import { SqliteReaders } from './readers.ts';
import { SqliteWriter } from './writer.ts';

/** Throws one sentence when the folder has a server already or the binding does not load. */
export async function openSqliteEngine<Job, Result>(options: EngineOptions<Job, Result>): Promise<Engine<Job, Result>> {
  const { dataDir, log, lane, queueMax, commitDelayMs, clockOffsetMs } = options;
  const sqlite = await loadSqlite();
  const lock = lockFolder(sqlite, dataDir);
  try {
    const db = openForWriting(sqlite, dataDir);
    await migrateSqlite(db);
    db.close();
    const reading = openForReading(sqlite, dataDir);
    const { path: lanePath, options: laneOptions } = lane.sqlite;
    const thread = { dataDir, lanePath, laneOptions, batchMax: lane.batchMax, commitDelayMs, clockOffsetMs };
    const { mayRefuse } = lane;
    const writer = new SqliteWriter<Job, Result>(thread, { queueMax, mayRefuse }, log);
    const readers = new SqliteReaders({ dataDir, clockOffsetMs });
    const kysely = createSqliteKysely(reading);
    return {
      engine: 'sqlite',
      db: kysely,
      prepare: prepareOnSqlite(reading),
      connect: null,
      submit: (job) => writer.submit(job),
      write: ({ name }, input) => writer.run({ kind: 'write', name, input }),
      purge: () => writer.run({ kind: 'purge' }),
      read: ({ name }, input) => readers.run({ name, input }),
      now: async () => Date.now() + clockOffsetMs,
      stop: async () => {
        await readers.stop();
        await writer.stop();
        await kysely.destroy();
        reading.close();
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}
