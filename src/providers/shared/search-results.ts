/** Common format of search results. */
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import { DAY_MS } from '../../lib/durations.ts';

export interface SearchResult {
  title: string;
  url: string;
  /** Plain text; may be empty. */
  snippet: string;
  /** ISO 8601 UTC; absent where the source does not tell, or not in a form that is known. */
  publishedAt?: string;
  /** Name of the site or paper. */
  source?: string;
  imageUrl?: string;
  thumbnailUrl?: string;
}

export interface NewsArticle {
  title: string;
  url: string;
  source: string;
  /** ISO 8601 UTC; null where the source does not tell. */
  publishedAt: string | null;
  description?: string;
  image?: string;
}

export type Freshness = 'pd' | 'pw' | 'pm';

/** Only http addresses leave us: a result that names anything else is no page. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Host of an address, for sources that name no paper. */
export function readHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/** An article as its source tells it. */
interface FoundArticle {
  title: string;
  url: string;
  source?: string | null | undefined;
  publishedAt: string | null;
  description?: string | null | undefined;
  image?: string | null | undefined;
}

/** The articles that have a page. Throws `empty` when there are none. */
export function requireArticles(providerId: string, found: readonly FoundArticle[]): NewsArticle[] {
  const usable = found.filter(({ url }) => isWebAddress(url));
  if (usable.length === 0) throw new UpstreamFailure('empty', providerId);
  return usable.map(({ title, url, source, publishedAt, description, image }) => ({
    title,
    url,
    source: source || readHost(url),
    publishedAt,
    ...(description ? { description } : {}),
    ...(image && isWebAddress(image) ? { image } : {}),
  }));
}

const MINUTE_MS = 60_000;
const agoUnits: readonly (readonly [RegExp, number])[] = [
  [/^(\d+|an?)\s*(?:min(?:ute)?s?\b|分)/i, MINUTE_MS],
  [/^(\d+|an?)\s*(?:h(?:ou)?rs?\b|時間|小时|小時)/i, 60 * MINUTE_MS],
  [/^(\d+|an?)\s*(?:days?\b|日前|天)/i, DAY_MS],
  [/^(\d+|an?)\s*(?:weeks?\b|週間|周|週)/i, 7 * DAY_MS],
  [/^(\d+|an?)\s*(?:months?\b|[かヶカケ]月|个月|個月)/i, 30 * DAY_MS],
  [/^(\d+|an?)\s*(?:years?\b|年前)/i, 365 * DAY_MS],
];
const yesterdayPattern = /^(?:yesterday|昨日|昨天)$/i;
/** Names of zones that `Date.parse` reads; nobody means another time by them. */
const zonePattern = /(?:Z|GMT|UTC|[ECMP][SD]T|[+-]\d\d:?\d\d)$/i;
const YEAR_MIN = 1900;

/** Reads `Nov 18, 2026`, `2026-11-19T14:22:41` (taken as UTC), `2 hours ago`, `3 日前` as ISO 8601 UTC; null for what it does not know. */
export function parseTime(text: string | null | undefined, nowMs: number): string | null {
  const snippet = text?.trim() ?? '';
  for (const [form, unitMs] of agoUnits) {
    const count = form.exec(snippet)?.[1];
    if (count !== undefined) return formatTime(nowMs - (Number(count) || 1) * unitMs, nowMs);
  }
  if (yesterdayPattern.test(snippet)) return formatTime(nowMs - DAY_MS, nowMs);
  const dotted = /^(\d{4})[/.年-](\d{1,2})[/.月-](\d{1,2})日?$/.exec(snippet);
  const plain = dotted
    ? dotted
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join('-')
    : snippet;
  // A year alone says too little, and a number elsewhere is not a year.
  if (!/\b\d{4}\b/.test(plain) || /^\d+$/.test(plain)) return null;
  const hasZone = zonePattern.test(plain);
  const at = Date.parse(
    /^\d{4}-\d\d-\d\d$/.test(plain) || hasZone ? plain : /T\d/.test(plain) ? `${plain}Z` : `${plain} UTC`,
  );
  return formatTime(at, nowMs);
}

/** Null for no time, and for what `Date.parse` makes of words with a number in them. */
function formatTime(atMs: number, nowMs: number): string | null {
  const isLikely = atMs >= Date.UTC(YEAR_MIN, 0) && atMs <= nowMs + 366 * DAY_MS;
  return isLikely ? new Date(atMs).toISOString() : null;
}

/** The member of a result whose source states a time; nothing where it can't be read. */
export function readPublishedAt(text: string | null | undefined): { publishedAt?: string } {
  const publishedAt = parseTime(text, Date.now());
  return publishedAt === null ? {} : { publishedAt };
}

/** The language a query is written in, as far as its script tells. */
export function detectScriptLanguage(query: string): 'ja' | 'zh' | 'ko' | null {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(query)) return 'ja';
  if (/\p{sc=Hangul}/u.test(query)) return 'ko';
  return /\p{sc=Han}/u.test(query) ? 'zh' : null;
}

const visitCounters = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref_src)$/i;

/** The same text for the same page, however an engine spells its address. */
export function buildPageKey(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (visitCounters.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '');
  return `${readHost(address)}${url.port ? `:${url.port}` : ''}${path}${url.search}`;
}
