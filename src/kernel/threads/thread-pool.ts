/**
 * Runs long work in worker threads. Threads start on demand, are replaced when a task takes too long, and end when
 * idle. Waiting tasks take turns.
 */
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import { FareboxError } from '../errors/errors.ts';
import { type Leave, type TurnLimits, type TurnOwner, Turns, untilAborted } from './turns.ts';

const WAITING_MAX = 64;
const WAITING_MAX_PER_OWNER = 16;

/**
 * Two threads, of which one owner has one at a time: the work of others never waits for more than what runs, however much one
 * of them asks for.
 */
export const FAIR_THREADS = {
  threadsMax: 2,
  shares: { freeAtOnce: 2, atOncePerOwner: 1, waitingMaxPerOwner: 8 },
} as const satisfies Pick<ThreadPoolOptions, 'threadsMax' | 'shares'>;

export interface ThreadPoolOptions {
  /** The thread's entry, from `src`. It answers each message with one. */
  entry: string;
  memoryMb: number;
  /** Default 1. */
  threadsMax?: number;
  /** Shares of the threads; by default an owner may use all of them. */
  shares?: Pick<TurnLimits, 'freeAtOnce' | 'atOncePerOwner' | 'waitingMaxPerOwner'>;
  /** The longest one piece of work may take. */
  taskMs: number;
  /** A thread ends after this long without work. */
  idleMs: number;
  tooLong(): FareboxError;
  /** The thread's memory did not suffice. */
  tooLarge(): FareboxError;
}

/** Unexpected error in a thread. */
export interface Defect {
  defect: string;
}

export const describeDefect = (thrown: unknown): Defect => ({
  defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
});

interface Task<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Thread<Answer> {
  worker: Worker;
  task: Task<Answer> | null;
  /** Ends the thread: its work takes too long, or it has none. */
  timer: NodeJS.Timeout | null;
}

export class ThreadPool<Input, Answer extends object> {
  readonly #options: ThreadPoolOptions;
  readonly #turns: Turns;
  readonly #threads = new Set<Thread<Answer>>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    const { threadsMax = 1, shares } = options;
    this.#turns = new Turns({
      atOnce: threadsMax,
      waitingMax: WAITING_MAX,
      waitingMaxPerOwner: WAITING_MAX_PER_OWNER,
      ...shares,
    });
  }

  /**
   * Throws what the options name, OVERLOADED, DRAINING, or INTERNAL for a defect; the signal's reason when it aborts first.
   * What has begun goes on then: the thread is free again sooner than a new one would start.
   */
  async run(input: Input, owner: TurnOwner, taskMs = this.#options.taskMs): Promise<Answer> {
    const leave = await this.#turns.take(owner);
    return await untilAborted(this.#work(input, taskMs, leave), owner.signal);
  }

  async close(): Promise<void> {
    this.#turns.refuseWaiting(new FareboxError('DRAINING'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new FareboxError('DRAINING'))));
  }

  /** The place is free again when the thread is, or is gone. */
  async #work(input: Input, taskMs: number, leave: Leave): Promise<Answer> {
    try {
      return await new Promise((resolve, reject) => {
        const thread = [...this.#threads].find(({ task }) => task === null) ?? this.#start();
        thread.task = { resolve, reject };
        this.#endAfter(taskMs, thread, this.#options.tooLong());
        thread.worker.postMessage(input);
      });
    } finally {
      leave();
    }
  }

  #start(): Thread<Answer> {
    const { entry, memoryMb } = this.#options;
    const worker = new Worker(resolveWorkerUrl(entry), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    worker.unref();
    const thread: Thread<Answer> = { worker, task: null, timer: null };
    worker.on('message', (answer: Answer | Defect) => this.#finish(thread, answer));
    worker.on('error', (error) => void this.#end(thread, this.#explain(error)));
    this.#threads.add(thread);
    return thread;
  }

  #explain(error: Error): FareboxError {
    const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isOutOfMemory ? this.#options.tooLarge() : new FareboxError('INTERNAL', { cause: error });
  }

  #finish(thread: Thread<Answer>, answer: Answer | Defect): void {
    const { task } = thread;
    if (!task) return;
    thread.task = null;
    this.#endAfter(this.#options.idleMs, thread, new Error('Nothing to do')).unref();
    if ('defect' in answer) task.reject(new FareboxError('INTERNAL', { cause: new Error(answer.defect) }));
    else task.resolve(answer);
  }

  /** Ends the thread, unless something else is waited for by then. */
  #endAfter(ms: number, thread: Thread<Answer>, error: Error): NodeJS.Timeout {
    if (thread.timer) clearTimeout(thread.timer);
    const timer = setTimeout(() => void this.#end(thread, error), ms);
    thread.timer = timer;
    return timer;
  }

  async #end(thread: Thread<Answer>, error: Error): Promise<void> {
    if (thread.timer) clearTimeout(thread.timer);
    this.#threads.delete(thread);
    const { task } = thread;
    thread.task = null;
    await thread.worker.terminate().catch(() => 0);
    task?.reject(error);
  }
}
