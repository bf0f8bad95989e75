/** Entry of the worker threads that read pages: a job in, its content or what is wrong with it out. */
import { parentPort } from 'node:worker_threads';
import { readArticle } from './article.ts';
import {
  type ArticleJob,
  type PageArticle,
  type PageContent,
  PageError,
  type PageJob,
  type PageTrouble,
  readContent,
} from './content.ts';

export type ReaderJob = { page: PageJob } | { article: ArticleJob };

export type PageAnswer =
  | { page: PageContent }
  | { article: PageArticle }
  | { trouble: PageTrouble }
  | { defect: string };

parentPort?.on('message', (job: ReaderJob) => {
  parentPort?.postMessage(answerJob(job));
});

function answerJob(job: ReaderJob): PageAnswer {
  try {
    return 'page' in job ? { page: readContent(job.page) } : { article: readArticle(job.article) };
  } catch (thrown) {
    if (thrown instanceof PageError) return { trouble: thrown.trouble };
    return { defect: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
