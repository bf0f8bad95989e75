/**
 * Scans company pages on press-release sites. Results are public, so they are cached for ten minutes for all callers.
 */

import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ReleaseList } from '../../../providers/shared/page/releases.ts';
import '../../../providers/shared/page/reader.ts';
import { explainVisit } from '../../common/sites.ts';
import { createOtherSites } from './other-sites.ts';
import { prtimes } from './prtimes.ts';
import type { CompanyPage, SiteFetcher } from './types.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    scans: Scans;
  }
}

export interface ScannedCompany extends CompanyPage {
  /** When the oldest part of it was read, or found to be unchanged. */
  fetchedAtMs: number;
  /** Nothing was asked of the site now. */
  cached: boolean;
}

export interface Scans {
  /** Throws INVALID_INPUT (`unsupported_site`, `url_blocked`), UPSTREAM_FAILED or UPSTREAM_TIMEOUT. */
  scan(companyUrl: string, ctx: CallContext): Promise<ScannedCompany>;
}

const FRESH_MS = 600_000;
/** Feeds and pages; the largest takes a tenth of a megabyte. */
const KEPT_MAX = 100;
/** UTF-16 units. */
const PAGE_CHARS_MAX = 2_000_000;
const TYPES = 'application/rss+xml, application/atom+xml, application/rdf+xml, text/html;q=0.9, */*;q=0.5';

interface KeptList {
  list: ReleaseList;
  etag: string | null;
  fetchedAtMs: number;
}

/** `now`: for tests. */
export function openScans({ hosts, now = Date.now }: { hosts: readonly string[]; now?: () => number }): Scans {
  const fetchers: readonly SiteFetcher[] = [prtimes, createOtherSites(hosts)];
  const lists = new Map<string, KeptList>();
  const keep = (url: string, entry: KeptList): void => {
    lists.delete(url);
    lists.set(url, entry);
    const oldest = lists.keys().next().value;
    if (lists.size > KEPT_MAX && oldest !== undefined) lists.delete(oldest);
  };
  const readList = async (url: string, ctx: CallContext): Promise<KeptList & { isCached: boolean }> => {
    const cached = lists.get(url);
    const nowMs = now();
    if (cached && nowMs - cached.fetchedAtMs < FRESH_MS) return { ...cached, isCached: true };
    const entry = await fetchList(url, cached, nowMs, ctx);
    keep(url, entry);
    return { ...entry, isCached: false };
  };
  return {
    async scan(companyUrl, ctx) {
      const url = URL.parse(companyUrl.trim());
      const fetcher = url && /^https?:$/.test(url.protocol) ? fetchers.find((one) => one.fits(url)) : undefined;
      if (!url || !fetcher) throw createReasonError('unsupported_site');
      const reads: (KeptList & { isCached: boolean })[] = [];
      const page = await fetcher.fetchCompany(url, async (address) => {
        const entry = await readList(address, ctx);
        reads.push(entry);
        return entry.list;
      });
      return {
        ...page,
        fetchedAtMs: Math.min(...reads.map(({ fetchedAtMs }) => fetchedAtMs)),
        cached: reads.every(({ isCached }) => isCached),
      };
    },
  };
}

async function fetchList(
  url: string,
  cached: KeptList | undefined,
  nowMs: number,
  ctx: CallContext,
): Promise<KeptList> {
  const { sites, pages } = ctx.services;
  const ifNoneMatch = cached?.etag ?? undefined;
  const page = await sites.fetch(url, ctx, { accept: TYPES, ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) });
  const { source, contentType, finalUrl, etag } = page;
  if (cached && page.status === 304) return { ...cached, fetchedAtMs: nowMs };
  if (source.bytes.byteLength === 0) {
    const details = { upstream: { host: new URL(finalUrl).host, status: page.status } };
    throw new FareboxError('UPSTREAM_FAILED', { message: 'The page is empty', details });
  }
  const job = { source, contentType, finalUrl, charsMax: PAGE_CHARS_MAX };
  const list = await pages.readReleases(job, ctx).catch((thrown: unknown) => {
    throw explainVisit(thrown, new URL(finalUrl).host);
  });
  return { list, etag, fetchedAtMs: nowMs };
}
