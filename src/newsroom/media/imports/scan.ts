/**
 * Scans an outlet's pages for its profile, latest articles and notices about email. Rules: newsroom.md §4.10.4, §10.2.
 */
import type { JobContext } from '../../../jobs/types.ts';
import type { ListedRelease } from '../../../providers/shared/feed/feed.ts';
import type { ReleaseList } from '../../../providers/shared/page/releases.ts';
import '../../../providers/shared/page/reader.ts';
import '../../common/sites.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { type Notices, readNotices } from '../../content/sources/notices.ts';
import type { RecentArticle } from '../contacts/types.ts';

export interface ScanFindings extends Notices {
  /** What it says of itself; null: nothing. */
  profile: string | null;
  recentArticles: RecentArticle[];
}

/** UTF-16 units. */
const PAGE_CHARS_MAX = 500_000;
const PROFILE_MAX = 2_000;
const TITLE_MAX = 300;
const ARTICLES_MAX = 10;
const TYPES = 'text/html, application/rss+xml;q=0.9, application/atom+xml;q=0.9, */*;q=0.5';
const FEED_TYPES = 'application/rss+xml, application/atom+xml, application/rdf+xml, */*;q=0.5';

/** Throws what keeps the page from being read; a feed that can't be read is passed over. */
export async function scanPages(url: string, email: string | null, ctx: JobContext): Promise<ScanFindings> {
  const { sites, pages } = ctx.services;
  const { source, contentType, finalUrl } = await sites.fetch(url, ctx, { accept: TYPES });
  const job = { source, contentType, finalUrl, charsMax: PAGE_CHARS_MAX };
  const list = await pages.readReleases(job, ctx);
  const { content } = await pages.read({ ...job, format: 'text' }, ctx);
  const [feed] = list.feeds;
  const feedList = feed === undefined ? null : await readFeed(feed, ctx);
  const listed = feedList && feedList.releases.length > 0 ? feedList.releases : list.releases;
  return {
    profile: cutCodePoints(list.about ?? feedList?.about ?? '', PROFILE_MAX).trim() || null,
    recentArticles: listed.slice(0, ARTICLES_MAX).map(describeArticle),
    ...readNotices(content, email),
  };
}

async function readFeed(url: string, ctx: JobContext): Promise<ReleaseList | null> {
  const { sites, pages } = ctx.services;
  try {
    const { source, contentType, finalUrl } = await sites.fetch(url, ctx, { accept: FEED_TYPES });
    return await pages.readReleases({ source, contentType, finalUrl, charsMax: PAGE_CHARS_MAX }, ctx);
  } catch (thrown) {
    ctx.signal.throwIfAborted();
    ctx.log.debug({ err: thrown, url }, "could not read an outlet's feed");
    return null;
  }
}

const describeArticle = ({ title, url, publishedAtMs }: ListedRelease): RecentArticle => ({
  title: cutCodePoints(title, TITLE_MAX),
  url,
  publishedAt: publishedAtMs,
});
