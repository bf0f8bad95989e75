/** Entry of the thread that cleans and splits the HTML of mails. */
import { answerTasks } from '../../../../kernel/threads/thread-entry.ts';
import { htmlToText } from '../../../../text/html-text.ts';
import { type SplitHtml, splitLinks, toHtml } from '../../links/link-rewriter.ts';
import { cleanHtml } from './clean-html.ts';

export type MailHtmlTask = { clean: string } | { split: MailText };

/** `html` is null for a mail whose HTML is made from its text. */
export interface MailText {
  text: string;
  html: string | null;
}

export interface CleanHtml {
  html: string;
  /** Plain text of the same. */
  text: string;
}

export type MailHtmlAnswer = CleanHtml & SplitHtml;

function clean(given: string): CleanHtml {
  const html = cleanHtml(given);
  return { html, text: htmlToText(html) };
}

answerTasks(
  (task: MailHtmlTask): MailHtmlAnswer =>
    'clean' in task
      ? { ...clean(task.clean), pieces: [], urls: [] }
      : { html: '', text: '', ...splitLinks(task.split.html ?? toHtml(task.split.text)) },
);
