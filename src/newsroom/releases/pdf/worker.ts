/** Entry of the worker thread that prints releases: a sheet in, a PDF or what is wrong with it out. */
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from '../../../kernel/thread-pool.ts';
import { renderRelease } from './render.ts';
import { type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

export type PrintAnswer = { pdf: ReleasePdf } | { trouble: 'too-long' };

parentPort?.on('message', async (sheet: ReleaseSheet) => {
  parentPort?.postMessage(await print(sheet));
});

async function print(sheet: ReleaseSheet): Promise<PrintAnswer | Defect> {
  try {
    return { pdf: await renderRelease(sheet) };
  } catch (thrown) {
    if (thrown instanceof TooManyPages) return { trouble: 'too-long' };
    return describeDefect(thrown);
  }
}
