/** `/docs`: guides, the manual, the API reference and its console. */
import type { WebDocument } from '../../describe/web-document.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { readGuide } from '../../locales/guides.ts';
import { FALLBACK } from '../../locales/texts.ts';
import type { KeepPage } from '../kept-pages.ts';
import type { PageInfo } from '../page-info.ts';
import { CONSOLE_PATH, renderConsolePage } from './console.tsx';
import { renderGuidePage } from './guide-page.tsx';
import { guides } from './guides/guides.ts';
import { renderManualPage } from './manual.tsx';
import { listManual } from './manual-files.ts';
import { renderReferencePage } from './reference.tsx';

/** Lifetime of a page: it changes with the server's version alone, but searches have no end. */
const KEPT_SECONDS = 600;
/** Of a page with measured figures. */
const MEASURED_SECONDS = 60;

export function buildDocsDocuments(keep: KeepPage, server: { registry: Registry; facts: PageInfo }): WebDocument[] {
  const page = { type: 'text/html; charset=utf-8', hasCors: false };
  return [
    {
      ...page,
      path: '/docs',
      title: 'Guides and the API reference',
      read: keep(KEPT_SECONDS, ({ readApi, query, language }) => renderReferencePage(readApi(), query, language)),
    },
    ...guides.map((guide) => ({
      ...page,
      path: `/docs/${guide.id}`,
      title: `Guide: ${readGuide(guide.id, FALLBACK).title}`,
      read: keep(KEPT_SECONDS, ({ readApi, language }) => renderGuidePage(guide, server, readApi(), language)),
    })),
    ...listManual().map((document) => ({
      ...page,
      path: `/docs/${document.name}`,
      title: document.title,
      isUnlisted: true,
      read: keep(KEPT_SECONDS, ({ readApi, language }) => renderManualPage(document, readApi(), language)),
    })),
    {
      ...page,
      path: CONSOLE_PATH,
      title: 'Console for trying the API',
      read: keep(MEASURED_SECONDS, ({ readApi, query, language }) =>
        renderConsolePage({ ...server, api: readApi(), query, language }),
      ),
    },
  ];
}
