/** A guide as a page, and the sections that it is made of. */

import type { DiscoveryInfo } from '../../describe/guide.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { Snippets } from '../components/snippets.tsx';
import type { Language } from '../language.ts';
import { toSafeHref } from '../safe-href.ts';
import { readLead, readPhrases, translateSections } from './guides/translate.ts';
import type { Guide, Section } from './guides/types.ts';
import { renderDocsPage } from './layout.tsx';

export interface GuideProps {
  registry: Registry;
  facts: DiscoveryInfo;
}

export function renderGuidePage(
  guide: Guide,
  { registry, facts }: GuideProps,
  api: ApiDocument,
  language: Language,
): string {
  const about = readLead(guide, language);
  return renderDocsPage({
    title: guide.titles[language] ?? guide.titles.en,
    description: about,
    isTranslated: true,
    language,
    api,
    open: `/docs/${guide.id}`,
    children: (
      <>
        <p class="lead">{about}</p>
        {translateSections(guide, guide.build(registry, facts), language, facts).map((section) => (
          <GuideSection key={section.title} section={section} language={language} />
        ))}
      </>
    ),
  });
}

export function GuideSection({ section, language }: { section: Section; language: Language }) {
  const { title, text, code, items = [], links = [], snippets = [], answer } = section;
  return (
    <section>
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>
          <InlineCode text={paragraph} />
        </p>
      ))}
      {items.length + links.length > 0 ? (
        <ul>
          {items.map((item) => (
            <li key={item}>
              <InlineCode text={item} />
            </li>
          ))}
          {links.map(({ title: name, url, note }) => (
            <li key={url}>
              <a href={url.startsWith('/') ? url : (toSafeHref(url) ?? '#')}>{name}</a>: <InlineCode text={note} />
            </li>
          ))}
        </ul>
      ) : null}
      <Snippets language={language} group={title} snippets={snippets} />
      {code === undefined ? null : <CodeBlock code={code} />}
      {answer === undefined ? null : (
        <>
          <p class="note">{readPhrases(language).answer}</p>
          <CodeBlock code={answer} />
        </>
      )}
    </section>
  );
}
