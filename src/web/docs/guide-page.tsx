/** A guide as a page, and the sections that it is made of. */

import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { Snippets } from '../components/snippets.tsx';
import { toSafeHref } from '../safe-href.ts';
import { buildGuide } from './guides/build.ts';
import type { Guide, GuideProps, Section } from './guides/types.ts';
import { renderDocsPage } from './layout.tsx';
import { toAnchor } from './paths.ts';

export function renderGuidePage(guide: Guide, props: GuideProps, api: ApiDocument, language: Language): string {
  const { title, about, sections } = buildGuide(guide, props, language);
  return renderDocsPage({
    title,
    description: about,
    isTranslated: true,
    language,
    api,
    open: `/docs/${guide.id}`,
    headings: sections.map((section) => ({ id: toAnchor(section.title), title: section.title })),
    children: (
      <>
        <p class="lead">{about}</p>
        {sections.map((section) => (
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
      <h2 id={toAnchor(title)}>{title}</h2>
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
          <p class="note">{texts('docs', language).answer}</p>
          <CodeBlock code={answer} />
        </>
      )}
    </section>
  );
}
