/**
 * Reads RSS 0.9x, 1.0 and 2.0, and Atom, as they are found: with junk around them, broken XML, missing links and titles, and
 * dates in any form. Runs in a worker thread.
 */
import { cutCodePoints, truncate } from '../../../text/truncate.ts';
import { isWebAddress } from '../search-results.ts';
import { type FeedDocument, type FeedElement, parseFeedDocument, type Vocabulary } from './document.ts';
import { INLINE, joinBlanks, writePlainLine } from './plain-text.ts';
import { readTime } from './times.ts';

/** Entry of a feed or a page. */
export interface ListedRelease {
  title: string;
  url: string;
  /** Null where the source doesn't say, or not in a form that can be read. */
  publishedAtMs: number | null;
  /** Without markup. */
  summary: string;
  imageUrl: string | null;
  tags: string[];
  /** Who writes or issues it, as a feed states it. */
  author: string | null;
  /** The paper that it was first in, where a feed names another than its own. */
  origin: string | null;
}

export interface Feed {
  name: string | null;
  about: string | null;
  /** In the order of the feed; of more than `itemsMax` the newest. */
  items: ListedRelease[];
  hasMore: boolean;
  /** It ends before its end tag: what is complete of it is here. */
  isCut: boolean;
}

export interface FeedJob {
  text: string;
  /** Address of the feed. */
  url: string;
  nowMs: number;
  /** ISO 3166, of dates without a zone. */
  country?: string | null | undefined;
  itemsMax: number;
  /** Code points. */
  summaryCharsMax: number;
  /** The whole text of an item where the feed has it, in place of its summary. */
  isWhole: boolean;
}

const TITLE_CHARS_MAX = 100;
const NAME_CHARS_MAX = 200;
const ABOUT_CHARS_MAX = 500;
const TAGS_MAX = 20;

/** Null: it isn't a feed. */
export function readFeed(job: FeedJob): Feed | null {
  const document = parseFeedDocument(job.text);
  if (document === null) return null;
  const { head, items, isCut } = document;
  const place = { ...job, base: findBase(document, job.url), country: job.country ?? findCountry(head) };
  const byUrl = new Map<string, ListedRelease>();
  for (const item of items.flatMap((one) => readItem(one, place))) if (!byUrl.has(item.url)) byUrl.set(item.url, item);
  const listed = [...byUrl.values()];
  return {
    name: cutCodePoints(readText(head, 'title'), NAME_CHARS_MAX) || null,
    about: cutCodePoints(readText(head, 'description', 'subtitle', 'tagline'), ABOUT_CHARS_MAX) || null,
    items: keepNewest(listed, job.itemsMax),
    hasMore: listed.length > job.itemsMax,
    isCut,
  };
}

/** Feeds may begin with their oldest item. */
function keepNewest(items: readonly ListedRelease[], most: number): ListedRelease[] {
  if (items.length <= most) return [...items];
  const timeOf = ({ publishedAtMs }: ListedRelease): number => publishedAtMs ?? Number.NEGATIVE_INFINITY;
  const newest = items.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(b) - timeOf(a)));
  const kept = new Set(newest.slice(0, most));
  return items.filter((item) => kept.has(item));
}

/** Relative links of RSS start at the channel's page, those of Atom at the feed. */
function findBase({ head, isAtom }: FeedDocument, url: string): string {
  const page = isAtom ? '' : textOf(find(head, 'link')[0]).trim();
  return resolve(page, url) ?? url;
}

/** Country of the feed, if its language tells. */
function findCountry(head: FeedElement): string | null {
  const stated = readText(head, 'language') || head.attributes['xml:lang'] || '';
  const [language = '', ...rest] = stated.split(/[-_]/);
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  return region ?? { ja: 'jp', ko: 'kr' }[language.toLowerCase()] ?? null;
}

interface Place extends Omit<FeedJob, 'country'> {
  base: string;
  country: string | null;
}

