/** Around every page of the documents: what else there is, guides first and operators' routes last. */
import type { ComponentChildren } from '#preact';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { readGuide } from '../../locales/guides.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, readOptionalTexts, texts } from '../../locales/texts.ts';
import { renderPage } from '../page.tsx';
import { guides } from './guides/guides.ts';
import { describeManual, listManual } from './manual-files.ts';
import { toGroupPath } from './paths.ts';

/** A shorter page shows its headings anyway. */
const HEADINGS_MIN = 3;

export type Tag = ApiDocument['tags'][number];

const GROUPS = ['tools', 'newsroom', 'billing', 'mcp', 'people', 'operators'] as const;
type Group = (typeof GROUPS)[number];

const SECTIONS: Readonly<Record<string, Group>> = {
  proxy: 'tools',
  smart: 'tools',
  concierge: 'tools',
  voices: 'tools',
  files: 'tools',
  debug: 'tools',
  documents: 'tools',
  analysis: 'newsroom',
  release: 'newsroom',
  media: 'newsroom',
  contact: 'newsroom',
  campaign: 'newsroom',
  article: 'newsroom',
  feed: 'newsroom',
  tracking: 'newsroom',
  account: 'billing',
  payments: 'billing',
  statements: 'billing',
  billing: 'billing',
  notifications: 'billing',
  mcp: 'mcp',
  auth: 'people',
  entrance: 'people',
  pages: 'people',
  oauth: 'people',
  wellknown: 'people',
  admin: 'operators',
  internal: 'operators',
  operation: 'operators',
};
const ORDER = Object.keys(SECTIONS);

/** Sections of the operator's own tools come and go: they are found by the query alone. */
export const hasOwnPages = (tag: string): boolean => Object.hasOwn(SECTIONS, tag);

export const toSectionPath = (tag: string): string =>
  hasOwnPages(tag) ? toGroupPath(tag) : `/docs?group=${encodeURIComponent(tag)}`;

/** Names of the sections that have pages. */
export const sectionNames: readonly string[] = ORDER;

/** Sections of the operator's own tools are among the tools. */
const groupOf = ({ name }: Tag): Group => SECTIONS[name] ?? 'tools';

/** As they are shown. */
export function listTags({ tags }: ApiDocument): Tag[] {
  const rank = ({ name }: Tag): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.indexOf('files'));
  return [...tags].sort((a, b) => rank(a) - rank(b));
}

/** The groups of these sections, without empty ones. */
export function listGroups(tags: readonly Tag[]): { group: Group; tags: Tag[] }[] {
  return GROUPS.map((group) => ({ group, tags: tags.filter((tag) => groupOf(tag) === group) })).filter(
    ({ tags: own }) => own.length > 0,
  );
}

/** A tag's description begins with its title: `Payments. Card deposits: …`. */
export function readTitle({ name, description }: Tag, language: Language = 'en'): string {
  const own = readOptionalTexts('docs-sections', language)[name];
  return typeof own === 'string' ? own : (description.split('. ', 1)[0] ?? description);
}

/** In English for a section whose description is not translated. */
export function readAbout(tag: Tag, language: Language): { text: string; language: Language } {
  const english = tag.description.slice(readTitle(tag).length).replace(/^\. /, '');
  const own = readOptionalTexts('docs-abouts', language)[tag.name];
  return typeof own === 'string' ? { text: own, language } : { text: english, language: FALLBACK };
}

export interface Heading {
  id: string;
  title: string;
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
  /** Its headings, by their anchors. */
  headings?: readonly Heading[];
  /** The script of this page. */
  island?: `islands/${string}`;
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
  headings = [],
  island,
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
        {headings.length >= HEADINGS_MIN ? <OnThisPage headings={headings} language={language} /> : null}
        {children}
        <Neighbors api={api} open={open} language={language} />
      </article>
      <Contents api={api} open={open} language={language} />
    </div>
  );
  const more = { ...(description === undefined ? {} : { description }), ...(island === undefined ? {} : { island }) };
  return renderPage({ title, body, language, isPublic, isWide: true, hasOwnHeading: true, ...more });
}

function OnThisPage({ headings, language }: { headings: readonly Heading[]; language: Language }) {
  const words = texts('docs', language);
  return (
    <nav class="on-page" aria-labelledby="on-page">
      <h2 id="on-page" lang={language}>
        {words.onPage}
      </h2>
      <ul>
        {headings.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PageLink {
  href: string;
  title: string;
}

/** Every page of the contents, in its order. */
function listPages(api: ApiDocument, language: Language): PageLink[] {
  return [
    ...guides.map(({ id }) => ({ href: `/docs/${id}`, title: readGuide(id, language).title })),
    ...listManual().map((document) => ({
      href: `/docs/${document.name}`,
      title: describeManual(document, language).title,
    })),
    ...listGroups(listTags(api)).flatMap(({ tags }) =>
      tags.map((tag) => ({ href: toSectionPath(tag.name), title: readTitle(tag, language) })),
    ),
  ];
}

function Neighbors({ api, open, language }: { api: ApiDocument; open: string; language: Language }) {
  const words = texts('docs', language);
  const pages = listPages(api, language);
  const at = pages.findIndex(({ href }) => href === open);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  if (at < 0 || (!before && !after)) return null;
  return (
    <nav class="neighbors" aria-label={`${words.previous}, ${words.next}`} lang={language}>
      {before ? (
        <a href={before.href} rel="prev">
          <span class="note">← {words.previous}</span> {before.title}
        </a>
      ) : (
        <span />
      )}
      {after ? (
        <a href={after.href} rel="next">
          <span class="note">{words.next} →</span> {after.title}
        </a>
      ) : null}
    </nav>
  );
}

function Contents({ api, open, language }: { api: ApiDocument; open: string; language: Language }) {
  const words = texts('docs', language);
  const tags = listTags(api);
  const link = (href: string, text: string) => (
    <li key={href}>
      <a href={href} aria-current={href === open ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  const section = (tag: Tag) => link(toSectionPath(tag.name), readTitle(tag, language));
  return (
    <nav class="docs-contents" id="contents" aria-label={words.contents}>
      <p>
        <a href="/docs" aria-current={open === '/docs' ? 'page' : undefined}>
          {words.title}
        </a>
      </p>
      <h2>{words.guides}</h2>
      <ul>{guides.map(({ id }) => link(`/docs/${id}`, readGuide(id, language).title))}</ul>
      <h2>{words.manual}</h2>
      <ul>
        {listManual().map((document) => link(`/docs/${document.name}`, describeManual(document, language).title))}
      </ul>
      <h2>{words.reference}</h2>
      <ul>{link('/docs/console', words.console)}</ul>
      {listGroups(tags).map(({ group, tags: own }) => (
        <section key={group}>
          <h3>{words.groups[group]}</h3>
          <ul>{own.map(section)}</ul>
        </section>
      ))}
    </nav>
  );
}
