/** A document of the manual as a page. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Language } from '../../locales/language.ts';
import { htmlToText } from '../../text/html-text.ts';
import { type Heading, renderDocsPage } from './layout.tsx';
import { type ManualDocument, readManualText } from './manual-files.ts';

export async function renderManualPage(
  document: ManualDocument,
  api: ApiDocument,
  language: Language,
): Promise<string> {
  const { name, title } = document;
  // The build has rendered our own documents.
  const text = await readManualText(document);
  const html = { __html: text };
  const children = <div class="manual" dangerouslySetInnerHTML={html} />;
  return renderDocsPage({ title, language, api, open: `/docs/${name}`, headings: listHeadings(text), children });
}

const listHeadings = (html: string): Heading[] =>
  [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)].map(([, id = '', title = '']) => ({
    id,
    title: htmlToText(title),
  }));