function readItem(item: FeedElement, place: Place): ListedRelease[] {
  const base = item.bases.reduce((around, own) => resolve(own, around) ?? around, place.base);
  const url = findLink(item, base);
  if (url === null) return [];
  const text = readFirst(item, place.isWhole ? [...WHOLE, ...SHORT] : [...SHORT, ...WHOLE]);
  const title = readFirst(item, TITLES) || nameByText(text);
  if (title === '') return [];
  const tags = find(item, 'category', 'subject').map((tag) =>
    writePlainLine(tag.attributes.label ?? tag.attributes.term ?? textOf(tag)),
  );
  return [
    {
      title,
      url,
      publishedAtMs: findTime(item, place),
      summary: cutCodePoints(text, place.summaryCharsMax),
      imageUrl: findImage(item, base),
      tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, TAGS_MAX),
      author: cutCodePoints(readAuthor(item), NAME_CHARS_MAX) || null,
      origin: cutCodePoints(readOrigin(item), NAME_CHARS_MAX) || null,
    },
  ];
}

type Field = readonly [name: string, vocabulary: Vocabulary];

const TITLES: readonly Field[] = [
  ['title', 'core'],
  ['title', 'dc'],
  ['title', 'itunes'],
  ['title', 'media'],
];
const SHORT: readonly Field[] = [
  ['description', 'core'],
  ['summary', 'core'],
  ['description', 'dc'],
  ['abstract', 'dc'],
];
const WHOLE: readonly Field[] = [
  ['encoded', 'content'],
  ['content', 'core'],
  ['summary', 'itunes'],
  ['description', 'media'],
];
const TIMES: readonly Field[] = [
  ['pubdate', 'core'],
  ['published', 'core'],
  ['issued', 'core'],
  ['date', 'dc'],
  ['issued', 'dc'],
  ['created', 'dc'],
  ['date', 'core'],
  ['created', 'core'],
  ['updated', 'core'],
  ['modified', 'core'],
  ['modified', 'dc'],
];

const find = (parent: FeedElement, ...names: string[]): FeedElement[] =>
  parent.children.filter((child): child is FeedElement => typeof child !== 'string' && names.includes(child.name));

/** Those of one field. */
const findField = (parent: FeedElement, [name, vocabulary]: Field): FeedElement[] =>
  find(parent, name).filter((child) => child.vocabulary === vocabulary);

/** All that stands in an element, as it is written. */
const textOf = (element: FeedElement | undefined): string =>
  element?.children.map((child) => (typeof child === 'string' ? child : ` ${textOf(child)}`)).join('') ?? '';

/** Without markup; Atom says which texts have none. */
function readLine(element: FeedElement): string {
  const { type = '' } = element.attributes;
  if (/xhtml/i.test(type)) return joinBlanks(joinText(element));
  if (!/^(?:|text|html|text\/.*)$/i.test(type)) return '';
  return type === 'text' ? joinBlanks(textOf(element)) : writePlainLine(joinText(element));
}

/** Elements that don't part words leave no blank. */
const joinText = ({ children }: FeedElement): string =>
  children
    .map((child) => {
      if (typeof child === 'string') return child;
      const blank = INLINE.has(child.name) ? '' : ' ';
      return `${blank}${joinText(child)}${blank}`;
    })
    .join('');

function readText(parent: FeedElement, ...names: string[]): string {
  return readFirst(
    parent,
    names.map((name) => [name, 'core'] as const),
  );
}

/** Of the first field that says something. */
function readFirst(parent: FeedElement, fields: readonly Field[]): string {
  for (const field of fields)
    for (const element of findField(parent, field)) {
      const line = readLine(element);
      if (line !== '') return line;
    }
  return '';
}

function findTime(item: FeedElement, { nowMs, country }: Place): number | null {
  for (const field of TIMES)
    for (const element of findField(item, field)) {
      const time = readTime(textOf(element), nowMs, country);
      if (time !== null) return time;
    }
  return null;
}

