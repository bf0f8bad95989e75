/** Pages that are the same for all readers of a language: rendered once in a while, however many look. */
import { LRUCache } from 'lru-cache';
import type { DocumentForm, DocumentRequest } from '../describe/web-document.ts';
import { chooseDocumentLanguage, type Language } from '../locales/language.ts';

/** Of all pages together, in characters. */
const KEPT_LENGTH_MAX = 16_000_000;

export interface PageRequest extends DocumentRequest {
  language: Language;
}

/** `seconds`: how old the page may be that a reader gets. */
export type KeepPage = (
  seconds: number,
  render: (request: PageRequest) => string | Promise<string>,
) => DocumentForm['read'];

export function createPageKeeper(): KeepPage {
  const pages = new LRUCache<string, { text: string }>({ maxSize: KEPT_LENGTH_MAX });
  let count = 0;
  return (seconds, render) => {
    const id = count++;
    return async (request) => {
      const language = chooseDocumentLanguage(request.query, request.acceptLanguage);
      const key = `${id} ${language} ${request.query}`;
      const page = pages.get(key);
      if (page) return page.text;
      const text = await render({ ...request, language });
      pages.set(key, { text }, { size: text.length + key.length, ttl: seconds * 1_000 });
      return text;
    };
  };
}
