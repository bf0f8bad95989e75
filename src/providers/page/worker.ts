/** Entry of the worker threads that read pages: a job in, its content or what is wrong with it out. */
import { parentPort } from 'node:worker_threads';
import { type PageContent, PageError, type PageJob, type PageTrouble, readContent } from './content.ts';

export type PageAnswer = { done: PageContent } | { trouble: PageTrouble } | { defect: string };

parentPort?.on('message', (job: PageJob) => {
  parentPort?.postMessage(answerTo(job));
});

function answerTo(job: PageJob): PageAnswer {
  try {
    return { done: readContent(job) };
  } catch (thrown) {
    if (thrown instanceof PageError) return { trouble: thrown.trouble };
    return { defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
