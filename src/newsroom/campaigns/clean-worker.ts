/** Entry of the worker thread that cleans HTML: a text in, a text out. */
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from '../../kernel/thread-pool.ts';
import { cleanHtml } from './clean-html.ts';

export interface CleanAnswer {
  html: string;
}

parentPort?.on('message', (html: string) => {
  parentPort?.postMessage(clean(html));
});

function clean(html: string): CleanAnswer | Defect {
  try {
    return { html: cleanHtml(html) };
  } catch (thrown) {
    return describeDefect(thrown);
  }
}
