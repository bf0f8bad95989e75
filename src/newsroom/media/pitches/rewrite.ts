/**
 * Rewrites a release for one outlet by rules: the parts that matter to the outlet come first, in words of the release.
 * newsroom.md §4.6.
 */

import { foldText } from '../../../text/fold.ts';
import { splitParagraphs } from '../../../text/sentences.ts';
import { hasTerm } from '../../../text/terms.ts';
import { type Claim, findClaims, normalizeClaim } from '../../analysis/facts-check/claims.ts';
import { findContacts } from '../../analysis/mentions/addresses.ts';
import type { Clock } from '../../analysis/mentions/types.ts';
import { namePrefecture } from '../contacts/prefectures.ts';
import { foldForTerms, isTelling, shortenPrefecture } from '../recommend/common-ground.ts';
import type { News, Outlet, Rewrite, RewriteChange } from './types.ts';
import { readPitchWords } from './wording.ts';

const NAMED_MAX = 3;
/** Contacts and company profiles stay at the end. */
const CLOSING = /お問い合わせ|問合せ|会社概要|媒体联系|联系方式|关于我们|^(?:About|Contact|Media contact)\b/i;

interface Paragraph {
  text: string;
  folded: string;
  claims: readonly string[];
  isClosing: boolean;
}

/** Reads the release once; each outlet is then answered at once. */
export function createRewriter(news: News, clock: Clock): (outlet: Outlet) => Rewrite {
  const words = readPitchWords(news.language);
  const paragraphs = splitParagraphs(news.body).map(({ text }): Paragraph => {
    const { plain } = foldText(text);
    const isClosing = CLOSING.test(plain) || findContacts(plain).length > 0;
    return { text, folded: foldForTerms(text), claims: listClaims(text, news, clock), isClosing };
  });
  const source = countAll([...listClaims(news.title, news, clock), ...paragraphs.flatMap(({ claims }) => claims)]);
  return (outlet) => {
    const near = listNearTerms(news, outlet);
    const order = sortParagraphs(paragraphs, near);
    const changes: RewriteChange[] = [];
    const used = near.filter((term) => paragraphs.some(({ folded }) => hasTerm(folded, term)));
    if (order.some((paragraph, at) => paragraph !== paragraphs[at])) {
      const names = used.slice(0, NAMED_MAX).map((term) => findAsWritten(news.body, term) || term);
      const why = words.reordered(names);
      changes.push({ what: 'order', before: paragraphs[0]?.text ?? '', after: order[0]?.text ?? '', why });
    }
    const term = findHeadlineTerm(news, used);
    const varied = term === null ? news.title : words.headline(news.title, term);
    const isSafe = isSame(countAll(listClaims(varied, news, clock)), countAll(listClaims(news.title, news, clock)));
    const title = isSafe ? varied : news.title;
    if (term !== null && isSafe)
      changes.push({ what: 'headline', before: news.title, after: title, why: words.varied(term) });
    const claims = [...listClaims(title, news, clock), ...order.flatMap((paragraph) => paragraph.claims)];
    return {
      title,
      body: order.map(({ text }) => text).join('\n\n'),
      changes,
      facts_preserved: isSame(source, countAll(claims)),
      unverified: [],
    };
  };
}

/** Does a text that somebody else wrote have the facts of the release, each as often? */
export function preservesFacts(news: News, letter: { title: string; body: string }, clock: Clock): boolean {
  const list = ({ title, body }: { title: string; body: string }) =>
    countAll(listClaims(`${title}\n${body}`, news, clock));
  return isSame(list(news), list(letter));
}

/** Terms that bring a text close to the outlet, folded: topics, words of recent titles, place. */
function listNearTerms(news: News, { recentTitles, topics, prefecture }: Outlet): string[] {
  const titles = recentTitles.map(foldForTerms);
  const shared = news.terms.filter(
    (term) => isTelling(term) && titles.some((title) => hasTerm(title, foldForTerms(term))),
  );
  const home = prefecture === null ? [] : [shortenPrefecture(namePrefecture(prefecture, news.language))];
  return [...new Set([...topics, ...shared, ...home].filter(isTelling).map(foldForTerms))];
}

function sortParagraphs(paragraphs: readonly Paragraph[], near: readonly string[]): Paragraph[] {
  const weigh = ({ folded }: Paragraph): number => near.filter((term) => hasTerm(folded, term)).length;
  const open = paragraphs
    .filter(({ isClosing }) => !isClosing)
    .map((paragraph) => ({ paragraph, weight: weigh(paragraph) }));
  open.sort((one, other) => other.weight - one.weight);
  return [...open.map(({ paragraph }) => paragraph), ...paragraphs.filter(({ isClosing }) => isClosing)];
}

/** A word of the text, as it stands there, that the headline lacks. */
function findHeadlineTerm(news: News, used: readonly string[]): string | null {
  const title = foldForTerms(news.title);
  for (const term of used) {
    if (hasTerm(title, term)) continue;
    const text = findAsWritten(news.body, term);
    if (text !== '') return text;
  }
  return null;
}

function findAsWritten(body: string, term: string): string {
  const { lower, span } = foldText(body);
  const at = lower.indexOf(term);
  return at < 0 ? '' : span(at, at + term.length).text;
}

const listClaims = (text: string, { language }: News, clock: Clock): string[] =>
  findClaims(foldText(text).plain, language, clock).map(writeClaim);

function writeClaim({ kind, text, date, number }: Claim): string {
  const value = number ? `${number.value} ${number.unit ?? ''}` : (date?.iso ?? normalizeClaim(text));
  return `${kind} ${value}`;
}

function countAll(claims: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const claim of claims) counts.set(claim, (counts.get(claim) ?? 0) + 1);
  return counts;
}

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([claim, count]) => other.get(claim) === count);
