/**
 * Reads pages in worker threads: parsing and a caller's selector can take seconds, and the event loop must not.
 * Threads start with the first page, are replaced when a page takes too long, and end when nobody reads.
 */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../kernel/errors.ts';
import { UpstreamFailure } from '../../kernel/failure.ts';
import { invalidInput } from '../../kernel/input.ts';
import { workerUrl } from '../../kernel/worker-url.ts';
import type { PageContent, PageJob, PageTrouble } from './content.ts';
import type { PageAnswer } from './worker.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    pages: PageReader;
  }
}

export interface PageReader {
  /** Throws INVALID_INPUT (selector), UNREADABLE_TARGET, OVERLOADED or UpstreamFailure `empty` (nothing matches). */
  read(job: PageJob, signal: AbortSignal): Promise<PageContent>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  threadsMax?: number;
  /** The longest one page may take. */
  pageMs?: number;
  /** Threads end after this long without a page. */
  idleMs?: number;
}

const WAITING_MAX = 64;
const THREAD_MEMORY_MB = 256;

interface Task {
  job: PageJob;
  resolve(content: PageContent): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  task: Task | null;
  timer: NodeJS.Timeout | null;
}

export function createPageReader(options: PageReaderOptions = {}): PageReader {
  const { threadsMax = 2, pageMs = 10_000, idleMs = 60_000 } = options;
  const threads = new Set<Thread>();
  const waiting: Task[] = [];

  const end = (thread: Thread, error: Error): void => {
    if (thread.timer) clearTimeout(thread.timer);
    threads.delete(thread);
    thread.task?.reject(error);
    thread.task = null;
    thread.worker.terminate().then(next, next);
  };

  const start = (): Thread => {
    const worker = new Worker(workerUrl('providers/page/worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    worker.unref();
    const thread: Thread = { worker, task: null, timer: null };
    worker.on('message', (answer: PageAnswer) => {
      finish(thread, answer);
      next();
    });
    worker.on('error', (error) => end(thread, failed(error)));
    threads.add(thread);
    return thread;
  };

  const finish = (thread: Thread, answer: PageAnswer): void => {
    const { task } = thread;
    thread.task = null;
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, new Error('idle')), idleMs).unref();
    if (!task) return;
    if ('done' in answer) task.resolve(answer.done);
    else if ('trouble' in answer) task.reject(explained(answer.trouble));
    else task.reject(new FareboxError('INTERNAL', { cause: new Error(answer.defect) }));
  };

  function next(): void {
    if (waiting.length === 0) return;
    const free = [...threads].find(({ task }) => task === null) ?? (threads.size < threadsMax ? start() : undefined);
    const task = free && waiting.shift();
    if (!free || !task) return;
    free.task = task;
    if (free.timer) clearTimeout(free.timer);
    free.timer = setTimeout(() => end(free, unreadable('The page or the selector is too complex.')), pageMs);
    free.worker.postMessage(task.job);
  }

  return {
    read: (job, signal) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING_MAX) return reject(new FareboxError('OVERLOADED', { retryAfterSeconds: 1 }));
        const leave = (): void => {
          const at = waiting.indexOf(task);
          if (at >= 0) waiting.splice(at, 1);
          reject(new UpstreamFailure('timeout', 'web', { cause: signal.reason }));
        };
        const done = (): void => signal.removeEventListener('abort', leave);
        const task: Task = {
          job,
          resolve: (content) => {
            done();
            resolve(content);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(task);
        next();
      }),
    async close() {
      for (const task of waiting.splice(0)) task.reject(new FareboxError('DRAINING'));
      const ending = [...threads].map(({ worker }) => worker.terminate());
      for (const thread of threads) end(thread, new FareboxError('DRAINING'));
      await Promise.all(ending);
    },
  };
}

function explained(trouble: PageTrouble): Error {
  switch (trouble) {
    case 'selector':
      return invalidInput([{ path: 'selector', message: 'Not a CSS selector' }]);
    case 'no-match':
      return new UpstreamFailure('empty', 'web', {
        message: 'Nothing on the page fits the selector. Nothing was charged.',
      });
    case 'no-document':
      return unreadable('The target is no HTML or XML document, so that a selector finds nothing in it.');
    case 'too-deep':
      return unreadable('The page is nested too deeply.');
  }
}

function failed(error: Error): FareboxError {
  const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? unreadable('The page is too large to be read.') : new FareboxError('INTERNAL', { cause: error });
}

function unreadable(message: string): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', { message: `${message} Nothing was charged.` });
}
