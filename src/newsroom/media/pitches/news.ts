/** An article read once, for everybody who is written to about it. */

import { countCodePoints } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import type { Analysis } from '../../analysis/analyses/analyze.ts';
import { chooseLines } from '../../analysis/extraction/strongest-lines.ts';
import { findEmails, findUrls } from '../../analysis/mentions/addresses.ts';
import { findAddressee } from '../contacts/permission.ts';
import type { MediaItem } from '../contacts/types.ts';
import { listHomes } from '../recommend/release-features.ts';
import type { News, Outlet } from './types.ts';

export interface ArticleText {
  title: string;
  body: string;
  language: News['language'];
  url: string | null;
  contact: string | null;
  embargo: string | null;
}

const CONTACT_MAX = 200;

export function readNews(article: ArticleText, { facts, keywords, categories }: Analysis): News {
  const { title, body, language, embargo } = article;
  const places = facts?.where ?? [];
  return {
    ...{ title, body, language, embargo, places },
    url: article.url ?? findLink(body),
    contact: cutLabel(article.contact ?? findContactLine(body) ?? '') || null,
    lines: facts ? chooseLines(facts, article) : [],
    terms: keywords.map(({ term }) => term),
    categories: categories.map(({ key }) => key),
    prefectures: [...new Set(places.flatMap(listHomes))],
  };
}

/** The first address of the text that a reader can follow. */
function findLink(body: string): string | null {
  const folded = foldText(body);
  const links = findUrls(folded.plain).map(({ start, end }) => folded.span(start, end).text);
  return links.find((link) => /^https?:/i.test(link)) ?? null;
}

/** Labels that only introduce a contact. */
const LABEL =
  /^[■【[]?(?:.{0,12}(?:問い?合わ?せ先?|联系方式|媒体联系|联系人|联络人)(?:は|人)?[】\]]?\s*[:：]?|(?:media |press )?contact\s*[:：])\s*/i;

const cutLabel = (contact: string): string => contact.trim().replace(LABEL, '').trim();

/** The last line with an address. */
function findContactLine(body: string): string | null {
  const lines = body.split(/\n+/).filter((line) => countCodePoints(line) <= CONTACT_MAX);
  return lines.findLast((one) => findEmails(foldText(one).plain).length > 0) ?? null;
}

export function describeOutlet(item: MediaItem): Outlet {
  const isEmpty = (item.profile ?? '').trim() === '' && item.topics.length === 0 && item.recentArticles.length === 0;
  return {
    id: item.id,
    name: item.name,
    addressee: findAddressee(item),
    type: item.type,
    industries: item.industry,
    prefecture: item.prefecture,
    topics: item.topics,
    recentTitles: item.recentArticles.map(({ title }) => title),
    hasConsentBasis: item.consentBasis !== 'none',
    isEmpty,
  };
}
