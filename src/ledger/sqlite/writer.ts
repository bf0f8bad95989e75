/** The main thread's side of the writer: one message for everything that arrived in a turn of the event loop. */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import { resolveWorkerUrl } from '../../kernel/worker-url.ts';
import { createStoreUnavailableError } from '../../storage/failure.ts';
import { deserializeError, type Job, type JobResult, type RunJob, UncertainOutcome } from '../job.ts';
import type { Op, Verdict } from '../op.ts';
import type { Inputs, OperationName, Outputs } from '../operations.ts';
import type { ThreadOptions } from './writer-thread.ts';

interface WaitingJob<N extends OperationName = OperationName> {
  accept(result: JobResult<N>): void;
  reject(error: Error): void;
}

const RESTART_MS = 500;

function buildError(result: JobResult): Error {
  return 'error' in result ? deserializeError(result.error) : new Error('The writer answered something else.');
}

export class SqliteWriter {
  readonly #options: ThreadOptions;
  readonly #queueMax: number;
  readonly #log: Log;
  #thread: Worker | null = null;
  #outbox: Job[] = [];
  /** In the order in which the thread will answer; `#head` is the next. */
  #waiting: WaitingJob[] = [];
  #head = 0;
  #flushing = false;
  #stopped = false;

  constructor(options: ThreadOptions, queueMax: number, log: Log) {
    this.#options = options;
    this.#queueMax = queueMax;
    this.#log = log;
    this.#start();
  }

  submit(op: Op): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.#send(op, {
        accept: (result) => ('verdict' in result ? resolve(result.verdict) : reject(buildError(result))),
        reject,
      });
    });
  }

  run<N extends OperationName>(name: N, input: Inputs[N]): Promise<Outputs[N]> {
    return new Promise((resolve, reject) => {
      const job: RunJob<N> = { kind: 'run', name, input };
      this.#send<N>(job, {
        accept: (result) => ('output' in result ? resolve(result.output) : reject(buildError(result))),
        reject,
      });
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

  #send<N extends OperationName>(job: Op | RunJob<N>, waiting: WaitingJob<N>): void {
    if (!this.#thread || this.#stopped) throw createStoreUnavailableError(new Error('The writer is not running.'));
    // A close is never refused: what is open is bounded already, and must be closed.
    if (job.kind !== 'close' && this.#waiting.length - this.#head >= this.#queueMax) {
      throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    }
    this.#waiting.push(waiting);
    this.#outbox.push(job);
    if (!this.#flushing) {
      this.#flushing = true;
      setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#outbox.length === 0) return;
    this.#thread?.postMessage(this.#outbox);
    this.#outbox = [];
  }

  #answer(results: readonly JobResult[]): void {
    for (const result of results) this.#waiting[this.#head++]?.accept(result);
    if (this.#head === this.#waiting.length) {
      this.#waiting = [];
      this.#head = 0;
    } else if (this.#head > 4096) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
  }

  #start(): void {
    const thread = new Worker(resolveWorkerUrl('ledger/sqlite/writer-thread.ts'), { workerData: this.#options });
    this.#thread = thread;
    let problem: unknown = new Error('The writer thread ended.');
    thread.on('message', (results: JobResult[]) => this.#answer(results));
    thread.on('error', (error) => {
      problem = error;
    });
    thread.on('exit', () => this.#handleExit(problem));
  }

  /** Nobody knows what the thread had committed: its waiters hear so, and a new thread takes over. */
  #handleExit(problem: unknown): void {
    this.#thread = null;
    const waiting = this.#waiting.slice(this.#head);
    this.#waiting = [];
    this.#head = 0;
    this.#outbox = [];
    for (const { reject } of waiting) reject(new UncertainOutcome(problem));
    if (this.#stopped) return;
    this.#log.error({ err: problem }, 'the ledger writer stopped and is started again');
    setTimeout(() => this.#stopped || this.#start(), RESTART_MS).unref();
  }
}
