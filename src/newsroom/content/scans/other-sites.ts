/** Sites without a module of their own: the feed that the page names, then what the page states as data, then its links. */
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { ReleaseList } from '../../../providers/shared/page/releases.ts';
import type { CompanyPage, ReadList, SiteFetcher } from './types.ts';

const SITES: Readonly<Record<string, string>> = {
  'www.atpress.ne.jp': 'atpress',
  'kyodonewsprwire.jp': 'kyodo',
};

/** `hosts`: those that the operator allows beside the two. */
export const createOtherSites = (hosts: readonly string[]): SiteFetcher => ({
  fits: ({ host, hostname }) => host in SITES || hosts.includes(host) || hosts.includes(hostname),
  async fetchCompany(url, list) {
    const page = await list(url.href);
    const feed = page.kind === 'feed' ? page : await readFeed(page, url, list);
    const { releases, truncated } = feed ?? page;
    return {
      company: {
        name: page.name ?? feed?.name ?? null,
        site: SITES[url.host] ?? url.host,
        siteCompanyId: null,
        url: url.href,
        ...page.company,
      },
      source: feed ? 'feed' : 'html',
      releases,
      truncated,
    } satisfies CompanyPage;
  },
});

/** The first of the named feeds that can be read and holds something. */
async function readFeed({ feeds }: ReleaseList, url: URL, list: ReadList): Promise<ReleaseList | null> {
  for (const address of feeds) {
    // A feed elsewhere is somebody else's.
    if (URL.parse(address)?.host !== url.host) continue;
    try {
      const feed = await list(address);
      if (feed.kind === 'feed' && feed.releases.length > 0) return feed;
    } catch (thrown) {
      const isTheirs = thrown instanceof FareboxError && (thrown.status < 500 || /^UPSTREAM_/.test(thrown.code));
      if (!isTheirs) throw thrown;
    }
  }
  return null;
}
