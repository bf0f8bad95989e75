/**
 * Prints releases in a worker thread: to set a long one takes seconds, and its faces take some 40 MB. The thread starts with
 * the first release, is replaced when one takes too long, and ends when nobody prints.
 */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../../kernel/errors.ts';
import { resolveWorkerUrl } from '../../../kernel/worker-url.ts';
import { PDF_PAGES_MAX, type ReleasePdf, type ReleaseSheet } from './types.ts';
import type { PrintAnswer } from './worker.ts';

declare module '../../../kernel/context.ts' {
  interface Services {
    printer: ReleasePrinter;
  }
}

export interface ReleasePrinter {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  print(sheet: ReleaseSheet, signal: AbortSignal): Promise<ReleasePdf>;
  close(): Promise<void>;
}

export interface ReleasePrinterOptions {
  /** The longest one release may take. */
  releaseMs?: number;
  /** The thread ends after this long without a release. */
  idleMs?: number;
}

const WAITING_MAX = 64;
const THREAD_MEMORY_MB = 512;

interface Task {
  sheet: ReleaseSheet;
  resolve(pdf: ReleasePdf): void;
  reject(error: unknown): void;
}

export function createReleasePrinter(options: ReleasePrinterOptions = {}): ReleasePrinter {
  return new Printer(options);
}

class Printer implements ReleasePrinter {
  readonly #releaseMs: number;
  readonly #idleMs: number;
  readonly #waiting: Task[] = [];
  #worker: Worker | null = null;
  #current: Task | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor({ releaseMs = 10_000, idleMs = 60_000 }: ReleasePrinterOptions) {
    this.#releaseMs = releaseMs;
    this.#idleMs = idleMs;
  }

  print(sheet: ReleaseSheet, signal: AbortSignal): Promise<ReleasePdf> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
      if (signal.aborted) return reject(signal.reason);
      const settle = (): void => signal.removeEventListener('abort', leave);
      const task: Task = {
        sheet,
        resolve: (pdf) => {
          settle();
          resolve(pdf);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      // What is being printed is printed to its end: the thread is free again sooner than a new one would start.
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
    this.#wait(this.#releaseMs, tooLarge('The release takes too long to be set as a PDF.'));
    this.#worker.postMessage(task.sheet);
  }

  #start(): Worker {
    const worker = new Worker(resolveWorkerUrl('newsroom/releases/pdf/worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    worker.unref();
    worker.on('message', (answer: PrintAnswer) => this.#finish(worker, answer));
    worker.on('error', (error) => {
      if (worker === this.#worker) void this.#end(explain(error));
    });
    return worker;
  }

  #finish(worker: Worker, answer: PrintAnswer): void {
    if (worker !== this.#worker) return;
    const task = this.#current;
    this.#current = null;
    this.#wait(this.#idleMs, new Error('Nothing to print')).unref();
    if ('pdf' in answer) task?.resolve(answer.pdf);
    else if ('trouble' in answer) task?.reject(tooLarge(`The release has more than ${PDF_PAGES_MAX} pages.`));
    else task?.reject(new FareboxError('INTERNAL', { cause: new Error(answer.defect) }));
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

function explain(error: Error): FareboxError {
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? tooLarge('The release is too large to be set as a PDF.')
    : new FareboxError('INTERNAL', { cause: error });
}

function tooLarge(message: string): FareboxError {
  return new FareboxError('TOO_LARGE', { message, next: 'Shorten the release.' });
}
