/** What the news and an outlet have in common: recent article, topic, place, field; the strongest first. */
import { CATEGORY_LABELS } from '../analyses/lexicon/category.ts';
import { unifyForms } from '../recommend/variants.ts';
import { normalizeForMatch } from '../text/fold.ts';
import { countCodePoints } from '../text/points.ts';
import { hasTerm } from '../text/terms.ts';
import type { News, Outlet, Personalization } from './types.ts';

/** Shorter words say little. Code points. */
const TERM_MIN = 2;
const TITLE_MAX = 120;

export const foldForTerms = (text: string): string => unifyForms(normalizeForMatch(text));
const isTelling = (term: string): boolean => countCodePoints(term.trim()) >= TERM_MIN;

/** Reads the news once; each outlet is then answered at once. `used` is still false everywhere. */
export function createComparison(news: News): (outlet: Outlet) => Personalization[] {
  const text = foldForTerms(`${news.title}\n${news.body}`);
  const terms = news.terms.filter(isTelling).map(foldForTerms);
  const short = news.prefectures.map((prefecture) => foldForTerms(prefecture).replace(/(?<=.{2})[都府県]$/, ''));
  return ({ recentTitles, topics, prefecture, industries }) => {
    const found: Omit<Personalization, 'used'>[] = [];
    const article = recentTitles.find(
      (title) => countCodePoints(title) <= TITLE_MAX && terms.some((term) => hasTerm(foldForTerms(title), term)),
    );
    if (article !== undefined) found.push({ field: 'recent_article', value: article.trim() });
    const topic = topics.find((name) => isTelling(name) && hasTerm(text, foldForTerms(name)));
    if (topic !== undefined) found.push({ field: 'topic', value: topic.trim() });
    const home = prefecture === null ? '' : foldForTerms(prefecture).replace(/(?<=.{2})[都府県]$/, '');
    if (prefecture !== null && (short.includes(home) || (isTelling(home) && text.includes(home)))) {
      found.push({ field: 'locality', value: prefecture });
    }
    const category = news.categories.find((key) => key !== 'other' && industries.includes(key));
    if (category !== undefined) found.push({ field: 'industry', value: CATEGORY_LABELS[category][news.language] });
    return found.map((one) => ({ ...one, used: false }));
  };
}

/** What a text has to hold to be close to the outlet, folded: topics, words of recent titles, place. */
export function listNearTerms(news: News, outlet: Outlet): string[] {
  const titles = outlet.recentTitles.map(foldForTerms);
  const shared = news.terms.filter(
    (term) => isTelling(term) && titles.some((title) => hasTerm(title, foldForTerms(term))),
  );
  const home = outlet.prefecture === null ? [] : [outlet.prefecture.replace(/(?<=.{2})[都府県]$/u, '')];
  return [...new Set([...outlet.topics, ...shared, ...home].filter(isTelling).map(foldForTerms))];
}
