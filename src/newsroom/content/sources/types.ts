/** Places that articles come from. Rules: newsroom.md §4.11. */
import type { ListedRelease } from '../../../providers/shared/feed/feed.ts';

export const SOURCE_STATUSES = ['active', 'paused', 'planned', 'retired'] as const;
/** Status that an operator has set; it says nothing about running jobs. */
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

export const SOURCE_HEALTHS = [
  'healthy',
  'late',
  'silent',
  'degraded',
  'failing',
  'rate_limited',
  'never_run',
  'off',
] as const;
/** Computed from what its runs have left. */
export type SourceHealth = (typeof SOURCE_HEALTHS)[number];

/** Why a run failed. `cut`: the feed ends early; its complete items were stored. */
export type FetchFault =
  | 'http'
  | 'rate_limited'
  | 'timeout'
  | 'network'
  | 'robots'
  | 'blocked'
  | 'empty'
  | 'cut'
  | 'unreadable';

/** `full`: the feed of this server may show the text itself. */
export type BodyPolicy = 'summary' | 'full';

/** One site: what its registry row says at first, and how its entries are read. */
export interface SourceModule {
  type: string;
  name: string;
  country: string | null;
  language: string | null;
  homepageUrl: string | null;
  /** Of a feed, or of the page that lists the articles; null for what comes from this server itself. */
  feedUrl: string | null;
  /** `html`: the list is a page, and each article is read from its own. */
  method: 'rss' | 'html' | 'internal';
  status: SourceStatus;
  intervalMinutes: number;
  bodyPolicy: BodyPolicy;
  termsNote: string;
  /** What the site writes in a way of its own; null for an entry that is not an article. Default: as feeds write it. */
  readEntry?(entry: ListedRelease): Partial<Pick<ListedRelease, 'title' | 'summary' | 'author'>> | null;
  /** `source_type` of the articles that are counted for it, where that is not its own. */
  articleType?: string;
}

/** One that is collected from. */
export type FetchedSource = SourceModule & { feedUrl: string };

/** An article as a source gave it. */
export interface CollectedArticle {
  /** What the source calls it. */
  externalId: string;
  url: string;
  /** The same address without what counts visitors. */
  canonicalUrl: string;
  title: string;
  body: string;
  author: string | null;
  companyName: string | null;
  contactEmail: string | null;
  imageUrl: string | null;
  tags: string[];
  publishedAtMs: number | null;
}
