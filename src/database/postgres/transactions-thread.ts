/** Entry of the thread of writes and long reads: runs as many at once as its pool has connections, and answers each when it has ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../kernel/threads/thread-entry.ts';
import { loadReads, loadWrites } from '../definitions.ts';
import { type JobResult, listTransferable, serializeError } from '../job.ts';
import { createPoolKysely, openPool } from './open.ts';
import { type TransactionOptions, Transactions } from './transactions.ts';

export interface ThreadOptions extends TransactionOptions {
  url: string;
}

export type ThreadJob = { kind: 'write' | 'read'; name: string; input: unknown } | { kind: 'purge' };
/** `stop` is answered by the thread's end. */
export type ToThread = { id: number; job: ThreadJob } | 'stop';
export interface FromThread {
  id: number;
  result: JobResult;
}

giveWay();
if (!parentPort) throw new Error('This file is the entry of a worker thread.');
const port = parentPort;
const options: ThreadOptions = workerData;
// Whoever borrows a connection that broke hears of it.
const kysely = createPoolKysely(openPool({ url: options.url, name: 'farebox' }, () => {}));
const [writes, reads] = [await loadWrites(), await loadReads()];
const transactions = new Transactions(kysely, options, writes);

async function run(job: ThreadJob): Promise<unknown> {
  if (job.kind === 'purge') {
    let most = 0;
    for (const purge of writes.purges) most = Math.max(most, await transactions.write((tx) => purge.run(tx)));
    return most;
  }
  const { kind, name, input } = job;
  const definition = (kind === 'write' ? writes.byName : reads).get(name);
  if (!definition) throw new Error(`No file of ${kind}s exports the ${kind} ${name}.`);
  return transactions[kind]((tx) => definition.run(tx, input));
}

async function answer(id: number, job: ThreadJob): Promise<void> {
  let result: JobResult;
  try {
    result = { output: await run(job) };
  } catch (thrown) {
    result = { error: serializeError(thrown) };
  }
  try {
    port.postMessage({ id, result }, listTransferable(result));
  } catch {
    // What was to be done is done, but nobody can be told what it answered.
    port.postMessage({ id, result: { error: serializeError(new Error("An output can't cross a thread.")) } });
  }
}

const working = new Set<Promise<void>>();

port.on('message', async (message: ToThread) => {
  if (message === 'stop') {
    await Promise.all(working);
    await kysely.destroy();
    port.close();
    return;
  }
  const work = answer(message.id, message.job).finally(() => working.delete(work));
  working.add(work);
});
