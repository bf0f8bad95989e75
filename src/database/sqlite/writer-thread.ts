/** Entry of the writer thread: collects arrived jobs, commits them together, and responds to each lane in order. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { importFile } from '../../lib/import-file.ts';
import { loadWrites } from '../definitions.ts';
import { isSendable, type JobResult, serializeError, type WriteJob } from '../job.ts';
import type { SqliteLaneModule } from '../lane.ts';
import { type CoreOptions, SqliteCore } from './core.ts';
import { loadSqlite, openForWriting } from './open.ts';

export interface ThreadOptions extends CoreOptions {
  dataDir: string;
  /** Below the folder of the sources: exports `openLane`. */
  lanePath: string;
  laneOptions: unknown;
  batchMax: number;
}

/** Messages of one turn of the main thread; `stop` is answered by the thread's end. */
export type ToThread = { lane: unknown[]; writes: WriteJob[] } | 'stop';
/** Answers in the order in which the jobs of that lane were sent. */
export type FromThread = { lane: 'first' | 'ordinary'; results: JobResult[] };

/** While calls come, ordinary writes get a fifth of the time: a flood of them must not slow what is paid for. */
const REST_FACTOR = 4;
/** Calls come as long as the last one was no longer ago. Five a second are enough: else each would meet a mailing's commits. */
const CALLS_COME_MS = 200;

if (!parentPort) throw new Error('This file is the entry of a worker thread.');
const port = parentPort;
const options: ThreadOptions = workerData;
const sqlite = await loadSqlite();
const db = openForWriting(sqlite, options.dataDir);
const laneUrl = new URL(`../../${options.lanePath.replace(/\.ts$/, '.js')}`, import.meta.url);
const { openLane }: SqliteLaneModule<unknown, unknown, unknown> = await importFile(laneUrl.href);
const core = new SqliteCore(db, openLane(db, options.laneOptions), await loadWrites(), options);

/** First in, first out; `take` gives up to so many of the oldest without removing them. */
class Queue<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(items: readonly T[]): void {
    for (const item of items) this.#items.push(item);
  }

  peek(count: number): T[] {
    return this.#items.slice(this.#head, this.#head + count);
  }

  drop(count: number): void {
    this.#head += count;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head > 4096) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }
}

/** No batch of ordinary writes gets so far within its time. */
const WRITES_MAX = 200;
const calls = new Queue<unknown>();
const writes = new Queue<WriteJob>();
let stopping = false;
let working = false;
let latestCallMs = Number.NEGATIVE_INFINITY;
let writesDueMs = 0;

function enqueue(message: ToThread): void {
  if (message === 'stop') {
    stopping = true;
    return;
  }
  calls.push(message.lane);
  writes.push(message.writes);
}

/** Everything the main thread has sent meanwhile, without waiting for more. */
function enqueueAll(): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) enqueue(next.message);
}

function post({ lane, results }: FromThread): void {
  try {
    port.postMessage({ lane, results });
  } catch {
    port.postMessage({ lane, results: results.map(replaceUnsendable) });
  }
}

/** The write is done, but nobody can be told what it answered. */
const replaceUnsendable = (result: JobResult): JobResult =>
  isSendable(result) ? result : { error: serializeError(new Error("A write's output can't cross a thread.")) };

function runCalls(): void {
  const jobs = calls.peek(options.batchMax);
  calls.drop(jobs.length);
  post({ lane: 'first', results: core.runLane(jobs) });
  latestCallMs = performance.now();
}

async function runWrites(): Promise<void> {
  const startMs = performance.now();
  const results = await core.runWrites(writes.peek(WRITES_MAX));
  writes.drop(results.length);
  post({ lane: 'ordinary', results });
  const endMs = performance.now();
  writesDueMs = endMs - latestCallMs < CALLS_COME_MS ? endMs + (endMs - startMs) * REST_FACTOR : endMs;
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (enqueueAll(); calls.size > 0 || writes.size > 0; enqueueAll()) {
    if (calls.size > 0) runCalls();
    if (writes.size === 0) continue;
    const waitMs = stopping ? 0 : writesDueMs - performance.now();
    if (waitMs <= 0) await runWrites();
    else if (calls.size === 0) {
      setTimeout(() => void work(), waitMs);
      break;
    }
  }
  working = false;
  if (stopping && calls.size === 0 && writes.size === 0) {
    db.close();
    port.close();
  }
}

port.on('message', (message: ToThread) => {
  enqueue(message);
  void work();
});
