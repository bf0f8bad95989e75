/**
 * PostgreSQL, shared by any number of instances: a pool for short reads, a thread with a second pool, and a separate
 * connection for the lane.
 */

import { createOverloadedError, ReadQueue } from '../batches/read-queue.ts';
import { POSTGRES_CLOCK } from '../clock.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { migratePostgres } from '../migrate.ts';
import { prepareOnPostgres } from '../rows.ts';
import { connectPostgres, createPoolKysely, openPool } from './open.ts';
import { TransactionThread } from './thread.ts';
import { chooseShard, PostgresWriter } from './writer.ts';

/** Half of the thread's pool: writes must not wait for reports. */
const LONG_READS_AT_ONCE = 3;

/** Throws when the database can't be reached or is newer than this version. */
export async function openPostgresEngine<Job, Result>(
  options: EngineOptions<Job, Result> & { databaseUrl: string },
): Promise<Engine<Job, Result>> {
  const { databaseUrl: url, log, lane, queueMax, clockOffsetMs, commitDelayMs } = options;
  const migrating = await connectPostgres({ url, name: 'farebox migrate' }, () => {});
  try {
    await migratePostgres(migrating);
  } finally {
    await migrating.end().catch(() => {});
  }
  const pool = openPool({ url, name: 'farebox' }, (error) => log.warn({ err: error }, 'database connection lost'));
  const { batchMax, mayRefuse } = lane;
  const limits = { queueMax, batchMax, mayRefuse, commitDelayMs, clockOffsetMs };
  const writer = new PostgresWriter({ url, name: 'farebox writer', log, ...limits }, await lane.openPostgres());
  const db = createPoolKysely(pool);
  const clock = prepareOnPostgres(pool, 'clock')<[], { now: number }>(`SELECT ${POSTGRES_CLOCK} AS now`);
  const thread = new TransactionThread({ url, clockOffsetMs, shard: chooseShard() }, log);
  const reads = new ReadQueue(LONG_READS_AT_ONCE);
  return {
    engine: 'postgres',
    db,
    prepare: prepareOnPostgres(pool, 'ledger'),
    connect: (name, onLost) => connectPostgres({ url, name }, onLost),
    submit: (job) => writer.submit(job),
    write: async ({ name }, input) => {
      if (thread.size >= queueMax) throw createOverloadedError();
      return thread.run({ kind: 'write', name, input });
    },
    purge: () => thread.run({ kind: 'purge' }),
    read: ({ name }, input) => reads.run(() => thread.run({ kind: 'read', name, input })),
    now: async () => ((await clock())[0]?.now ?? Number.NaN) + clockOffsetMs,
    stop: async () => {
      await writer.stop();
      await thread.stop();
      await db.destroy();
    },
  };
}
