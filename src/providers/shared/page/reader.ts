/**
 * Reads pages in worker threads: decoding, parsing and a caller's selector can take seconds, and the event loop must not.
 */
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { ThreadPool } from '../../../kernel/threads/thread-pool.ts';
import type { TurnOwner } from '../../../kernel/threads/turns.ts';
import { createInvalidInputError } from '../../../kernel/tool/input.ts';
import type { ArticleJob, ContentJob, PageArticle, PageContent, PageJob, PageTrouble } from './content.ts';
import type { NewsPage } from './news.ts';
import type { ListJob, ReleaseList } from './releases.ts';
import type { PageAnswer, RawPageJob, ReaderJob } from './worker.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    pages: PageReader;
  }
}

export interface PageReader {
  /** Throws INVALID_INPUT (selector), UNREADABLE_TARGET, OVERLOADED or UpstreamFailure `empty` (nothing matches). */
  read(job: RawPageJob<PageJob>, owner: TurnOwner): Promise<PageContent>;
  /** The content of a page without what stands around it. Throws UNREADABLE_TARGET or OVERLOADED. */
  readArticle(job: RawPageJob<ArticleJob>, owner: TurnOwner): Promise<PageArticle>;
  /** A news text with what its page says about it. Throws UNREADABLE_TARGET or OVERLOADED. */
  readNews(job: RawPageJob<ContentJob>, owner: TurnOwner): Promise<NewsPage>;
  /** What a feed or a page lists. Throws UNREADABLE_TARGET or OVERLOADED. */
  readReleases(job: RawPageJob<ListJob>, owner: TurnOwner): Promise<ReleaseList>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  threadsMax?: number;
  /** The longest one page may take. */
  pageMs?: number;
  /** Threads end after this long without a page. */
  idleMs?: number;
}

const THREAD_MEMORY_MB = 512;
/** To find the content of a page takes longer than to read all of it. */
const ARTICLE_TIMES = 2;

export function createPageReader(options: PageReaderOptions = {}): PageReader {
  return new ThreadedPageReader(options);
}

class ThreadedPageReader implements PageReader {
  readonly #pageMs: number;
  readonly #threads: ThreadPool<ReaderJob, PageAnswer>;

  constructor({ threadsMax = 2, pageMs = 10_000, idleMs = 60_000 }: PageReaderOptions) {
    this.#pageMs = pageMs;
    this.#threads = new ThreadPool({
      entry: 'providers/shared/page/worker.ts',
      memoryMb: THREAD_MEMORY_MB,
      threadsMax,
      taskMs: pageMs,
      idleMs,
      tooLong: () => createUnreadableError('The page or the selector is too complex.'),
      tooLarge: () => createUnreadableError('The page is too large to be read.'),
    });
  }

  async read(page: RawPageJob<PageJob>, owner: TurnOwner): Promise<PageContent> {
    const answer = await this.#ask({ page }, owner, this.#pageMs);
    if ('page' in answer) return answer.page;
    throw explainAnswer(answer);
  }

  async readArticle(article: RawPageJob<ArticleJob>, owner: TurnOwner): Promise<PageArticle> {
    const answer = await this.#ask({ article }, owner, this.#pageMs * ARTICLE_TIMES);
    if ('article' in answer) return answer.article;
    throw explainAnswer(answer);
  }

  async readNews(news: RawPageJob<ContentJob>, owner: TurnOwner): Promise<NewsPage> {
    const answer = await this.#ask({ news }, owner, this.#pageMs * ARTICLE_TIMES);
    if ('news' in answer) return answer.news;
    throw explainAnswer(answer);
  }

  async readReleases(list: RawPageJob<ListJob>, owner: TurnOwner): Promise<ReleaseList> {
    const answer = await this.#ask({ list }, owner, this.#pageMs);
    if ('list' in answer) return answer.list;
    throw explainAnswer(answer);
  }

  async #ask(job: ReaderJob, owner: TurnOwner, ms: number): Promise<PageAnswer> {
    try {
      return await this.#threads.run(job, owner, ms);
    } catch (thrown) {
      if (thrown instanceof FareboxError || !owner.signal.aborted) throw thrown;
      throw new UpstreamFailure('timeout', 'web', { cause: thrown });
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

function explainAnswer(answer: PageAnswer): Error {
  if ('trouble' in answer) return explainTrouble(answer.trouble);
  return new FareboxError('INTERNAL', { cause: new Error('The wrong answer') });
}

function explainTrouble(trouble: PageTrouble): Error {
  switch (trouble) {
    case 'selector':
      return createInvalidInputError([{ path: 'selector', message: 'Not a CSS selector' }]);
    case 'no-match':
      return new UpstreamFailure('empty', 'web', {
        message: 'Nothing on the page matches the selector. Nothing was charged.',
      });
    case 'no-document':
      return createUnreadableError('The target isn’t an HTML or XML document, so no selector can match.');
    case 'no-text':
      return createUnreadableError('The page has no text of its own; scripts render it in a browser.');
    case 'too-deep':
      return createUnreadableError('The page is nested too deeply.');
  }
}

function createUnreadableError(message: string): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', { message: `${message} Nothing was charged.` });
}
