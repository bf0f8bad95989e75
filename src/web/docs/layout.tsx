/** Around every page of the documents: what else there is, guides first and operators' routes last. */
import type { ComponentChildren } from '#preact';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { readGuide } from '../../locales/guides.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, readOptionalTexts, texts } from '../../locales/texts.ts';
import { renderPage } from '../page.tsx';
import { guides } from './guides/guides.ts';
import { listManual } from './manual-files.ts';

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
  campaign: 'newsroom',
  article: 'newsroom',
  feed: 'newsroom',
  tracking: 'newsroom',
  account: 'billing',
  payments: 'billing',
  billing: 'billing',
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
  const section = (tag: Tag) => link(`/docs?group=${tag.name}`, readTitle(tag, language));
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
      <ul>{listManual().map(({ name, title }) => link(`/docs/${name}`, title, true))}</ul>
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
