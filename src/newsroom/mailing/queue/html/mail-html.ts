/** The HTML of mails: cleaned and split at its links, in a thread where the text is long. */
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import { FAIR_THREADS, ThreadPool } from '../../../../kernel/threads/thread-pool.ts';
import { ownShare, type Share, type TurnOwner } from '../../../../kernel/threads/turns.ts';
import { type SplitHtml, splitLinks, toHtml } from '../../links/link-rewriter.ts';
import type { CleanHtml, MailHtmlAnswer, MailHtmlTask, MailText } from './mail-html-worker.ts';

export interface MailHtml {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  clean(html: string, turnOwner: TurnOwner): Promise<CleanHtml>;
  /** Throws as `clean` does. */
  split(mail: MailText, companyId: string | null): Promise<SplitHtml>;
  close(): Promise<void>;
}

export interface MailHtmlOptions {
  /** The longest one text may take. */
  textMs?: number;
  /** The thread ends after this long without a text. */
  idleMs?: number;
}

const THREAD_MEMORY_MB = 128;
/** UTF-16 units that are split without a thread: well below a millisecond. */
const SHORT_MAX = 10_000;

const never = new AbortController().signal;

export function openMailHtml({ textMs = 5_000, idleMs = 60_000 }: MailHtmlOptions = {}): MailHtml {
  const threads = new ThreadPool<MailHtmlTask, MailHtmlAnswer>({
    entry: 'newsroom/mailing/queue/html/mail-html-worker.ts',
    ...FAIR_THREADS,
    memoryMb: THREAD_MEMORY_MB,
    taskMs: textMs,
    idleMs,
    tooLong: () => createTooLargeError('The HTML takes too long to process.'),
    tooLarge: () => createTooLargeError('The HTML needs too much memory to process.'),
  });
  return {
    clean: (html, turnOwner) => threads.run({ clean: html }, turnOwner),
    async split({ text, html }, companyId) {
      const isShort = (html ?? text).length <= SHORT_MAX;
      return isShort
        ? splitLinks(html ?? toHtml(text))
        : await threads.run({ split: { text, html } }, { share: shareOf(companyId), signal: never });
    },
    close: () => threads.close(),
  };
}

/** Mails take the turns of the company that they are from. */
const shareOf = (companyId: string | null): Share =>
  companyId === null ? ownShare : { owner: `mail of ${companyId}`, isPaid: true };

const createTooLargeError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Shorten it.' });
