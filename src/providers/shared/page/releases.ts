/** Extracts titles, URLs and times from a feed or list page. Runs in a worker thread. */
import { isRecord } from '../../../lib/record.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { type ListedRelease, readFeed } from '../feed/feed.ts';
import { writePlainLine } from '../feed/plain-text.ts';
import { readTime } from '../feed/times.ts';
import { isWebAddress } from '../search-results.ts';
import { type CompanyDetails, readCompanyDetails } from './company.ts';
import { assertShallow, type ContentJob } from './content.ts';
import { parseDocument } from './document.ts';
import { joinLines, type PageElement, type PageTree } from './dom.ts';
import { listJsonLd } from './json-ld.ts';
import { resolvePageAddress } from './markdown.ts';

export interface ReleaseList {
  kind: 'feed' | 'page';
  /** Of the feed or the page. */
  name: string | null;
  /** What it says of itself. */
  about: string | null;
  /** In the order of the source; of two with one address the first. Of a feed that has more, the newest. */
  releases: ListedRelease[];
  /** There are more in the source. */
  truncated: boolean;
  /** The feed ends before its end tag: what is complete of it is here. */
  isCut: boolean;
  /** Feeds that a page names. */
  feeds: string[];
  /** Of the company whose page it is; feeds say nothing of it. */
  company: CompanyDetails;
}

const RELEASES_MAX = 100;
const SUMMARY_CHARS_MAX = 500;
const FEEDS_MAX = 5;
/** Shorter links are navigation. Code points. */
const LINK_MIN = 10;
const UNSTATED = { tags: [], author: null, origin: null };
const NOTHING_KNOWN: CompanyDetails = { industry: null, address: null };

/** Feeds may hold whole texts. */
export interface ListJob extends ContentJob {
  /** Code points of a summary; default 500. */
  summaryCharsMax?: number;
  /** Default 100. */
  itemsMax?: number;
  /** ISO 3166: where dates without a zone are read. */
  country?: string | null;
}

/** Throws PageError. */
export function readReleases(job: ListJob): ReleaseList {
  assertShallow(job.text);
  const { text, finalUrl: url, country, summaryCharsMax = SUMMARY_CHARS_MAX, itemsMax = RELEASES_MAX } = job;
  const isWhole = summaryCharsMax > SUMMARY_CHARS_MAX;
  const feed = readFeed({ text, url, nowMs: Date.now(), country, itemsMax, summaryCharsMax, isWhole });
  if (feed === null) return readPage(job);
  const { name, about, items: releases, hasMore: truncated, isCut } = feed;
  return { kind: 'feed', name, about, releases, truncated, isCut, feeds: [], company: NOTHING_KNOWN };
}

function readPage({ text, finalUrl, country = null }: ListJob): ReleaseList {
  const readDate = (date: string | null): number | null => readTime(date, Date.now(), country);
  const stated = listJsonLd(text).flatMap((node) => readStated(node, finalUrl, readDate));
  const document = parseDocument(text);
  const links = stated.length > 0 ? stated : readLinks(document, finalUrl, readDate);
  const feeds = [...document.querySelectorAll('link[rel~="alternate"]')]
    .filter((link) => /^application\/(?:rss|atom|rdf)\+xml/i.test(link.getAttribute('type') ?? ''))
    .flatMap((link) => resolvePageAddress(link.getAttribute('href'), finalUrl) ?? []);
  const site = document.querySelector('meta[property="og:site_name"], meta[property="og:title"]');
  const name = joinLines(document.querySelector('h1')?.textContent) || joinLines(site?.getAttribute('content')) || null;
  const selector = document.querySelector('meta[name="description"], meta[property="og:description"]');
  const about = cut(joinLines(selector?.getAttribute('content'))) || null;
  const company = readCompanyDetails(text, document, name);
  return { kind: 'page', name, about, ...limit(links), isCut: false, feeds: feeds.slice(0, FEEDS_MAX), company };
}

type ReadDate = (date: string | null) => number | null;

/** An article that the page states as data, with where it stands. */
function readStated(node: Readonly<Record<string, unknown>>, base: string, readDate: ReadDate): ListedRelease[] {
  const types = [node['@type']].flat();
  if (!types.some((type) => typeof type === 'string' && /(?:Article|BlogPosting|ListItem)$/.test(type))) return [];
  const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
  const title = writePlainLine(readText(node.headline) || readText(node.name));
  const page = isRecord(node.mainEntityOfPage) ? node.mainEntityOfPage['@id'] : node.mainEntityOfPage;
  const url = resolvePageAddress(readText(node.url) || readText(page) || null, base);
  if (title === '' || url === null || !isWebAddress(url)) return [];
  const [image]: unknown[] = [node.image].flat();
  const imageUrl = readText(isRecord(image) ? image.url : image) || null;
  const publishedAtMs = readDate(readText(node.datePublished));
  const summary = cut(writePlainLine(readText(node.description)));
  return [{ title, url, publishedAtMs, summary, imageUrl: resolveImage(imageUrl, base), ...UNSTATED }];
}

/** Links of the page's own host that lead to something numbered, and say enough to be a headline. */
function readLinks(document: PageTree, base: string, readDate: ReadDate): ListedRelease[] {
  const { host } = new URL(base);
  return [...document.querySelectorAll('a[href]')].flatMap((anchor) => {
    const url = resolvePageAddress(anchor.getAttribute('href'), base);
    const heading = anchor.querySelector('h1, h2, h3, h4');
    const title = joinLines((heading ?? anchor).textContent);
    if (url === null || !isWebAddress(url) || [...title].length < LINK_MIN) return [];
    const { host: there, pathname } = new URL(url);
    if (there !== host || !/\d{2}/.test(pathname)) return [];
    const around = findEntry(anchor);
    const time = around.querySelector('time');
    const image = around.querySelector('img')?.getAttribute('src') ?? null;
    const publishedAtMs = readDate(time?.getAttribute('datetime') ?? null) ?? readDate(time?.textContent ?? null);
    return [{ title, url, publishedAtMs, summary: '', imageUrl: resolveImage(image, base), ...UNSTATED }];
  });
}

/** The entry of the list that a link stands in. */
function findEntry(anchor: PageElement): PageElement {
  let element: PageElement | null = anchor;
  for (let height = 0; element && height < 5; height++, element = element.parentNode) {
    if (/^(?:article|li|tr|dd)$/.test(element.localName)) return element;
  }
  return anchor;
}

function resolveImage(address: string | null, base: string): string | null {
  const url = resolvePageAddress(address, base);
  return url !== null && isWebAddress(url) ? url : null;
}

function limit(releases: readonly ListedRelease[]): Pick<ReleaseList, 'releases' | 'truncated'> {
  const byUrl = new Map<string, ListedRelease>();
  for (const release of releases) if (!byUrl.has(release.url)) byUrl.set(release.url, release);
  return { releases: [...byUrl.values()].slice(0, RELEASES_MAX), truncated: byUrl.size > RELEASES_MAX };
}

const cut = (text: string): string => cutCodePoints(text, SUMMARY_CHARS_MAX);
