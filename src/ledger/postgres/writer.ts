/** Group commit on PostgreSQL: one connection of this instance writes its calls, batch by batch. */
import type pg from 'pg';
import { FareboxError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import { createStoreUnavailableError, isRetryable, isStoreFailure } from '../../storage/failure.ts';
import { connectPostgres, INDEX_ONLY_PLANS } from '../../storage/postgres.ts';
import { decideBatch } from '../batch.ts';
import { UncertainOutcome } from '../job.ts';
import type { Op, Verdict } from '../op.ts';
import { applyAndCommit } from './apply.ts';
import { type LoadOptions, loadBooks } from './load.ts';

export interface WriterOptions extends LoadOptions {
  url: string;
  name: string;
  queueMax: number;
  batchMax: number;
  commitDelayMs: number;
  log: Log;
}

interface WaitingOp {
  op: Op;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

const TRIES_MAX = 6;
/** After a failed connection attempt, writes fail at once for this long. */
const RECONNECT_PAUSE_MS = 250;

export class PostgresWriter {
  readonly #options: WriterOptions;
  #client: pg.Client | null = null;
  #queue: WaitingOp[] = [];
  #working: Promise<void> | null = null;
  #failedAtMs = 0;
  #stopped = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  submit(op: Op): Promise<Verdict> {
    if (this.#stopped) return Promise.reject(createStoreUnavailableError(new Error('The writer is not running.')));
    // A close is never refused: what is open is bounded already, and must be closed.
    if (op.kind === 'open' && this.#queue.length >= this.#options.queueMax) {
      return Promise.reject(new FareboxError('OVERLOADED', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ op, resolve, reject });
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

  async #commitBatch(batch: readonly WaitingOp[]): Promise<void> {
    const ops = batch.map(({ op }) => op);
    try {
      const verdicts = await this.#withRetries(ops);
      batch.forEach(({ resolve, reject }, index) => {
        const verdict = verdicts[index];
        if (verdict) resolve(verdict);
        else reject(new Error('An operation was not decided.'));
      });
    } catch (thrown) {
      if (thrown instanceof FareboxError || thrown instanceof UncertainOutcome) {
        for (const { reject } of batch) reject(thrown);
      } else if (batch.length > 1) {
        // One operation's own fault must not fail the rest.
        for (const waiting of batch) await this.#commitBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(new FareboxError('INTERNAL', { cause: thrown }));
      }
    }
  }

  async #withRetries(ops: readonly Op[]): Promise<Verdict[]> {
    for (let tries = 1; ; tries++) {
      const client = await this.#ensureConnected();
      try {
        return await this.#runTransaction(client, ops);
      } catch (thrown) {
        if (!isRetryable(thrown) || tries === TRIES_MAX) throw thrown;
        this.#options.log.debug({ err: thrown, tries }, 'a batch of the ledger is tried again');
      }
    }
  }

  async #runTransaction(client: pg.Client, ops: readonly Op[]): Promise<Verdict[]> {
    let committing = false;
    try {
      const books = await loadBooks(client, ops, this.#options);
      const verdicts = decideBatch(books, ops, this.#options.refundsPerHour);
      committing = true;
      await applyAndCommit(client, books, this.#options.commitDelayMs);
      return verdicts;
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
      const client = await connectPostgres({ url, name, pipeline: true }, (lost, error) =>
        this.#dropClient(lost, error),
      );
      await client.query(INDEX_ONLY_PLANS).catch((thrown: unknown) => {
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
