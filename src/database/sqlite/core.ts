/**
 * The single writer of a SQLite database: commits batches of the lane and batches of ordinary writes, each in a
 * transaction.
 */
import type { Kysely } from 'kysely';
import type { Writes } from '../definitions.ts';
import { isStoreFailure } from '../failure.ts';
import { type JobResult, serializeError, type WriteJob } from '../job.ts';
import type { SqliteLane } from '../lane.ts';
import { createTx } from '../tx.ts';
import type { Tables } from '../types.ts';
import { createSqliteKysely, type Sqlite } from './open.ts';

export interface CoreOptions {
  commitDelayMs: number;
  clockOffsetMs: number;
  /** For tests: the time that a batch of ordinary writes has. */
  batchMs?: number;
}

/** A batch of ordinary writes takes no more from then on: calls wait for it. */
const BATCH_MS = 5;

export class SqliteCore<Job, Result> {
  readonly #db: Sqlite;
  readonly #lane: SqliteLane<Job, Result>;
  readonly #writes: Writes;
  readonly #kysely: Kysely<Tables>;
  readonly #options: CoreOptions;
  readonly #begin;
  readonly #commit;
  readonly #savepoint;
  readonly #release;
  readonly #undo;
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));

  constructor(db: Sqlite, lane: SqliteLane<Job, Result>, writes: Writes, options: CoreOptions) {
    this.#db = db;
    this.#lane = lane;
    this.#writes = writes;
    this.#options = options;
    this.#kysely = createSqliteKysely(db);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#savepoint = db.prepare('SAVEPOINT one_write');
    this.#release = db.prepare('RELEASE one_write');
    this.#undo = db.prepare('ROLLBACK TO one_write');
  }

  /** Results in the order of the jobs, durable when this returns. */
  runLane(jobs: readonly Job[]): JobResult<Result>[] {
    try {
      this.#begin.run();
      const results = this.#lane.run(jobs, this.#nowMs());
      this.#commitNow();
      return results.map((output) => ({ output }));
    } catch (thrown) {
      this.#rollback();
      // A store that is gone fails everything; anything else is one job's fault and must not fail the rest.
      if (isStoreFailure(thrown) || jobs.length === 1) return jobs.map(() => ({ error: serializeError(thrown) }));
      return jobs.flatMap((job) => this.runLane([job]));
    }
  }

  /**
   * As many ordinary writes as fit into a short transaction, each with a savepoint: one that fails fails alone. Results in
   * order; what has no result was not begun.
   */
  async runWrites(jobs: readonly WriteJob[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    let depth = 1;
    try {
      this.#begin.run();
      const endMs = performance.now() + (this.#options.batchMs ?? BATCH_MS);
      for (const job of jobs) {
        depth = results.length + 1;
        results.push(await this.#runInSavepoint(job));
        if (performance.now() >= endMs) break;
      }
      this.#commitNow();
      return results;
    } catch (thrown) {
      this.#rollback();
      const error = serializeError(thrown);
      return jobs.slice(0, depth).map(() => ({ error }));
    }
  }

  /** Throws when the store is gone: then nothing of the batch has been written. */
  async #runInSavepoint(job: WriteJob): Promise<JobResult> {
    this.#savepoint.run();
    try {
      const output = await this.#runWrite(job);
      this.#release.run();
      return { output };
    } catch (thrown) {
      // Some errors (a full disk) have rolled back everything already.
      if (isStoreFailure(thrown) || !this.#db.inTransaction) throw thrown;
      this.#undo.run();
      this.#release.run();
      return { error: serializeError(thrown) };
    }
  }

  async #runWrite(job: WriteJob): Promise<unknown> {
    const tx = createTx({ db: this.#kysely, engine: 'sqlite', nowMs: this.#nowMs() }, this.#writes);
    if (job.kind === 'unsendable') throw new Error(`The input of the write ${job.name} can't cross a thread.`);
    if (job.kind === 'write') {
      const definition = this.#writes.byName.get(job.name);
      if (!definition) throw new Error(`No file of writes exports the write ${job.name}.`);
      return await definition.run(tx, job.input);
    }
    let most = 0;
    for (const purge of this.#writes.purges) most = Math.max(most, await purge.run(tx));
    return most;
  }

  #commitNow(): void {
    const { commitDelayMs } = this.#options;
    if (commitDelayMs > 0) Atomics.wait(this.#pause, 0, 0, commitDelayMs);
    this.#commit.run();
  }

  #rollback(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  #nowMs(): number {
    return Date.now() + this.#options.clockOffsetMs;
  }
}
