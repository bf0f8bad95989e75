/** Entry of the writer thread: collects what has arrived, commits it as one, answers in the same order. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { loadSqlite, openForWriting } from '../../storage/sqlite.ts';
import type { Job, JobResult } from '../job.ts';
import type { Op } from '../op.ts';
import { type CoreOptions, SqliteCore } from './core.ts';

export interface ThreadOptions extends CoreOptions {
  dataDir: string;
  batchMax: number;
}

/** `stop` is answered by the thread's end. */
export type ToThread = Job[] | 'stop';

if (!parentPort) throw new Error('This file is the entry of a worker thread.');
const port = parentPort;
const options: ThreadOptions = workerData;
const sqlite = await loadSqlite();
const db = openForWriting(sqlite, options.dataDir);
const core = new SqliteCore(db, options);
const queue: Job[] = [];
let head = 0;
let stopping = false;
let working = false;

function enqueue(message: ToThread): void {
  if (message === 'stop') stopping = true;
  else for (const job of message) queue.push(job);
}

/** Everything the main thread has sent meanwhile, without waiting for more. */
function enqueueAll(): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) enqueue(next.message);
}

/** The next named operation, or as many calls as stand before one. */
function takeBatch(): Op[] {
  const ops: Op[] = [];
  for (let job = queue[head]; job && job.kind !== 'run' && ops.length < options.batchMax; job = queue[++head]) {
    ops.push(job);
  }
  return ops;
}

async function runNext(): Promise<JobResult[]> {
  const job = queue[head];
  if (job?.kind !== 'run') return core.runBatch(takeBatch());
  head++;
  return [await core.run(job)];
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (enqueueAll(); head < queue.length; enqueueAll()) {
    port.postMessage(await runNext());
    if (head === queue.length) {
      queue.length = 0;
      head = 0;
    }
  }
  working = false;
  if (stopping) {
    db.close();
    port.close();
  }
}

port.on('message', (message: ToThread) => {
  enqueue(message);
  void work();
});
