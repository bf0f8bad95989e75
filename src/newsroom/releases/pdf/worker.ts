/** Entry of the worker thread that prints releases: a sheet in, a PDF or what is wrong with it out. */
import { parentPort } from 'node:worker_threads';
import { renderRelease } from './render.ts';
import { type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

export type PrintAnswer = { pdf: ReleasePdf } | { trouble: 'too-long' } | { defect: string };

parentPort?.on('message', async (sheet: ReleaseSheet) => {
  parentPort?.postMessage(await print(sheet));
});

async function print(sheet: ReleaseSheet): Promise<PrintAnswer> {
  try {
    return { pdf: await renderRelease(sheet) };
  } catch (thrown) {
    if (thrown instanceof TooManyPages) return { trouble: 'too-long' };
    return { defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
