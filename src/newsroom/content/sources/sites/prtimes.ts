/** PR TIMES: one feed of all releases (RSS 1.0); `dc:corp` names the company. */
import type { SourceModule } from '../types.ts';

const RELEASE = /\/rd\/p\/\d+\.\d+\.html/;

export const prtimes: SourceModule = {
  type: 'prtimes',
  name: 'PR TIMES',
  country: 'JP',
  language: 'ja',
  homepageUrl: 'https://prtimes.jp/',
  feedUrl: 'https://prtimes.jp/index.rdf',
  method: 'rss',
  status: 'active',
  intervalMinutes: 30,
  bodyPolicy: 'summary',
  termsNote: 'Public feed; summaries with a link to the original',
  readEntry: ({ url, title }) =>
    new URL(url).host !== 'prtimes.jp' || RELEASE.test(url)
      ? { title: title.replace(/^PR TIMES\s*[|｜]\s*/i, '') }
      : null,
};
