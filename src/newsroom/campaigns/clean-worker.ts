/** Entry of the worker thread that cleans HTML: a text in, a text out. */
import { answerTasks } from '../../kernel/thread-entry.ts';
import { htmlToText } from '../text/html-text.ts';
import { cleanHtml } from './clean-html.ts';

export interface CleanAnswer {
  html: string;
  /** Plain text of the same. */
  text: string;
}

answerTasks((given: string): CleanAnswer => {
  const html = cleanHtml(given);
  return { html, text: htmlToText(html) };
});
