/** Group commit on PostgreSQL: one connection of this instance writes the jobs of the lane, batch by batch. */
import type pg from 'pg';
import { FareboxError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import { createStoreUnavailableError, isRetryable, isStoreFailure } from '../failure.ts';
import { UncertainOutcome } from '../job.ts';
import type { PostgresClock, PostgresLane } from '../lane.ts';
import { connectPostgres } from './open.ts';

export interface WriterOptions<Job> extends PostgresClock {
  url: string;
  name: string;
  queueMax: number;
  batchMax: number;
  mayRefuse(job: Job): boolean;
  commitDelayMs: number;
  log: Log;
}

interface WaitingJob<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const TRIES_MAX = 6;
/** After a failed connection attempt, writes fail at once for this long. */
const RECONNECT_PAUSE_MS = 250;

export class PostgresWriter<Job, Result> {
  readonly #options: WriterOptions<Job>;
  readonly #lane: PostgresLane<Job, Result>;
  #client: pg.Client | null = null;
  #queue: WaitingJob<Job, Result>[] = [];
  #working: Promise<void> | null = null;
  #failedAtMs = 0;
  #stopped = false;

  constructor(options: WriterOptions<Job>, lane: PostgresLane<Job, Result>) {
    this.#options = options;
    this.#lane = lane;
  }

  submit(job: Job): Promise<Result> {
    if (this.#stopped) return Promise.reject(createStoreUnavailableError(new Error('The writer is not running.')));
    if (this.#options.mayRefuse(job) && this.#queue.length >= this.#options.queueMax) {
      return Promise.reject(new FareboxError('OVERLOADED', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Waits for what was submitted before. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
    await this.#client?.end().catch(() => {});
  }

  async #work(): Promise<void> {
    // Whatever arrives in this turn of the event loop belongs to the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, this.#options.batchMax);
      await this.#commitBatch(batch);
    }
    this.#working = null;
  }

  async #commitBatch(batch: readonly WaitingJob<Job, Result>[]): Promise<void> {
    const jobs = batch.map(({ job }) => job);
    try {
      const results = await this.#withRetries(jobs);
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result !== undefined) resolve(result);
        else reject(new Error('A job of the lane was not decided.'));
      });
    } catch (thrown) {
      if (thrown instanceof FareboxError || thrown instanceof UncertainOutcome) {
        for (const { reject } of batch) reject(thrown);
      } else if (batch.length > 1) {
        // One job's own fault must not fail the rest.
        for (const waiting of batch) await this.#commitBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(new FareboxError('INTERNAL', { cause: thrown }));
      }
    }
  }

  async #withRetries(jobs: readonly Job[]): Promise<Result[]> {
    for (let tries = 1; ; tries++) {
      const client = await this.#ensureConnected();
      try {
        return await this.#runTransaction(client, jobs);
      } catch (thrown) {
        if (!isRetryable(thrown) || tries === TRIES_MAX) throw thrown;
        this.#options.log.debug({ err: thrown, tries }, 'a batch of the ledger is tried again');
      }
    }
  }

  async #runTransaction(client: pg.Client, jobs: readonly Job[]): Promise<Result[]> {
    let committing = false;
    try {
      const { results, commit } = await this.#lane.decide(client, jobs, this.#options);
      committing = true;
      await commit(this.#options.commitDelayMs);
      return results;
    } catch (thrown) {
      if (!isStoreFailure(thrown) && (await this.#tryRollback(client))) throw thrown;
      this.#dropClient(client, thrown);
      throw committing ? new UncertainOutcome(thrown) : createStoreUnavailableError(thrown);
    }
  }

  async #tryRollback(client: pg.Client): Promise<boolean> {
    try {
      await client.query('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }

  async #ensureConnected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    if (performance.now() - this.#failedAtMs < RECONNECT_PAUSE_MS && this.#failedAtMs > 0) {
      throw createStoreUnavailableError(new Error('The database could not be reached a moment ago.'));
    }
    try {
      const { url, name } = this.#options;
      const client = await connectPostgres({ url, name, pipeline: true }, (lostClient, error) =>
        this.#dropClient(lostClient, error),
      );
      await client.query(this.#lane.settings).catch((thrown: unknown) => {
        client.end().catch(() => {});
        throw thrown;
      });
      this.#client = client;
      return client;
    } catch (thrown) {
      this.#failedAtMs = performance.now();
      throw createStoreUnavailableError(thrown);
    }
  }

  #dropClient(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
    if (!this.#stopped) this.#options.log.error({ err: error }, 'the ledger lost its database connection');
  }
}
