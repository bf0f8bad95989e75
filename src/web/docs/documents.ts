/** `/docs`: the reference of the API and its console. */
import type { WebDocument } from '../../describe/web-document.ts';
import { consoleDocuments } from './console.ts';
import { referencePage } from './reference.ts';

export function docsDocuments(): WebDocument[] {
  return [
    {
      path: '/docs',
      title: 'API reference',
      type: 'text/html; charset=utf-8',
      hasCors: false,
      read: ({ api, query }) => referencePage(api(), query),
    },
    ...consoleDocuments(),
  ];
}
