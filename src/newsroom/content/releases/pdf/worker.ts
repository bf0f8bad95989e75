/** Entry of the worker thread that prints releases and reads the logos for them. */
import type { Logo } from '../../../../identity/companies/logo.ts';
import { answerTasks } from '../../../../kernel/threads/thread-entry.ts';
import { readLogo } from './logo.ts';
import { renderRelease } from './render.ts';
import { PDF_PAGES_MAX, type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

export type PrintTask = { sheet: ReleaseSheet } | { upload: Uint8Array };
/** `trouble`: a sentence. */
export type PrintAnswer = { pdf: ReleasePdf } | { logo: Logo } | { trouble: string };

answerTasks(async (task: PrintTask): Promise<PrintAnswer> => {
  if ('upload' in task) {
    const logo = readLogo(task.upload);
    return typeof logo === 'string' ? { trouble: logo } : { logo };
  }
  try {
    return { pdf: await renderRelease(task.sheet) };
  } catch (thrown) {
    if (thrown instanceof TooManyPages) return { trouble: `The release has more than ${PDF_PAGES_MAX} pages.` };
    throw thrown;
  }
});
