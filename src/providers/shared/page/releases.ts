/** What a feed (RSS 2.0, RSS 1.0, Atom) or a page lists: titles with their addresses and times. Runs in a worker thread. */
import { isRecord } from '../../../kernel/record.ts';
import { isWebAddress } from '../search-results.ts';
import { type CompanyFacts, readCompanyFacts } from './company.ts';
import { assertShallow, type ContentJob, PageError } from './content.ts';
import { parseDocument, parseXml } from './document.ts';
import { isElement, joinLines, listChildren, type PageElement, type PageTree } from './dom.ts';
import { listJsonLd } from './json-ld.ts';
import { resolvePageAddress } from './markdown.ts';

export interface ListedRelease {
  title: string;
  url: string;
  /** As the source states it. */
  publishedAt: string | null;
  /** Without markup. */
  summary: string;
  imageUrl: string | null;
  tags: string[];
  /** Who writes or issues it, as a feed states it. */
  author: string | null;
}

export interface ReleaseList {
  kind: 'feed' | 'page';
  /** Of the feed or the page. */
  name: string | null;
  /** What it says of itself. */
  about: string | null;
  /** In the order of the source; of two with one address the first. */
  releases: ListedRelease[];
  /** There are more in the source. */
  truncated: boolean;
  /** Feeds that a page names. */
  feeds: string[];
  /** Of the company whose page it is; feeds say nothing of it. */
  company: CompanyFacts;
}

const RELEASES_MAX = 100;
const SUMMARY_CHARS_MAX = 500;
const AUTHOR_CHARS_MAX = 200;
const TAGS_MAX = 20;
const FEEDS_MAX = 5;
/** Shorter links are navigation. Code points. */
const LINK_MIN = 10;
const NOTHING_KNOWN: CompanyFacts = { industry: null, address: null };
const FEED = /<(?:rss|feed|rdf:RDF)[\s>]/i;

/** Feeds may hold whole texts. */
export interface ListJob extends ContentJob {
  /** Code points of a summary; default 500. */
  summaryCharsMax?: number;
}

/** Throws PageError. */
export function readReleases(job: ListJob): ReleaseList {
  assertShallow(job.text);
  return FEED.test(job.text.slice(0, 2_000)) ? readFeed(job) : readPage(job);
}

function readFeed({ text, finalUrl, summaryCharsMax }: ListJob): ReleaseList {
  const tree = parseXml(text);
  if (tree === null) throw new PageError('no-text');
  const items = [...tree.querySelectorAll('item, entry')];
  const element = [...tree.querySelectorAll('channel > title, feed > title')][0];
  const releases = items.slice(0, RELEASES_MAX * 2).flatMap((item) => readItem(item, finalUrl, summaryCharsMax));
  const subtitle = [...tree.querySelectorAll('channel > description, feed > subtitle')][0];
  return {
    kind: 'feed',
    name: strip(element?.textContent ?? '') || null,
    about: cut(strip(subtitle?.textContent ?? '')) || null,
    ...limit(releases),
    feeds: [],
    company: NOTHING_KNOWN,
  };
}

/** Without the prefix of its namespace. */
const nameOf = ({ localName }: PageElement): string => localName.toLowerCase().replace(/^.*:/, '');