/** The first sentence, or as many of its words as a title may have. */
function nameByText(text: string): string {
  const sentence = /^.{1,200}?(?:[。！？]|[.!?](?=\s|$))/u.exec(text)?.[0] ?? text;
  if (sentence.length <= TITLE_CHARS_MAX) return sentence;
  return `${truncate(sentence, TITLE_CHARS_MAX - 1).replace(/\s\S*$/, '')}…`;
}

/** The address of an item's own page; null where it has none. */
function findLink(item: FeedElement, base: string): string | null {
  const links = find(item, 'link').filter(({ vocabulary }) => vocabulary === 'core');
  const rank = ({ attributes: { type = 'text/html' } }: FeedElement): number => (/html/i.test(type) ? 0 : 1);
  const ranked = links.filter(isAlternate).toSorted((a, b) => rank(a) - rank(b));
  const [guid] = find(item, 'guid');
  const isPermanent = guid?.attributes.ispermalink?.trim().toLowerCase() !== 'false';
  const named = [isPermanent ? textOf(guid) : '', textOf(find(item, 'id')[0]), item.attributes['rdf:about'] ?? ''];
  const linked = ranked.map((link) => {
    const own = link.attributes['xml:base'] ?? '';
    return resolve(link.attributes.href || textOf(link), resolve(own, base) ?? base);
  });
  // A name may stand for the address, but only as a whole one.
  const addresses = [...linked, ...named.map((name) => (isWebAddress(name.trim()) ? resolve(name, base) : null))];
  return addresses.find((address): address is string => address !== null && isWebAddress(address)) ?? null;
}

const REGISTERED = /^https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//;

function isAlternate({ attributes: { rel = '' } }: FeedElement): boolean {
  const relations = rel.trim().toLowerCase().split(/\s+/);
  return rel.trim() === '' || relations.some((relation) => relation.replace(REGISTERED, '') === 'alternate');
}

function resolve(address: string, base: string): string | null {
  const plain = address.trim().replaceAll('&amp;', '&');
  return plain !== '' && URL.canParse(plain, base) ? new URL(plain, base).href : null;
}

const NO_PICTURE = /\.(?:mp3|m4a|aac|ogg|oga|wav|mp4|m4v|mov|webm|avi|pdf|zip|swf|html?)(?:[?#]|$)/i;

function findImage(item: FeedElement, base: string): string | null {
  const groups = [item, ...find(item, 'group')];
  const enclosures = find(item, 'link').filter(({ attributes }) => attributes.rel === 'enclosure');
  const media = groups.flatMap((group) => find(group, 'enclosure', 'content', 'thumbnail'));
  const nested = media.flatMap((one) => find(one, 'thumbnail'));
  for (const { name, attributes } of [...enclosures, ...media, ...nested, ...find(item, 'image')]) {
    const { type = '', medium = '', url = attributes.href ?? '' } = attributes;
    const isPicture = type === '' && medium === '' ? !NO_PICTURE.test(url) : /^image/.test(type) || medium === 'image';
    const address = isPicture || name === 'thumbnail' ? resolve(url, base) : null;
    if (address !== null && isWebAddress(address)) return address;
  }
  return null;
}

function readAuthor(item: FeedElement): string {
  const [named] = [...find(item, 'corp'), ...find(item, 'creator'), ...find(item, 'author')].filter(
    (element) => textOf(element).trim() !== '',
  );
  return named === undefined ? '' : readText(named, 'name') || writePlainLine(textOf(named));
}

/** RSS names the paper itself; Atom has what is left of the paper's feed. */
function readOrigin(item: FeedElement): string {
  const [source] = find(item, 'source').filter(({ vocabulary }) => vocabulary === 'core');
  if (source === undefined) return '';
  return source.children.some((child) => typeof child !== 'string') ? readText(source, 'title') : readLine(source);
}
