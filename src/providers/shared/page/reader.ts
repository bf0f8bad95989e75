/**
 * Reads pages in worker threads: parsing and a caller's selector can take seconds, and the event loop must not.
 * Threads start with the first page, are replaced when a page takes too long, and end when nobody reads.
 */
import { Worker } from 'node:worker_threads';
import { FareboxError } from '../../../kernel/errors.ts';
import { UpstreamFailure } from '../../../kernel/failure.ts';
import { createInvalidInputError } from '../../../kernel/input.ts';
import { resolveWorkerUrl } from '../../../kernel/worker-url.ts';
import type { ArticleJob, PageArticle, PageContent, PageJob, PageTrouble } from './content.ts';
import type { PageAnswer, ReaderJob } from './worker.ts';

declare module '../../../kernel/context.ts' {
  interface Services {
    pages: PageReader;
  }
}

export interface PageReader {
  /** Throws INVALID_INPUT (selector), UNREADABLE_TARGET, OVERLOADED or UpstreamFailure `empty` (nothing matches). */
  read(job: PageJob, signal: AbortSignal): Promise<PageContent>;
  /** The content of a page without what stands around it. Throws UNREADABLE_TARGET or OVERLOADED. */
  readArticle(job: ArticleJob, signal: AbortSignal): Promise<PageArticle>;
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
const THREAD_MEMORY_MB = 512;
/** To find the content of a page takes longer than to read all of it. */
const ARTICLE_TIMES = 2;

interface Task {
  job: ReaderJob;
  resolve(answer: PageAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  task: Task | null;
  /** Ends the thread: its page takes too long, or it has none. */
  timer: NodeJS.Timeout | null;
}

export function createPageReader(options: PageReaderOptions = {}): PageReader {
  return new ThreadedPageReader(options);
}

class ThreadedPageReader implements PageReader {
  readonly #threadsMax: number;
  readonly #pageMs: number;
  readonly #idleMs: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Task[] = [];

  constructor({ threadsMax = 2, pageMs = 10_000, idleMs = 60_000 }: PageReaderOptions) {
    this.#threadsMax = threadsMax;
    this.#pageMs = pageMs;
    this.#idleMs = idleMs;
  }

  async read(page: PageJob, signal: AbortSignal): Promise<PageContent> {
    const answer = await this.#ask({ page }, signal);
    if ('page' in answer) return answer.page;
    throw buildError(answer);
  }

  async readArticle(article: ArticleJob, signal: AbortSignal): Promise<PageArticle> {
    const answer = await this.#ask({ article }, signal);
    if ('article' in answer) return answer.article;
    throw buildError(answer);
  }

  #ask(job: ReaderJob, signal: AbortSignal): Promise<PageAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
      const task: Task = { job, resolve, reject };
      const onCallerGone = (): void => this.#leave(task, signal.reason);
      task.resolve = (answer) => {
        signal.removeEventListener('abort', onCallerGone);
        resolve(answer);
      };
      task.reject = (error) => {
        signal.removeEventListener('abort', onCallerGone);
        reject(error);
      };
      if (signal.aborted) return onCallerGone();
      signal.addEventListener('abort', onCallerGone, { once: true });
      this.#waiting.push(task);
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const task of this.#waiting.splice(0)) task.reject(new FareboxError('DRAINING'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new FareboxError('DRAINING'))));
  }

  /** A page that is being read is read to its end: its thread is free again sooner than a new one would start. */
  #leave(task: Task, cause: unknown): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    task.reject(new UpstreamFailure('timeout', 'web', { cause }));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = [...this.#threads].find(({ task }) => task === null) ?? this.#start();
    const task = thread && this.#waiting.shift();
    if (!thread || !task) return;
    thread.task = task;
    if (thread.timer) clearTimeout(thread.timer);
    const tooLong = createUnreadableError('The page or the selector is too complex.');
    const ms = 'article' in task.job ? this.#pageMs * ARTICLE_TIMES : this.#pageMs;
    thread.timer = setTimeout(() => void this.#end(thread, tooLong), ms);
    thread.worker.postMessage(task.job);
  }

  /** A new thread, or undefined when there are enough. */
  #start(): Thread | undefined {
    if (this.#threads.size >= this.#threadsMax) return undefined;
    const worker = new Worker(resolveWorkerUrl('providers/shared/page/worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    worker.unref();
    const thread: Thread = { worker, task: null, timer: null };
    worker.on('message', (answer: PageAnswer) => this.#finish(thread, answer));
    worker.on('error', (error) => void this.#end(thread, explainThreadError(error)));
    this.#threads.add(thread);
    return thread;
  }

  #finish(thread: Thread, answer: PageAnswer): void {
    const { task } = thread;
    thread.task = null;
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.#end(thread, new Error('Nothing to read')), this.#idleMs).unref();
    task?.resolve(answer);
    this.#next();
  }

  async #end(thread: Thread, error: Error): Promise<void> {
    if (thread.timer) clearTimeout(thread.timer);
    this.#threads.delete(thread);
    thread.task?.reject(error);
    thread.task = null;
    await thread.worker.terminate().catch(() => 0);
    this.#next();
  }
}

function buildError(answer: PageAnswer): Error {
  if ('trouble' in answer) return explainTrouble(answer.trouble);
  return new FareboxError('INTERNAL', { cause: new Error('defect' in answer ? answer.defect : 'The wrong answer') });
}

function explainTrouble(trouble: PageTrouble): Error {
  switch (trouble) {
    case 'selector':
      return createInvalidInputError([{ path: 'selector', message: 'Not a CSS selector' }]);
    case 'no-match':
      return new UpstreamFailure('empty', 'web', {
        message: 'Nothing on the page fits the selector. Nothing was charged.',
      });
    case 'no-document':
      return createUnreadableError('The target is no HTML or XML document, so that a selector finds nothing in it.');
    case 'no-text':
      return createUnreadableError('The page holds no text of its own; scripts draw it in a browser.');
    case 'too-deep':
      return createUnreadableError('The page is nested too deeply.');
  }
}

function explainThreadError(error: Error): FareboxError {
  const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory
    ? createUnreadableError('The page is too large to be read.')
    : new FareboxError('INTERNAL', { cause: error });
}

function createUnreadableError(message: string): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', { message: `${message} Nothing was charged.` });
}
