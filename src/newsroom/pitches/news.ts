/** An article read once, for everybody who is written to about it. */
import type { Analysis } from '../analyses/analyze.ts';
import { chooseLines } from '../analyses/strongest-lines.ts';
import type { MediaItem } from '../contacts/types.ts';
import { findEmails } from '../mentions/addresses.ts';
import { listHomes } from '../recommend/release-facts.ts';
import { foldText } from '../text/fold.ts';
import { countCodePoints } from '../text/points.ts';
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
  const { title, body, language, url, embargo } = article;
  const places = facts?.where ?? [];
  return {
    ...{ title, body, language, url, embargo, places },
    contact: article.contact ?? findContactLine(body),
    lines: facts ? chooseLines(facts) : [],
    terms: keywords.map(({ term }) => term),
    categories: categories.map(({ key }) => key),
    prefectures: [...new Set(places.flatMap(listHomes))],
  };
}

/** The last line with an address, without what only introduces it. */
function findContactLine(body: string): string | null {
  const lines = body.split(/\n+/).filter((line) => countCodePoints(line) <= CONTACT_MAX);
  const line = lines.findLast((one) => findEmails(foldText(one).plain).length > 0);
  return (
    line?.replace(/^.{0,12}(?:お問い合わせ|問い合わせ先|联系方式|Contact)(?:は|先)?\s*[:：]?\s*/i, '').trim() ?? null
  );
}

export function describeOutlet(item: MediaItem): Outlet {
  const isEmpty = (item.profile ?? '').trim() === '' && item.topics.length === 0 && item.recentArticles.length === 0;
  return {
    id: item.id,
    name: item.name,
    isPerson: item.type === 'freelance' || item.emailKind === 'person',
    type: item.type,
    industries: item.industry,
    prefecture: item.prefecture,
    topics: item.topics,
    recentTitles: item.recentArticles.map(({ title }) => title),
    hasConsentBasis: item.consentBasis !== 'none',
    isEmpty,
  };
}
