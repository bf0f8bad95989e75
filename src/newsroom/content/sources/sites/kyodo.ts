/** Kyodo News PR Wire: no feed of all releases, so its list is a page, and each release is read from its own. */
import type { SourceModule } from '../types.ts';

export const kyodo: SourceModule = {
  type: 'kyodo',
  name: '共同通信PRワイヤー',
  country: 'JP',
  language: 'ja',
  homepageUrl: 'https://kyodonewsprwire.jp/',
  feedUrl: 'https://kyodonewsprwire.jp/release',
  method: 'html',
  status: 'planned',
  intervalMinutes: 120,
  bodyPolicy: 'summary',
  termsNote: 'There is no public feed: ask the site before you enable it',
  readEntry: ({ url }) => (/\/release\/\d+/.test(url) ? {} : null),
};
