/** Group commit on PostgreSQL: one connection of this instance writes the jobs of the lane, batch by batch. */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import {
  createStoreUnavailableError,
  isLockTimeout,
  isOutdated,
  isRetryable,
  isStoreFailure,
  toStoreError,
} from '../failure.ts';
import { UncertainOutcome } from '../job.ts';
import type { PostgresLane } from '../lane.ts';
import { connectPostgres } from './open.ts';
import { ParkedJobs } from './parked-jobs.ts';

export interface WriterOptions<Job> {
  url: string;
  name: string;
  queueMax: number;
  batchMax: number;
  mayRefuse(job: Job): boolean;
  commitDelayMs: number;
  clockOffsetMs: number;
  log: Log;
}

interface WaitingJob<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Counters are spread over so many rows. */
const SHARDS = 64;

/** So that the versions of one row, which a long snapshot holds back, do not become too many. */
const BATCHES_PER_SHARD = 64;

/** One of the rows of counters. */
export const chooseShard = (): number => randomInt(SHARDS);

const TRIES_MAX = 6;
/** Turns of the event loop that a batch waits for more. */
const GATHER_TURNS_MAX = 4;
/** After a failed connection attempt, writes fail at once for this long. */
const RECONNECT_PAUSE_MS = 250;

export class PostgresWriter<Job, Result> {
  readonly #options: WriterOptions<Job>;
  readonly #lane: PostgresLane<Job, Result>;
  readonly #parked: ParkedJobs<Job, WaitingJob<Job, Result>>;
  #shard = chooseShard();
  #batches = 0;
  #client: pg.Client | null = null;
  #queue: WaitingJob<Job, Result>[] = [];
  #working: Promise<void> | null = null;
  #failedAtMs = 0;
  #stopped = false;

  constructor(options: WriterOptions<Job>, lane: PostgresLane<Job, Result>) {
    this.#options = options;
    this.#lane = lane;
    this.#parked = new ParkedJobs(lane, options.mayRefuse);
  }

  submit(job: Job): Promise<Result> {
    if (this.#stopped) return Promise.reject(createStoreUnavailableError(new Error('The writer is not running.')));
    if (this.#options.mayRefuse(job) && this.#queue.length >= this.#options.queueMax) {
      return Promise.reject(new FareboxError('OVERLOADED', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#parked.wake();
      this.#working ??= this.#work();
    });
  }

  /** Waits for what was submitted before. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#parked.giveUp();
    await this.#working;
    await this.#client?.end().catch(() => {});
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0 || this.#parked.size > 0) {
      await this.#gather();
      if (this.#parked.isDue) await this.#unpark();
      const batch = this.#parked.parkMates(this.#queue.splice(0, this.#options.batchMax));
      if (batch.length > 0) await this.#commitBatch(batch);
      else if (this.#queue.length === 0) await this.#parked.waitUntilDue();
    }
    this.#working = null;
  }

  /** What the event loop has at hand belongs to the batch: it goes round for as long as that brings more. */
  async #gather(): Promise<void> {
    let size = 0;
    for (let turns = 0; turns < GATHER_TURNS_MAX && this.#queue.length > size; turns++) {
      size = this.#queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Those whose rows are free again go first. */
  async #unpark(): Promise<void> {
    try {
      this.#queue.unshift(...(await this.#parked.takeFree(await this.#ensureConnected())));
    } catch (thrown) {
      if (this.#client) this.#dropClient(this.#client, thrown);
      this.#parked.refuseAll(toStoreError(thrown));
    }
  }

  async #commitBatch(batch: readonly WaitingJob<Job, Result>[], tries = 1): Promise<void> {
    const jobs = batch.map(({ job }) => job);
    try {
      const results = await this.#withRetries(jobs);
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result !== undefined) resolve(result);
        else reject(new Error('A job of the lane was not decided.'));
      });
    } catch (thrown) {
      if (isLockTimeout(thrown)) {
        await this.#park(batch, tries);
      } else if (thrown instanceof FareboxError || thrown instanceof UncertainOutcome) {
        for (const { reject } of batch) reject(thrown);
      } else if (batch.length > 1) {
        // One job's own fault must not fail the rest.
        for (const waiting of batch) await this.#commitBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(new FareboxError('INTERNAL', { cause: thrown }));
      }
    }
  }

  /** Where no row of a job is locked, it is a counter that all share: another one is taken. */
  async #park(batch: readonly WaitingJob<Job, Result>[], tries: number): Promise<void> {
    let others = batch;
    try {
      others = await this.#parked.parkBlocked(await this.#ensureConnected(), batch);
      if (others.length === batch.length) {
        if (tries === TRIES_MAX) throw createStoreUnavailableError(new Error('A row stays locked.'));
        this.#shard = chooseShard();
      }
    } catch (thrown) {
      for (const { reject } of others) reject(toStoreError(thrown));
      return;
    }
    if (others.length > 0) await this.#commitBatch(others, tries + 1);
  }

  async #withRetries(jobs: readonly Job[]): Promise<Result[]> {
    if (++this.#batches % BATCHES_PER_SHARD === 0) this.#shard = chooseShard();
    for (let tries = 1; ; tries++) {
      const client = await this.#ensureConnected();
      try {
        return await this.#runTransaction(client, jobs);
      } catch (thrown) {
        if (!(isRetryable(thrown) || isOutdated(thrown)) || tries === TRIES_MAX) throw thrown;
        this.#options.log.debug({ err: thrown, tries }, 'ledger batch failed, retrying');
      }
    }
  }

  async #runTransaction(client: pg.Client, jobs: readonly Job[]): Promise<Result[]> {
    let committing = false;
    try {
      const { results, commit } = await this.#lane.decide(client, jobs, {
        clockOffsetMs: this.#options.clockOffsetMs,
        shard: this.#shard,
      });
      committing = true;
      await commit(this.#options.commitDelayMs);
      return results;
    } catch (thrown) {
      if ((isLockTimeout(thrown) || !isStoreFailure(thrown)) && (await this.#tryRollback(client))) throw thrown;
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
      const client = await connectPostgres({ url, name }, (lostClient, error) => this.#dropClient(lostClient, error));
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
    if (!this.#stopped) this.#options.log.error({ err: error }, 'ledger lost its database connection');
  }
}
