/** Writes and long reads on PostgreSQL, each in its own transaction on a pooled connection. */
import { sql } from 'kysely';
import { POSTGRES_CLOCK } from '../clock.ts';
import type { Writes } from '../definitions.ts';
import { isRetryable } from '../failure.ts';
import { createTx } from '../tx.ts';
import type { Db, Tx } from '../types.ts';

const TRIES_MAX = 6;

export interface TransactionOptions {
  clockOffsetMs: number;
  shard: number;
}

export class Transactions {
  readonly #db: Db;
  readonly #options: TransactionOptions;
  readonly #writes: Pick<Writes, 'followers'>;

  constructor(db: Db, options: TransactionOptions, writes: Pick<Writes, 'followers'>) {
    this.#db = db;
    this.#options = options;
    this.#writes = writes;
  }

  /** Deadlocks are tried again. */
  async write<Output>(work: (tx: Tx) => Promise<Output>): Promise<Output> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#db.transaction().execute(async (db) => work(await this.#begin(db)));
      } catch (thrown) {
        if (!isRetryable(thrown) || tries === TRIES_MAX) throw thrown;
      }
    }
  }

  /** Of one state of the database. */
  read<Output>(work: (tx: Tx) => Promise<Output>): Promise<Output> {
    const transaction = this.#db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return transaction.execute(async (db) => work(await this.#begin(db)));
  }

  async #begin(db: Db): Promise<Tx> {
    const { rows } = await sql<{ now: number }>`SELECT ${sql.raw(POSTGRES_CLOCK)} AS now`.execute(db);
    const { clockOffsetMs, shard } = this.#options;
    const nowMs = (rows[0]?.now ?? Number.NaN) + clockOffsetMs;
    return createTx({ db, engine: 'postgres', nowMs, shard }, this.#writes);
  }
}
