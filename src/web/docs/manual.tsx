/** A document of the manual as a page. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Language } from '../language.ts';
import { renderDocsPage } from './layout.tsx';
import type { ManualDocument } from './manual-files.ts';

export const renderManualPage = ({ name, title, html }: ManualDocument, api: ApiDocument, language: Language): string =>
  renderDocsPage({
    title,
    language,
    api,
    open: `/docs/${name}`,
    // The build has rendered our own documents.
    children: <div class="manual" dangerouslySetInnerHTML={{ __html: html }} />,
  });
