/** `/docs`: the reference of the API and its console. */
import type { WebDocument } from '../../describe/web-document.ts';
import { buildConsoleDocument } from './console.ts';
import { renderReferencePage } from './reference.ts';

export function buildDocsDocuments(): WebDocument[] {
  return [
    {
      path: '/docs',
      title: 'API reference',
      type: 'text/html; charset=utf-8',
      hasCors: false,
      read: ({ readApi, query }) => renderReferencePage(readApi(), query),
    },
    buildConsoleDocument(),
  ];
}
