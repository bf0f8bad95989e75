/** The one writer of a SQLite database: batches of calls, and named operations, each in a transaction. */
import type { Kysely } from 'kysely';
import { isStoreFailure } from '../../storage/failure.ts';
import type { Tables } from '../../storage/schema.ts';
import { createSqliteKysely, type Sqlite } from '../../storage/sqlite.ts';
import { decideBatch } from '../batch.ts';
import { type JobResult, type RunJob, serializeError } from '../job.ts';
import { formatDay, type Op } from '../op.ts';
import type { OperationName } from '../operations.ts';
import { runOperation } from '../run-operation.ts';
import { SqliteBooks } from './books.ts';

export interface CoreOptions {
  refundsPerHour: number;
  commitDelayMs: number;
  clockOffsetMs: number;
}

export class SqliteCore {
  readonly #db: Sqlite;
  readonly #books: SqliteBooks;
  readonly #kysely: Kysely<Tables>;
  readonly #options: CoreOptions;
  readonly #begin;
  readonly #commit;
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));

  constructor(db: Sqlite, options: CoreOptions) {
    this.#db = db;
    this.#options = options;
    this.#books = new SqliteBooks(db, options.refundsPerHour);
    this.#kysely = createSqliteKysely(db);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
  }

  /** Results in the order of the operations, durable when this returns. */
  runBatch(ops: readonly Op[]): JobResult[] {
    try {
      return this.#runTransaction(ops);
    } catch (thrown) {
      // A store that is gone fails everything; anything else is one operation's fault and must not fail the rest.
      if (isStoreFailure(thrown) || ops.length === 1) return ops.map(() => ({ error: serializeError(thrown) }));
      return ops.flatMap((op) => this.runBatch([op]));
    }
  }

  #runTransaction(ops: readonly Op[]): JobResult[] {
    this.#begin.run();
    try {
      const books = this.#books.load(ops, this.#nowMs());
      const verdicts = decideBatch(books, ops, this.#options.refundsPerHour);
      this.#books.apply(books);
      this.#commitNow();
      return verdicts.map((verdict) => ({ verdict }));
    } catch (thrown) {
      this.#rollback();
      throw thrown;
    }
  }

  async run<N extends OperationName>({ name, input }: RunJob<N>): Promise<JobResult<N>> {
    try {
      this.#begin.run();
      const nowMs = this.#nowMs();
      const ctx = { db: this.#kysely, engine: 'sqlite' as const, nowMs, day: formatDay(nowMs), shard: 0 };
      const output = await runOperation(name, ctx, input);
      this.#commitNow();
      return { output };
    } catch (thrown) {
      this.#rollback();
      return { error: serializeError(thrown) };
    }
  }

  #commitNow(): void {
    const { commitDelayMs } = this.#options;
    if (commitDelayMs > 0) Atomics.wait(this.#pause, 0, 0, commitDelayMs);
    this.#commit.run();
  }

  /** Some errors (a full disk) have rolled back already. */
  #rollback(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  #nowMs(): number {
    return Date.now() + this.#options.clockOffsetMs;
  }
}
