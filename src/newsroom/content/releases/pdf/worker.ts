/** Entry of the worker thread that prints releases and reads the pictures for them. */
import { answerTasks } from '../../../../kernel/threads/thread-entry.ts';
import { type Picture, type PictureLimits, readPicture } from '../../../../lib/picture.ts';
import { renderRelease } from './render.ts';
import { PDF_PAGES_MAX, type ReleasePdf, type ReleaseSheet, TooManyPages } from './types.ts';

export type PrintTask =
  | { sheet: ReleaseSheet; images: readonly Uint8Array[] }
  | { upload: Uint8Array; limits: PictureLimits };
/** `trouble`: a sentence. */
export type PrintAnswer = { pdf: ReleasePdf } | { picture: Picture } | { trouble: string };

answerTasks(async (task: PrintTask): Promise<PrintAnswer> => {
  if ('upload' in task) {
    const picture = readPicture(task.upload, task.limits);
    return typeof picture === 'string' ? { trouble: picture } : { picture };
  }
  try {
    return { pdf: await renderRelease(task.sheet, task.images) };
  } catch (thrown) {
    if (thrown instanceof TooManyPages) return { trouble: `The release has more than ${PDF_PAGES_MAX} pages.` };
    throw thrown;
  }
});
