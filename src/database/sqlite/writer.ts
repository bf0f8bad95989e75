/** Main-thread side of the writer: one message for everything that arrived in a turn of the event loop. */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import { createStoreUnavailableError } from '../failure.ts';
import {
  deserializeError,
  isSendable,
  type JobResult,
  UncertainOutcome,
  type Waiting,
  type WriteJob,
  YOUNG_MB,
} from '../job.ts';
import type { FromThread, ThreadOptions } from './writer-thread.ts';

/** Jobs that a lane waits for, in the order in which the thread answers. */
class WaitingLine {
  #waiting: Waiting[] = [];
  #head = 0;

  get size(): number {
    return this.#waiting.length - this.#head;
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  answer(results: readonly JobResult[]): void {
    for (const result of results) {
      const next = this.#waiting[this.#head++];
      if ('error' in result) next?.reject(deserializeError(result.error));
      else next?.accept(result.output);
    }
    if (this.#head === this.#waiting.length) {
      this.#waiting = [];
      this.#head = 0;
    } else if (this.#head > 4096) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
  }

  takeAll(): Waiting[] {
    const waiting = this.#waiting.slice(this.#head);
    this.#waiting = [];
    this.#head = 0;
    return waiting;
  }
}

const RESTART_MS = 500;

const replaceUnsendable = (job: WriteJob): WriteJob =>
  job.kind === 'write' && !isSendable(job.input) ? { kind: 'unsendable', name: job.name } : job;

export interface SqliteWriterLimits<Job> {
  /** Jobs of a lane that may wait. */
  queueMax: number;
  mayRefuse(job: Job): boolean;
}

export class SqliteWriter<Job, Result> {
  readonly #options: ThreadOptions;
  readonly #limits: SqliteWriterLimits<Job>;
  readonly #log: Log;
  #thread: Worker | null = null;
  #outbox: { lane: Job[]; writes: WriteJob[] } = { lane: [], writes: [] };
  readonly #lane = new WaitingLine();
  readonly #writes = new WaitingLine();
  #flushing = false;
  #stopped = false;

  constructor(options: ThreadOptions, limits: SqliteWriterLimits<Job>, log: Log) {
    this.#options = options;
    this.#limits = limits;
    this.#log = log;
    this.#start();
  }

  /** A job of the lane that goes first. */
  submit(job: Job): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#admit(this.#lane, this.#limits.mayRefuse(job));
      this.#lane.push({ accept: resolve, reject });
      this.#outbox.lane.push(job);
      this.#flushSoon();
    });
  }

  run<Output>(job: WriteJob): Promise<Output> {
    return new Promise<Output>((resolve, reject) => {
      this.#admit(this.#writes, true);
      this.#writes.push({ accept: resolve, reject });
      this.#outbox.writes.push(job);
      this.#flushSoon();
    });
  }

  /** Ends the thread after everything that was sent before. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const thread = this.#thread;
    if (!thread) return;
    this.#flush();
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('stop');
    await ended;
  }

  #admit(line: WaitingLine, mayRefuse: boolean): void {
    if (!this.#thread || this.#stopped) throw createStoreUnavailableError(new Error('The writer is not running.'));
    if (mayRefuse && line.size >= this.#limits.queueMax) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    const { lane, writes } = this.#outbox;
    if (lane.length === 0 && writes.length === 0) return;
    this.#outbox = { lane: [], writes: [] };
    try {
      this.#thread?.postMessage({ lane, writes });
    } catch {
      this.#thread?.postMessage({ lane, writes: writes.map(replaceUnsendable) });
    }
  }

  #start(): void {
    const thread = new Worker(resolveWorkerUrl('database/sqlite/writer-thread.ts'), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#thread = thread;
    let problem: unknown = new Error('The writer thread ended.');
    thread.on('message', ({ lane, results }: FromThread) =>
      (lane === 'first' ? this.#lane : this.#writes).answer(results),
    );
    thread.on('error', (error) => {
      problem = error;
    });
    thread.on('exit', () => this.#handleExit(problem));
  }

  /** Nobody knows what the thread had committed: its waiters hear so, and a new thread takes over. */
  #handleExit(problem: unknown): void {
    this.#thread = null;
    this.#outbox = { lane: [], writes: [] };
    for (const { reject } of [...this.#lane.takeAll(), ...this.#writes.takeAll()])
      reject(new UncertainOutcome(problem));
    if (this.#stopped) return;
    this.#log.error({ err: problem }, 'database writer stopped, restarting');
    setTimeout(() => this.#stopped || this.#start(), RESTART_MS).unref();
  }
}
