/** `/app`: the newsroom of a company. */
import type { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { ShellAccount } from '../components/shell.tsx';
import { renderPrivatePage } from './private-page.tsx';

/** In the order of the side bar. */
export const appViews = [
  'start',
  'analyse',
  'results',
  'releases',
  'media',
  'contacts',
  'campaigns',
  'articles',
  'company',
  'plan',
] as const;
export type AppView = (typeof appViews)[number];

/** Texts of each page beside those of all. */
const areas = {
  start: 'app-start',
  analyse: 'app-analyse',
  results: 'app-analyse',
  releases: 'app-releases',
  media: 'app-media',
  contacts: 'app-contacts',
  campaigns: 'app-campaigns',
  articles: 'app-articles',
  company: 'app-company',
  plan: 'app-company',
} as const;

/** Views with a script of their own. */
const OWN_SCRIPTS: readonly AppView[] = ['campaigns', 'contacts'];

export function renderApp({ visitor, view }: { visitor: ShellAccount; view: AppView }, language: Language): Page {
  const shared = texts('app', language);
  const pages = appViews.map((name) => ({
    href: name === 'start' ? '/app' : `/app/${name}`,
    title: shared[name],
    isOpen: name === view,
  }));
  return renderPrivatePage({
    title: shared[view],
    language,
    account: visitor,
    area: { title: texts('shell', language).newsroom, groups: [{ pages }] },
    island: OWN_SCRIPTS.includes(view) ? `islands/${view}.tsx` : 'islands/app.tsx',
    words: { ...shared, ...shareWords(view, language), ...texts(areas[view], language) },
    facts: { view },
  });
}

/** Texts that several kinds of pages share. */
function shareWords(view: AppView, language: Language): Readonly<Record<string, string>> {
  if (view === 'releases') return texts('app-coverage', language);
  if (view === 'campaigns') {
    return { ...texts('mail-states', language), ...texts('app-lints', language), ...texts('app-coverage', language) };
  }
  return view === 'media' ? texts('newsroom-names', language) : {};
}
