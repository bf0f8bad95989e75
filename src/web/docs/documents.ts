/** `/docs`: guides, the manual, the API reference and its console. */

import { toOperationId } from '../../describe/openapi/operation.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { WebDocument } from '../../describe/web-document.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { readGuide } from '../../locales/guides.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, texts } from '../../locales/texts.ts';
import type { KeepPage, PageRequest } from '../kept-pages.ts';
import type { PageInfo } from '../page-info.ts';
import { CONSOLE_PATH, renderConsolePage } from './console.tsx';
import { renderGuidePage } from './guide-page.tsx';
import { guides } from './guides/guides.ts';
import { hasOwnPages, sectionNames } from './layout.tsx';
import { renderManualPage } from './manual.tsx';
import { listManual } from './manual-files.ts';
import { toGroupPath, toOperationPath } from './paths.ts';
import { renderReferencePage } from './reference.tsx';
import { buildSearchIndex, type SearchEntry, type SearchIndex, searchIndex } from './search.ts';

/** Lifetime of a page: it changes with the server's version alone, but searches have no end. */
const KEPT_SECONDS = 600;
/** Of a page with measured figures. */
const MEASURED_SECONDS = 60;

export function buildDocsDocuments(keep: KeepPage, server: { registry: Registry; facts: PageInfo }): WebDocument[] {
  const page = { type: 'text/html; charset=utf-8', hasCors: false };
  const readReference = ({ readApi, query, language }: PageRequest): Promise<string> => {
    const api = readApi();
    const search = async (text: string) => [
      ...findOwnCall(text, language),
      ...searchIndex(await readIndex(server.registry, api, language), text),
    ];
    return renderReferencePage({ api, query, language, search });
  };
  return [
    {
      ...page,
      path: '/docs',
      title: 'Guides and the API reference',
      read: keep(KEPT_SECONDS, readReference),
    },
    ...listReferencePaths(server.registry).map(({ path, title, query }) => ({
      ...page,
      path,
      title,
      isUnlisted: true,
      read: keep(KEPT_SECONDS, (request) => readReference({ ...request, query: new URLSearchParams(query) })),
    })),
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

/** By the description that it was made of: another one comes with other tools of the operator's. */
const indexes = new WeakMap<ApiDocument, Map<Language, Promise<SearchIndex>>>();

function readIndex(registry: Registry, api: ApiDocument, language: Language): Promise<SearchIndex> {
  const own = indexes.get(api) ?? new Map<Language, Promise<SearchIndex>>();
  indexes.set(api, own);
  const index = own.get(language) ?? buildSearchIndex(registry, api, language);
  own.set(language, index);
  return index;
}

/** The way to a call of the reader's own, by its ID. */
function findOwnCall(text: string, language: Language): SearchEntry[] {
  if (!/^call_[\w-]{8,60}$/.test(text)) return [];
  const href = `/dashboard/calls?call=${text}`;
  return [{ kind: 'call', title: text, href, text: texts('dashboard', language).calls, names: '', language }];
}

interface ReferencePath {
  path: string;
  title: string;
  query: Record<string, string>;
}

/** Sections of this product, and each operation that is a tool of theirs. */
function listReferencePaths({ tools }: Registry): ReferencePath[] {
  const groups = sectionNames.map((group) => ({ path: toGroupPath(group), title: group, query: { group } }));
  const operations = tools
    .filter(({ toolsetName }) => hasOwnPages(toolsetName))
    .flatMap((tool) =>
      tool.routes.map((_route, index) => {
        const id = toOperationId(tool, index);
        const path = toOperationPath({ tag: tool.toolsetName, id }, true);
        return { path, title: tool.title, query: { operation: id } };
      }),
    );
  return [...groups, ...operations.filter(({ path }) => !path.includes('?'))];
}
