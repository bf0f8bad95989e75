/** Entry of the worker threads that read pages: takes a job and returns its content or error. */
import { gunzipSync } from 'node:zlib';
import { answerTasks } from '../../../kernel/threads/thread-entry.ts';
import { decodeCutPage, decodePage } from '../network/charset.ts';
import { readArticle } from './article.ts';
import {
  type ArticleJob,
  type ContentJob,
  type PageArticle,
  type PageContent,
  PageError,
  type PageJob,
  type PageSource,
  type PageTrouble,
  readContent,
} from './content.ts';
import { type NewsPage, readNews } from './news.ts';
import { type ListJob, type ReleaseList, readReleases } from './releases.ts';

const UNZIPPED_BYTES_MAX = 8 * 1024 * 1024;

/** A job whose page is still as it came. */
export type RawPageJob<Job extends ContentJob> = Omit<Job, 'text'> & { source: PageSource };

export type ReaderJob =
  | { page: RawPageJob<PageJob> }
  | { article: RawPageJob<ArticleJob> }
  | { news: RawPageJob<ContentJob> }
  | { list: RawPageJob<ListJob> };

export type PageAnswer =
  | { page: PageContent }
  | { article: PageArticle }
  | { news: NewsPage }
  | { list: ReleaseList }
  | { trouble: PageTrouble };

answerTasks((job: ReaderJob): PageAnswer => {
  try {
    if ('page' in job) return { page: readContent({ ...job.page, text: decodeSource(job.page.source) }) };
    if ('news' in job) return { news: readNews({ ...job.news, text: decodeSource(job.news.source) }) };
    if ('list' in job) return { list: readReleases({ ...job.list, text: decodeSource(job.list.source) }) };
    return { article: readArticle({ ...job.article, text: decodeSource(job.article.source) }) };
  } catch (thrown) {
    if (thrown instanceof PageError) return { trouble: thrown.trouble };
    throw thrown;
  }
});

function decodeSource({ bytes, typeHeader, truncated }: PageSource): string {
  return (truncated ? decodeCutPage : decodePage)(unzip(bytes), typeHeader).text;
}

/** Some servers send a zipped file without saying so. */
function unzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: UNZIPPED_BYTES_MAX });
  } catch {
    return bytes;
  }
}
