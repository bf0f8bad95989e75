/** Around every page of the documents: what else there is, guides first and operators' routes last. */
import type { ComponentChildren } from '#preact';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Language } from '../language.ts';
import { renderPage } from '../page.tsx';
import { texts } from '../texts/texts.ts';
import { guides } from './guides/guides.ts';
import { listManual } from './manual-files.ts';

export type Tag = ApiDocument['tags'][number];

/** What most come for stands first. */
const FIRST = ['proxy', 'smart', 'concierge', 'account', 'payments', 'mcp'];
/** What only those need who run the server. */
const FOR_OPERATORS: ReadonlySet<string> = new Set(['admin', 'internal', 'operation']);

export const isForOperators = ({ name }: Tag): boolean => FOR_OPERATORS.has(name);

/** As they are shown: operators' last. */
export function listTags({ tags }: ApiDocument): Tag[] {
  const others = tags.filter((tag) => !FIRST.includes(tag.name) && !isForOperators(tag));
  const first = FIRST.flatMap((name) => tags.filter((tag) => tag.name === name));
  return [...first, ...others, ...tags.filter(isForOperators)];
}

/** A tag's description begins with its title: `Payments. Card deposits: …`. */
export function readTitle({ description }: Tag): string {
  return description.split('. ', 1)[0] ?? description;
}

export function readAbout(tag: Tag): string {
  return tag.description.slice(readTitle(tag).length).replace(/^\. /, '');
}

export interface DocsPage {
  title: string;
  description?: string;
  language: Language;
  api: ApiDocument;
  /** The address of the entry of the contents that is open. */
  open: string;
  isPublic?: boolean;
  /** The text is in the language of the page; default: it is English. */
  isTranslated?: boolean;
  children: ComponentChildren;
}

export function renderDocsPage({
  title,
  description,
  language,
  api,
  open,
  isPublic = true,
  isTranslated = open === '/docs',
  children,
}: DocsPage): string {
  const words = texts('docs', language);
  const body = (
    <div class="docs">
      <article lang={isTranslated ? undefined : 'en'}>
        <p class="docs-way">
          <a href="#contents" lang={language}>
            {words.contents}
          </a>
        </p>
        <h1>{title}</h1>
        {children}
      </article>
      <Contents api={api} open={open} language={language} />
    </div>
  );
  const about = description === undefined ? {} : { description };
  return renderPage({ title, body, language, isPublic, isWide: true, hasOwnHeading: true, ...about });
}

function Contents({ api, open, language }: { api: ApiDocument; open: string; language: Language }) {
  const words = texts('docs', language);
  const tags = listTags(api);
  const link = (href: string, text: string, isEnglish = false) => (
    <li key={href}>
      <a href={href} aria-current={href === open ? 'page' : undefined} lang={isEnglish ? 'en' : undefined}>
        {text}
      </a>
    </li>
  );
  const group = (tag: Tag) => link(`/docs?group=${tag.name}`, readTitle(tag), true);
  return (
    <nav class="docs-contents" id="contents" aria-label={words.contents}>
      <p>
        <a href="/docs" aria-current={open === '/docs' ? 'page' : undefined}>
          {words.title}
        </a>
      </p>
      <h2>{words.guides}</h2>
      <ul>{guides.map(({ id, titles }) => link(`/docs/${id}`, titles[language] ?? titles.en))}</ul>
      <h2>{words.manual}</h2>
      <ul>{listManual().map(({ name, title }) => link(`/docs/${name}`, title, true))}</ul>
      <h2>{words.reference}</h2>
      <ul>
        {tags.filter((tag) => !isForOperators(tag)).map(group)}
        {link('/docs/console', words.console)}
      </ul>
      <h2>{words.operators}</h2>
      <ul>{tags.filter(isForOperators).map(group)}</ul>
    </nav>
  );
}
