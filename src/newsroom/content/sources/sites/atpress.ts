/** @Press: one feed of all releases (RSS 1.0). */
import type { SourceModule } from '../types.ts';

export const atpress: SourceModule = {
  type: 'atpress',
  name: '@Press',
  country: 'JP',
  language: 'ja',
  homepageUrl: 'https://www.atpress.ne.jp/',
  feedUrl: 'https://www.atpress.ne.jp/rss/index.rdf',
  method: 'rss',
  status: 'active',
  intervalMinutes: 60,
  bodyPolicy: 'summary',
  termsNote: 'Public feed; summaries with a link to the original',
  readEntry: ({ title }) => ({ title: title.replace(/[|｜]\s{0,4}(?:@Press|アットプレス).*$/i, '').trim() }),
};
