/** Analyses off the main thread, and how their records are shown. */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../kernel/errors.ts';
import { resolveWorkerUrl } from '../../kernel/worker-url.ts';
import { formatZonedTime } from '../../kernel/zoned-time.ts';
import { type Analysis, type AnalysisInput, analyzeText } from './analyze.ts';
import type { AnalysisAnswer } from './worker.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    analyses: Analyses;
  }
}

export interface Analyses {
  /** The service's zone. */
  readonly zone: string;
  formatTime(ms: number): string;
  /** By rules alone. Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  analyze(input: AnalysisInput, signal: AbortSignal): Promise<Analysis>;
  close(): Promise<void>;
}

export interface AnalysesOptions {
  zone: string;
  /** The longest one text may take. */
  textMs?: number;
  /** The thread ends after this long without a text. */
  idleMs?: number;
}

/** UTF-16 units of a text that costs the main thread less than crossing to another. */
const SHORT_TEXT_MAX = 1_000;
const WAITING_MAX = 64;
const THREAD_MEMORY_MB = 256;

interface Task {
  input: AnalysisInput;
  resolve(analysis: Analysis): void;
  reject(error: unknown): void;
}

export function openAnalyses(options: AnalysesOptions): Analyses {
  return new ThreadedAnalyses(options);
}

class ThreadedAnalyses implements Analyses {
  readonly zone: string;
  readonly #textMs: number;
  readonly #idleMs: number;
  readonly #waiting: Task[] = [];
  #worker: Worker | null = null;
  #current: Task | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor({ zone, textMs = 10_000, idleMs = 60_000 }: AnalysesOptions) {
    this.zone = zone;
    this.#textMs = textMs;
    this.#idleMs = idleMs;
  }

  formatTime(ms: number): string {
    return formatZonedTime(ms, this.zone);
  }

  async analyze(input: AnalysisInput, signal: AbortSignal): Promise<Analysis> {
    signal.throwIfAborted();
    if (input.body.length <= SHORT_TEXT_MAX) return analyzeText(input);
    if (this.#waiting.length >= WAITING_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    return await new Promise((resolve, reject) => {
      // What is being analysed is analysed to its end: the thread is free again sooner than a new one would start.
      const leave = (): void => {
        const at = this.#waiting.indexOf(task);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const settle = (): void => signal.removeEventListener('abort', leave);
      const task: Task = {
        input,
        resolve: (analysis) => {
          settle();
          resolve(analysis);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
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
    this.#wait(this.#textMs, createTooLargeError('The text takes too long to be analysed.'));
    this.#worker.postMessage(task.input);
  }

  #start(): Worker {
    const worker = new Worker(resolveWorkerUrl('newsroom/analyses/worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    worker.unref();
    worker.on('message', (answer: AnalysisAnswer) => this.#finish(worker, answer));
    worker.on('error', (error) => {
      if (worker === this.#worker) void this.#end(explainThreadError(error));
    });
    return worker;
  }

  #finish(worker: Worker, answer: AnalysisAnswer): void {
    if (worker !== this.#worker) return;
    const task = this.#current;
    this.#current = null;
    this.#wait(this.#idleMs, new Error('Nothing to analyse')).unref();
    if ('analysis' in answer) task?.resolve(answer.analysis);
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

function explainThreadError(error: Error): FareboxError {
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? createTooLargeError('The text is too large to be analysed.')
    : new FareboxError('INTERNAL', { cause: error });
}

const createTooLargeError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Shorten the text.' });
