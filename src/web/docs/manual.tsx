/** A document of the manual as a page. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Language } from '../../locales/language.ts';
import { renderDocsPage } from './layout.tsx';
import { type ManualDocument, readManualText } from './manual-files.ts';

export async function renderManualPage(
  document: ManualDocument,
  api: ApiDocument,
  language: Language,
): Promise<string> {
  const { name, title } = document;
  // The build has rendered our own documents.
  const html = { __html: await readManualText(document) };
  const children = <div class="manual" dangerouslySetInnerHTML={html} />;
  return renderDocsPage({ title, language, api, open: `/docs/${name}`, children });
}
