/** Entry of a reader thread: runs long reads one after another, each on one snapshot. */
import { parentPort, workerData } from 'node:worker_threads';
import { formatDay } from '../clock.ts';
import { loadReads } from '../definitions.ts';
import { type JobResult, listTransferable, serializeError } from '../job.ts';
import type { View } from '../types.ts';
import { createSqliteKysely, loadSqlite, openForReading } from './open.ts';

export interface ReaderOptions {
  dataDir: string;
  clockOffsetMs: number;
}

export interface ReadJob {
  name: string;
  input: unknown;
}

if (!parentPort) throw new Error('This file is the entry of a worker thread.');
const port = parentPort;
const options: ReaderOptions = workerData;
const db = openForReading(await loadSqlite(), options.dataDir);
const kysely = createSqliteKysely(db);
const reads = await loadReads();

async function runRead({ name, input }: ReadJob): Promise<JobResult> {
  const nowMs = Date.now() + options.clockOffsetMs;
  const view: View = { db: kysely, engine: 'sqlite', nowMs, day: formatDay(nowMs) };
  try {
    db.exec('BEGIN');
    const definition = reads.get(name);
    if (!definition) throw new Error(`No file of reads exports the read ${name}.`);
    const output = await definition.run(view, input);
    return { output };
  } catch (thrown) {
    return { error: serializeError(thrown) };
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

function answer(job: ReadJob, result: JobResult): void {
  try {
    port.postMessage(result, listTransferable(result));
  } catch {
    const error = new Error(`The output of the read ${job.name} can't cross a thread.`);
    port.postMessage({ error: serializeError(error) });
  }
}

port.on('message', async (job: ReadJob) => answer(job, await runRead(job)));
