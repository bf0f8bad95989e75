/**
 * Tells which releases an article is about: it has the title nearly whole, or names the issuer and a distinctive word of the
 * title. An index of all names and pieces of titles keeps the work for one article independent of the number of releases.
 */

import { setImmediate } from 'node:timers/promises';
import { belongsToDomain } from '../../../lib/domains.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { hasTerm } from '../../../text/terms.ts';
import { readHost } from './keys.ts';
import { foldIssuer, listIssuerNames, listTitleTerms, weigh } from './names.ts';

export interface WatchedRelease {
  id: number;
  companyId: string;
  title: string;
  language: Language;
  /** Publication, or the start of its first campaign, whichever came first. */
  outAt: number;
  /** The issuer's, in its languages. */
  names: readonly (string | null)[];
  /** The issuer's own site. */
  domain: string | null;
}

export interface ReadArticle {
  title: string;
  body: string;
  url: string;
  publishedAt: number;
  /** Author or issuer, if the source names one. */
  publisher: string | null;
}

/** Later articles are about something else. */
const SPAN_MS = 365 * DAY_MS;
/** UTF-16 units: what an article is about is told before. */
const BODY_MAX = 8_000;
/** A title of less weight could be anybody's, unless the issuer is named, too. */
const TITLE_WEIGHT_MIN = 30;
const NAMED_TITLE_WEIGHT_MIN = 16;
/** Share of the title's pairs of characters that a headline must have in common with it. */
const TITLE_SHARE_MIN = 0.85;
const PIECE = 8;
const STEP = 4;
const PREFIX = 2;

interface IndexedRelease extends WatchedRelease {
  flatTitle: string;
  issuerNames: readonly string[];
}

export type Matcher = (article: ReadArticle) => WatchedRelease[];

/** Releases that are indexed before others get their turn. */
const TURN = 200;

export async function createMatcher(releases: readonly WatchedRelease[]): Promise<Matcher> {
  const byPiece = new Map<string, IndexedRelease[]>();
  const byName = new Map<string, Map<string, IndexedRelease[]>>();
  for (const [index, release] of releases.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    const issuerNames = listIssuerNames(release.names);
    const indexed = { ...release, issuerNames, flatTitle: flatten(release.title) };
    for (const piece of listPieces(indexed.flatTitle)) addTo(byPiece, piece, indexed);
    for (const name of issuerNames) {
      const names = byName.get(name.slice(0, PREFIX)) ?? new Map<string, IndexedRelease[]>();
      byName.set(name.slice(0, PREFIX), names);
      addTo(names, name, indexed);
    }
  }
  return (article) => {
    const read = readArticle(article);
    const found = new Set<IndexedRelease>();
    for (let at = 0; at + PREFIX <= read.text.length; at++) {
      for (const [name, named] of byName.get(read.text.slice(at, at + PREFIX)) ?? [])
        if (read.text.startsWith(name, at)) for (const release of named) found.add(release);
    }
    for (let at = 0; at + PIECE <= read.flat.length; at++)
      for (const release of byPiece.get(read.flat.slice(at, at + PIECE)) ?? []) found.add(release);
    return [...found].filter((release) => isAbout(article, read, release));
  };
}

function addTo<K>(index: Map<K, IndexedRelease[]>, key: K, release: IndexedRelease): void {
  const known = index.get(key);
  if (known) known.push(release);
  else index.set(key, [release]);
}

/** Letters and digits alone, folded: marks and spaces differ between headlines. */
const flatten = (text: string): string => foldText(text).lower.replace(/[^\p{L}\p{N}]+/gu, '');

const listPieces = (flat: string): string[] =>
  Array.from({ length: Math.max(0, Math.floor((flat.length - PIECE) / STEP) + 1) }, (_, index) =>
    flat.slice(index * STEP, index * STEP + PIECE),
  );

interface FoldedArticle {
  /** Title and body, folded. */
  text: string;
  flat: string;
  flatTitle: string;
}

function readArticle({ title, body }: ReadArticle): FoldedArticle {
  const text = foldText(`${title}\n${body.slice(0, BODY_MAX)}`).lower;
  return { text, flat: text.replace(/[^\p{L}\p{N}]+/gu, ''), flatTitle: flatten(title) };
}

function isAbout(article: ReadArticle, read: FoldedArticle, release: IndexedRelease): boolean {
  const age = article.publishedAt - release.outAt;
  if (age < 0 || age > SPAN_MS || isOwn(article, release)) return false;
  const isNamed = release.issuerNames.some((name) => hasTerm(read.text, name));
  const weight = weigh(release.flatTitle);
  if (weight >= (isNamed ? NAMED_TITLE_WEIGHT_MIN : TITLE_WEIGHT_MIN) && hasTitle(read, release.flatTitle)) return true;
  if (!isNamed) return false;
  const terms = listTitleTerms(release.title, release.language, release.issuerNames);
  return terms.some((term) => hasTerm(read.text, term));
}

/** The issuer's release on a wire service, or on its own site. */
function isOwn({ publisher, url }: ReadArticle, { issuerNames, domain }: IndexedRelease): boolean {
  if (publisher !== null && issuerNames.includes(foldIssuer(publisher))) return true;
  const host = readHost(url);
  return host !== null && domain !== null && belongsToDomain(host, domain.replace(/^www\./, ''));
}

function hasTitle({ flat, flatTitle }: FoldedArticle, title: string): boolean {
  if (flat.includes(title)) return true;
  const headline = new Set(listPairs(flatTitle));
  const pairs = listPairs(title);
  return pairs.filter((pair) => headline.has(pair)).length >= pairs.length * TITLE_SHARE_MIN;
}

const listPairs = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
