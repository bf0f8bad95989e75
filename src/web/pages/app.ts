/** `/app`: the newsroom of a company. */
import type { Page } from '../../kernel/tool/reply.ts';
import type { ShellAccount } from '../components/shell.tsx';
import type { Language } from '../language.ts';
import { analyseWords } from '../words/app/analyse.ts';
import { articleWords } from '../words/app/articles.ts';
import { campaignWords } from '../words/app/campaigns.ts';
import { companyWords } from '../words/app/company.ts';
import { appWords } from '../words/app/frame.ts';
import { lintWords } from '../words/app/lints.ts';
import { mediaWords } from '../words/app/media.ts';
import { releaseWords } from '../words/app/releases.ts';
import { startWords } from '../words/app/start.ts';
import { mailStateWords } from '../words/mail-states.ts';
import { newsroomNames } from '../words/newsroom-names.ts';
import { shellWords } from '../words/shell.ts';
import { renderPrivatePage } from './private-page.tsx';

/** In the order of the side bar. */
export const appViews = [
  'start',
  'analyse',
  'results',
  'releases',
  'media',
  'campaigns',
  'articles',
  'company',
  'plan',
] as const;
export type AppView = (typeof appViews)[number];

/** What each of them says beside the others. */
const words = {
  start: startWords,
  analyse: analyseWords,
  results: analyseWords,
  releases: releaseWords,
  media: mediaWords,
  campaigns: campaignWords,
  articles: articleWords,
  company: companyWords,
  plan: companyWords,
} as const;

export function renderApp({ visitor, view }: { visitor: ShellAccount; view: AppView }, language: Language): Page {
  const shared = appWords[language];
  const pages = appViews.map((name) => ({
    href: name === 'start' ? '/app' : `/app/${name}`,
    title: shared[name],
    isOpen: name === view,
  }));
  return renderPrivatePage({
    title: shared[view],
    language,
    account: visitor,
    area: { title: shellWords[language].newsroom, groups: [{ pages }] },
    island: 'islands/app.tsx',
    words: { ...shared, ...shareWords(view, language), ...words[view][language] },
    facts: { view },
  });
}

/** What several kinds of pages say, and most do not. */
function shareWords(view: AppView, language: Language): Readonly<Record<string, string>> {
  if (view === 'campaigns') return { ...mailStateWords[language], ...lintWords[language] };
  return view === 'media' ? newsroomNames[language] : {};
}