function readItem(item: PageElement, base: string, summaryCharsMax = SUMMARY_CHARS_MAX): ListedRelease[] {
  const children = [...listChildren(item)].filter(isElement);
  const list = (...names: string[]): PageElement[] => children.filter((child) => names.includes(nameOf(child)));
  const readText = (...names: string[]): string =>
    names.map((name) => list(name)[0]?.textContent?.trim() ?? '').find((text) => text !== '') ?? '';
  const link = list('link').find((one) => (one.getAttribute('rel') ?? 'alternate') === 'alternate');
  const url = resolvePageAddress(link?.getAttribute('href') || (link?.textContent ?? '').trim() || null, base);
  const title = strip(readText('title'));
  if (url === null || !isWebAddress(url) || title === '') return [];
  const isImage = (one: PageElement): boolean => /^(?:image\/|$)/.test(one.getAttribute('type') ?? '');
  const image = list('enclosure', 'thumbnail', 'content').find((one) => one.hasAttribute('url') && isImage(one));
  const tags = list('category', 'subject').map((tag) => strip(tag.getAttribute('term') ?? tag.textContent ?? ''));
  return [
    {
      title,
      url,
      publishedAt: readText('pubdate', 'date', 'published', 'updated') || null,
      summary: cut(strip(readSummary(readText, summaryCharsMax)), summaryCharsMax),
      imageUrl: resolveImage(image?.getAttribute('url') ?? null, base),
      tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, TAGS_MAX),
      author: cut(strip(readText('corp', 'creator', 'author')), AUTHOR_CHARS_MAX) || null,
    },
  ];
}

/** The text itself where it is wanted, else what is said about it. */
const readSummary = (read: (...names: string[]) => string, charsMax: number): string =>
  charsMax > SUMMARY_CHARS_MAX
    ? read('encoded', 'content', 'description', 'summary')
    : read('description', 'summary', 'encoded', 'content');

function readPage({ text, finalUrl }: ContentJob): ReleaseList {
  const stated = listJsonLd(text).flatMap((node) => readStated(node, finalUrl));
  const document = parseDocument(text);
  const links = stated.length > 0 ? stated : readLinks(document, finalUrl);
  const feeds = [...document.querySelectorAll('link[rel~="alternate"]')]
    .filter((link) => /^application\/(?:rss|atom|rdf)\+xml/i.test(link.getAttribute('type') ?? ''))
    .flatMap((link) => resolvePageAddress(link.getAttribute('href'), finalUrl) ?? []);
  const site = document.querySelector('meta[property="og:site_name"], meta[property="og:title"]');
  const name = joinLines(document.querySelector('h1')?.textContent) || joinLines(site?.getAttribute('content')) || null;
  const selector = document.querySelector('meta[name="description"], meta[property="og:description"]');
  const about = cut(joinLines(selector?.getAttribute('content'))) || null;
  const company = readCompanyFacts(text, document, name);
  return { kind: 'page', name, about, ...limit(links), feeds: feeds.slice(0, FEEDS_MAX), company };
}

/** An article that the page states as data, with where it stands. */
function readStated(node: Readonly<Record<string, unknown>>, base: string): ListedRelease[] {
  const types = [node['@type']].flat();
  if (!types.some((type) => typeof type === 'string' && /(?:Article|BlogPosting|ListItem)$/.test(type))) return [];
  const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
  const title = strip(readText(node.headline) || readText(node.name));
  const page = isRecord(node.mainEntityOfPage) ? node.mainEntityOfPage['@id'] : node.mainEntityOfPage;
  const url = resolvePageAddress(readText(node.url) || readText(page) || null, base);
  if (title === '' || url === null || !isWebAddress(url)) return [];
  const [image]: unknown[] = [node.image].flat();
  const imageUrl = readText(isRecord(image) ? image.url : image) || null;
  const publishedAt = readText(node.datePublished) || null;
  const summary = cut(strip(readText(node.description)));
  return [{ title, url, publishedAt, summary, imageUrl: resolveImage(imageUrl, base), tags: [], author: null }];
}

/** Links of the page's own host that lead to something numbered, and say enough to be a headline. */
function readLinks(document: PageTree, base: string): ListedRelease[] {
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
    const publishedAt = time?.getAttribute('datetime') || joinLines(time?.textContent) || null;
    return [{ title, url, publishedAt, summary: '', imageUrl: resolveImage(image, base), tags: [], author: null }];
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

/** Titles and descriptions may hold markup, as text. */
function strip(text: string): string {
  if (!/[<&]/.test(text)) return joinLines(text);
  return joinLines(parseDocument(`<body>${text}</body>`).body.textContent);
}

const cut = (text: string, most = SUMMARY_CHARS_MAX): string => [...text].slice(0, most).join('');
