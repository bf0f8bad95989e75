/** A company as a press-release site shows it. */

import type { ListedRelease } from '../../../providers/shared/feed/feed.ts';
import type { CompanyDetails } from '../../../providers/shared/page/company.ts';
import type { ReleaseList } from '../../../providers/shared/page/releases.ts';

/** Reads a feed or a page of the site, as often as it likes: what was read lately comes from the cache. */
export type ReadList = (url: string) => Promise<ReleaseList>;

export interface CompanyPage {
  company: {
    name: string | null;
    /** `prtimes`, `atpress`, `kyodo`, or the host. */
    site: string;
    /** The site's own number for it. */
    siteCompanyId: string | null;
    url: string;
  } & CompanyDetails;
  source: 'feed' | 'html';
  releases: ListedRelease[];
  truncated: boolean;
}

/** One fetcher module a site. */
export interface SiteFetcher {
  /** Is a company page of this site meant? */
  fits(url: URL): boolean;
  /** Throws `unsupported_site` for an address of the site that names no company, and what reading throws. */
  fetchCompany(url: URL, read: ReadList): Promise<CompanyPage>;
}
