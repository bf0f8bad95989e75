/** Source of articles published on this server: nothing is fetched, landings become articles. */
import type { SourceModule } from '../types.ts';

const internal = {
  country: null,
  language: null,
  homepageUrl: null,
  feedUrl: null,
  method: 'internal',
  status: 'active',
  intervalMinutes: 60,
  bodyPolicy: 'full',
  termsNote: '',
} as const;

export const pressRelease: SourceModule = { ...internal, type: 'press_release', name: 'Press releases of companies' };
export const analysis: SourceModule = {
  ...internal,
  type: 'analysis',
  name: 'Published analyses of companies',
  articleType: 'result',
};
