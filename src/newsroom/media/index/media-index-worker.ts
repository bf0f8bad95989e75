/** Entry of the thread that keeps a copy of all media: a question in, its answer out, or that the copy is behind. */
import { answerTasks } from '../../../kernel/threads/thread-entry.ts';
import { MediaIndex } from './media-index.ts';
import type { IndexAnswer, IndexJob } from './media-index-types.ts';

const index = new MediaIndex();

answerTasks((work: IndexJob): IndexAnswer => {
  if (work.kind === 'learn') {
    index.learn(work.changes);
    return { learned: index.position };
  }
  if (index.position.revision < work.revision) return { behind: index.position };
  return work.kind === 'search' ? { found: index.search(work.query) } : { ranked: index.rank(work.query) };
});
