/** Entry of the worker thread that cleans HTML: a text in, a text out. */
import { answerTasks } from '../../kernel/thread-entry.ts';
import { cleanHtml } from './clean-html.ts';

export interface CleanAnswer {
  html: string;
}

answerTasks((html: string): CleanAnswer => ({ html: cleanHtml(html) }));
