/** Main-thread side of the reader threads: started on demand, each running one read at a time. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import { createOverloadedError, ReadQueue } from '../batches/read-queue.ts';
import { createStoreUnavailableError } from '../failure.ts';
import { deserializeError, type JobResult } from '../job.ts';
import type { ReaderOptions, ReadJob } from './reader-thread.ts';

/** The main thread and the writer need a processor as well. */
const THREADS = availableParallelism() > 2 ? 2 : 1;
/** A read that takes longer is given up together with its thread. */
const READ_MS_MAX = 12_000;

export class SqliteReaders {
  readonly #options: ReaderOptions;
  readonly #queue = new ReadQueue(THREADS);
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #stopped = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  run<Output>(job: ReadJob): Promise<Output> {
    return this.#queue.run(() => this.#ask<Output>(job));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #ask<Output>(job: ReadJob): Promise<Output> {
    if (this.#stopped) throw createStoreUnavailableError(new Error('The readers are not running.'));
    const thread = this.#idle.pop() ?? this.#start();
    return new Promise<Output>((resolve, reject) => {
      const giveUp = (error: Error): void => {
        end();
        void thread.terminate();
        reject(error);
      };
      const timer = setTimeout(() => giveUp(createOverloadedError()), READ_MS_MAX);
      const handleAnswer = (result: JobResult<Output>): void => {
        end();
        this.#idle.push(thread);
        if ('error' in result) reject(deserializeError(result.error));
        else resolve(result.output);
      };
      const handleFailure = (error: unknown): void => giveUp(createStoreUnavailableError(error));
      const end = (): void => {
        clearTimeout(timer);
        thread.off('message', handleAnswer).off('error', handleFailure).off('exit', handleFailure);
      };
      thread.on('message', handleAnswer).on('error', handleFailure).on('exit', handleFailure);
      try {
        thread.postMessage(job);
      } catch (thrown) {
        end();
        this.#idle.push(thread);
        reject(thrown);
      }
    });
  }

  #start(): Worker {
    const thread = new Worker(resolveWorkerUrl('database/sqlite/reader-thread.ts'), { workerData: this.#options });
    thread.unref();
    this.#all.add(thread);
    // Somebody must listen, or the error ends the process.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return thread;
  }
}
