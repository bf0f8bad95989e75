/** Entry of the thread that keeps a copy of all media: a question in, its answer out, or that the copy is behind. */
import { answerTasks } from '../../../kernel/threads/thread-entry.ts';
import { MediaDesk } from './media-index.ts';
import type { DeskAnswer, DeskWork } from './media-index-types.ts';

const desk = new MediaDesk();

answerTasks((work: DeskWork): DeskAnswer => {
  if (work.kind === 'learn') {
    desk.learn(work.changes);
    return { learned: desk.position };
  }
  if (desk.position.revision < work.revision) return { behind: desk.position };
  return work.kind === 'search' ? { found: desk.search(work.query) } : { ranked: desk.rank(work.query) };
});
