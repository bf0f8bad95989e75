/** Entry of a reader thread: runs one long read after another, each on one state of the database. */
import { parentPort, workerData } from 'node:worker_threads';
import { formatDay } from '../clock.ts';
import { loadReads } from '../definitions.ts';
import { isSendable, type JobResult, serializeError } from '../job.ts';
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
    if (!isSendable(output)) throw new Error(`The output of the read ${name} can't cross a thread.`);
    return { output };
  } catch (thrown) {
    return { error: serializeError(thrown) };
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

port.on('message', async (job: ReadJob) => port.postMessage(await runRead(job)));
