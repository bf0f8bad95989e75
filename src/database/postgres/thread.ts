/** Main-thread side of the thread for writes and long reads, so that paid calls do not wait for their computation. */
import { Worker } from 'node:worker_threads';
import type { Log } from '../../kernel/ports.ts';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import { createStoreUnavailableError } from '../failure.ts';
import { deserializeError, type Waiting, YOUNG_MB } from '../job.ts';
import type { FromThread, ThreadJob, ThreadOptions, ToThread } from './transactions-thread.ts';

export class TransactionThread {
  readonly #options: ThreadOptions;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #latestId = 0;
  #stopped = false;

  constructor(options: ThreadOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** Jobs that wait or run. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Starts the thread when there is none. Throws what the job throws, and STORE_UNAVAILABLE when the thread ends before. */
  run<Output>(job: ThreadJob): Promise<Output> {
    return new Promise<Output>((resolve, reject) => {
      if (this.#stopped) throw createStoreUnavailableError(new Error('The thread of writes is not running.'));
      this.#thread ??= this.#start();
      const message: ToThread = { id: ++this.#latestId, job };
      this.#thread.postMessage(message);
      this.#waiting.set(message.id, { accept: resolve, reject });
    });
  }

  /** Ends the thread after everything that was sent before. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    const message: ToThread = 'stop';
    thread.postMessage(message);
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(resolveWorkerUrl('database/postgres/transactions-thread.ts'), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    let problem: unknown = new Error('The thread of writes ended.');
    thread.on('message', ({ id, result }: FromThread) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if ('error' in result) waiting?.reject(deserializeError(result.error));
      else waiting?.accept(result.output);
    });
    thread.on('error', (error) => {
      problem = error;
    });
    thread.on('exit', () => this.#handleExit(problem));
    return thread;
  }

  /** Nobody knows what the thread had committed. The next job starts another. */
  #handleExit(problem: unknown): void {
    this.#thread = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(createStoreUnavailableError(problem));
    if (!this.#stopped) this.#log.error({ err: problem }, 'write thread exited, restarting with the next write');
  }
}
