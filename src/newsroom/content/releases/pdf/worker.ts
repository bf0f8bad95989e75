/** Entry of the worker thread that prints releases: a sheet in, a PDF or what is wrong with it out. */
import { answerTasks } from '../../../../kernel/threads/thread-entry.ts';
import { renderRelease } from './render.ts';
import { type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

export type PrintAnswer = { pdf: ReleasePdf } | { trouble: 'too-long' };

answerTasks(async (sheet: ReleaseSheet): Promise<PrintAnswer> => {
  try {
    return { pdf: await renderRelease(sheet) };
  } catch (thrown) {
    if (thrown instanceof TooManyPages) return { trouble: 'too-long' };
    throw thrown;
  }
});
