/** The modules of this product, and those that an operator adds by naming a feed. */
import { atpress } from './sites/atpress.ts';
import { analysis, pressRelease } from './sites/internal.ts';
import { kyodo } from './sites/kyodo.ts';
import { prtimes } from './sites/prtimes.ts';
import type { SourceModule } from './types.ts';

export const shippedSources: readonly SourceModule[] = [prtimes, atpress, kyodo, pressRelease, analysis];

/** An entry of SCRAPE_SOURCES: a module's key, and the address that is read in place of its own. */
export interface ConfiguredSource {
  type: string;
  feedUrl: string | null;
}

/** In the order of the configuration. A key that no module has needs an address: then it is a feed like any other. */
export function chooseSources(configured: readonly ConfiguredSource[]): SourceModule[] {
  return configured.map(({ type, feedUrl }) => {
    const module = shippedSources.find((source) => source.type === type);
    if (module) return feedUrl === null ? module : { ...module, feedUrl };
    return {
      type,
      name: type,
      country: null,
      language: null,
      homepageUrl: feedUrl === null ? null : new URL(feedUrl).origin,
      feedUrl,
      method: 'rss',
      status: 'active',
      intervalMinutes: 60,
      bodyPolicy: 'summary',
      termsNote: '',
    };
  });
}
