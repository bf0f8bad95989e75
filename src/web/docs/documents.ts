/** `/docs`: the reference of the API and its console. */
import type { WebDocument } from '../../describe/web-document.ts';
import type { KeepPage } from '../kept-pages.ts';
import { buildConsoleDocument } from './console.ts';
import { renderReferencePage } from './reference.ts';

/** How old a page may be: it changes with the server's version alone, but what is searched for has no end. */
const KEPT_SECONDS = 600;

export function buildDocsDocuments(keep: KeepPage): WebDocument[] {
  return [
    {
      path: '/docs',
      title: 'API reference',
      type: 'text/html; charset=utf-8',
      hasCors: false,
      read: keep(KEPT_SECONDS, ({ readApi, query }) => renderReferencePage(readApi(), query)),
    },
    buildConsoleDocument(),
  ];
}
