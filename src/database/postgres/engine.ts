/** PostgreSQL, which any number of instances share: a pool, and a connection of its own for the lane. */
import { sql } from 'kysely';
import { FareboxError } from '../../kernel/errors.ts';
import { POSTGRES_CLOCK } from '../clock.ts';
import { loadWrites, type Writes } from '../definitions.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { isRetryable, toStoreError } from '../failure.ts';
import { migratePostgres } from '../migrate.ts';
import { createOverloadedError, ReadQueue } from '../read-queue.ts';
import { prepareOnPostgres } from '../rows.ts';
import { createTx } from '../tx.ts';
import type { Db, Tx } from '../types.ts';
import { connectPostgres, createPoolKysely, openPool } from './open.ts';
import { chooseShard, PostgresWriter } from './writer.ts';

const TRIES_MAX = 6;
/** Half of the pool: short reads and writes must not wait for reports. */
const LONG_READS_AT_ONCE = 4;

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
  const pool = openPool({ url, name: 'farebox' }, (error) => log.warn({ err: error }, 'a database connection broke'));
  const shard = chooseShard();
  const { batchMax, mayRefuse } = lane;
  const limits = { queueMax, batchMax, mayRefuse, commitDelayMs, clockOffsetMs };
  const writer = new PostgresWriter({ url, name: 'farebox writer', log, ...limits }, await lane.openPostgres());
  const db = createPoolKysely(pool);
  const clock = prepareOnPostgres(pool, 'clock')<[], { now: number }>(`SELECT ${POSTGRES_CLOCK} AS now`);
  const writes = await loadWrites();
  const transactions = new Transactions(db, { clockOffsetMs, shard, queueMax, writes });
  const reads = new ReadQueue(LONG_READS_AT_ONCE);
  return {
    engine: 'postgres',
    db,
    prepare: prepareOnPostgres(pool, 'ledger'),
    connect: (name, onLost) => connectPostgres({ url, name }, onLost),
    submit: (job) => writer.submit(job),
    write: (definition, input) => transactions.run((tx) => definition.run(tx, input)),
    purge: async () => {
      let most = 0;
      for (const purge of writes.purges) {
        most = Math.max(most, await transactions.run((tx) => purge.run(tx)));
      }
      return most;
    },
    read: (definition, input) => reads.run(() => transactions.view((view) => definition.run(view, input))),
    now: async () => ((await clock())[0]?.now ?? Number.NaN) + clockOffsetMs,
    stop: async () => {
      await writer.stop();
      await db.destroy();
    },
  };
}

interface TransactionOptions {
  clockOffsetMs: number;
  shard: number;
  /** Writes that may wait or run at once. */
  queueMax: number;
  writes: Writes;
}

class Transactions {
  readonly #db: Db;
  readonly #options: TransactionOptions;
  #count = 0;

  constructor(db: Db, options: TransactionOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** A write in a transaction of its own, on a connection of the pool; deadlocks are tried again. */
  async run<Output>(work: (tx: Tx) => Promise<Output>): Promise<Output> {
    if (this.#count >= this.#options.queueMax) throw createOverloadedError();
    this.#count++;
    try {
      return await this.#runWithRetries(work);
    } finally {
      this.#count--;
    }
  }

  async #runWithRetries<Output>(work: (tx: Tx) => Promise<Output>): Promise<Output> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#db.transaction().execute(async (db) => work(await this.#begin(db)));
      } catch (thrown) {
        if (isRetryable(thrown) && tries < TRIES_MAX) continue;
        throw explain(thrown);
      }
    }
  }

  /** A read of one state of the database. */
  async view<Output>(work: (tx: Tx) => Promise<Output>): Promise<Output> {
    const transaction = this.#db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    try {
      return await transaction.execute(async (db) => work(await this.#begin(db)));
    } catch (thrown) {
      throw explain(thrown);
    }
  }

  async #begin(db: Db): Promise<Tx> {
    const { rows } = await sql<{ now: number }>`SELECT ${sql.raw(POSTGRES_CLOCK)} AS now`.execute(db);
    const { clockOffsetMs, shard, writes } = this.#options;
    const nowMs = (rows[0]?.now ?? Number.NaN) + clockOffsetMs;
    return createTx({ db, engine: 'postgres', nowMs, shard }, writes);
  }
}

function explain(thrown: unknown): unknown {
  const error = toStoreError(thrown);
  return error instanceof FareboxError ? error : new FareboxError('INTERNAL', { cause: error });
}
