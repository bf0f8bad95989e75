/**
 * One piece of long work at a time in a worker thread, which starts with the first, is replaced when one takes too long, and
 * ends when there has been none for a while.
 */
import { Worker } from 'node:worker_threads';
import { FareboxError } from './errors.ts';
import { resolveWorkerUrl } from './worker-url.ts';

const WAITING_MAX = 64;

export interface ThreadQueueOptions {
  /** The thread's entry, from `src`. It answers each message with one. */
  entry: string;
  memoryMb: number;
  /** The longest one piece of work may take. */
  taskMs: number;
  /** The thread ends after this long without work. */
  idleMs: number;
  tooLong(): FareboxError;
  /** The thread's memory did not suffice. */
  tooLarge(): FareboxError;
}

/** What a thread says of an error that nobody foresaw. */
export interface Defect {
  defect: string;
}

export const describeDefect = (thrown: unknown): Defect => ({
  defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
});

interface Task<Input, Answer> {
  input: Input;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class ThreadQueue<Input, Answer extends object> {
  readonly #options: ThreadQueueOptions;
  readonly #waiting: Task<Input, Answer>[] = [];
  #worker: Worker | null = null;
  #current: Task<Input, Answer> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ThreadQueueOptions) {
    this.#options = options;
  }

  /** Throws what the options name, OVERLOADED, DRAINING, or INTERNAL for a defect; the signal's reason when it aborts first. */
  run(input: Input, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
      if (signal.aborted) return reject(signal.reason);
      const settle = (): void => signal.removeEventListener('abort', leave);
      const task: Task<Input, Answer> = {
        input,
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      // What has begun goes on to its end: the thread is free again sooner than a new one would start.
      const leave = (): void => {
        const at = this.#waiting.indexOf(task);
        if (at >= 0) this.#waiting.splice(at, 1);
        task.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(task);
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const task of this.#waiting.splice(0)) task.reject(new FareboxError('DRAINING'));
    await this.#end(new FareboxError('DRAINING'));
  }

  #next(): void {
    if (this.#current) return;
    const task = this.#waiting.shift();
    if (!task) return;
    this.#current = task;
    this.#worker ??= this.#start();
    this.#wait(this.#options.taskMs, this.#options.tooLong());
    this.#worker.postMessage(task.input);
  }

  #start(): Worker {
    const { entry, memoryMb } = this.#options;
    const worker = new Worker(resolveWorkerUrl(entry), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    worker.unref();
    worker.on('message', (answer: Answer | Defect) => this.#finish(worker, answer));
    worker.on('error', (error) => {
      if (worker === this.#worker) void this.#end(this.#explain(error));
    });
    return worker;
  }

  #explain(error: Error): FareboxError {
    const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isOutOfMemory ? this.#options.tooLarge() : new FareboxError('INTERNAL', { cause: error });
  }

  #finish(worker: Worker, answer: Answer | Defect): void {
    if (worker !== this.#worker) return;
    const task = this.#current;
    this.#current = null;
    this.#wait(this.#options.idleMs, new Error('Nothing to do')).unref();
    if ('defect' in answer) task?.reject(new FareboxError('INTERNAL', { cause: new Error(answer.defect) }));
    else task?.resolve(answer);
    this.#next();
  }

  /** Ends the thread after `ms`, unless something else is waited for by then. */
  #wait(ms: number, error: Error): NodeJS.Timeout {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#end(error), ms);
    return this.#timer;
  }

  async #end(error: Error): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    this.#current?.reject(error);
    this.#current = null;
    this.#next();
    await worker?.terminate().catch(() => 0);
  }
}
