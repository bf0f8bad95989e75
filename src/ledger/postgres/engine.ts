/** The ledger on PostgreSQL, which any number of instances share. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { FareboxError } from '../../kernel/errors.ts';
import { isRetryable, toStoreError } from '../../storage/failure.ts';
import { migratePostgres } from '../../storage/migrate.ts';
import { connectPostgres, createPoolKysely, openPool } from '../../storage/postgres.ts';
import { prepareOnPostgres } from '../../storage/rows.ts';
import type { Tables } from '../../storage/schema.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { formatDay } from '../op.ts';
import type { Inputs, OperationName, Outputs } from '../operations.ts';
import { prepareReads } from '../reads.ts';
import { runOperation } from '../run-operation.ts';
import { PostgresInstance } from './instance.ts';
import { CLOCK } from './load.ts';
import { PostgresWriter } from './writer.ts';

/** Rows of `system_daily` that instances spread over. */
const SHARDS = 64;
const TRIES_MAX = 6;

/** Throws when the database can't be reached or is newer than this version. */
export async function openPostgresEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl: url = '', log, limits, clockOffsetMs } = options;
  const migrating = await connectPostgres({ url, name: 'farebox migrate' }, () => {});
  try {
    await migratePostgres(migrating);
  } finally {
    await migrating.end().catch(() => {});
  }
  const pool = openPool({ url, name: 'farebox' }, (error) => log.warn({ err: error }, 'a database connection broke'));
  const instance = new PostgresInstance(url, 'farebox instance', log);
  await instance.start();
  const shard =
    createHash('sha256')
      .update(instance.owner ?? '')
      .digest()
      .readUInt32BE(0) % SHARDS;
  const { refundsPerHour, batchMax, queueMax } = limits;
  const { commitDelayMs } = options;
  const name = 'farebox writer';
  const writer = new PostgresWriter({
    url,
    name,
    log,
    refundsPerHour,
    batchMax,
    queueMax,
    commitDelayMs,
    clockOffsetMs,
    shard,
  });
  const db = createPoolKysely(pool);
  const reads = prepareReads(prepareOnPostgres(pool, 'ledger'));
  const clock = prepareOnPostgres(pool, 'clock')<[], { now: number }>(`SELECT ${CLOCK} AS now`);
  const now = async (): Promise<number> => ((await clock())[0]?.now ?? Number.NaN) + clockOffsetMs;
  return {
    kind: 'postgres',
    db,
    reads,
    findOwner: () => instance.owner,
    submit: (op) => writer.submit(op),
    run: (operation, input) => run(db, shard, clockOffsetMs, operation, input),
    now,
    forEachDeadOwner: (sweep) => instance.forEachDeadOwner(sweep),
    stop: async () => {
      await writer.stop();
      await instance.stop();
      await db.destroy();
    },
  };
}

/** A named operation in a transaction of its own, on a connection of the pool; deadlocks are tried again. */
async function run<N extends OperationName>(
  db: Kysely<Tables>,
  shard: number,
  clockOffsetMs: number,
  name: N,
  input: Inputs[N],
): Promise<Outputs[N]> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ now: number }>`SELECT ${sql.raw(CLOCK)} AS now`.execute(transaction);
        const nowMs = (rows[0]?.now ?? Number.NaN) + clockOffsetMs;
        const ctx = { db: transaction, engine: 'postgres' as const, nowMs, day: formatDay(nowMs), shard };
        return runOperation(name, ctx, input);
      });
    } catch (thrown) {
      if (isRetryable(thrown) && tries < TRIES_MAX) continue;
      const error = toStoreError(thrown);
      throw error instanceof FareboxError ? error : new FareboxError('INTERNAL', { cause: error });
    }
  }
}
