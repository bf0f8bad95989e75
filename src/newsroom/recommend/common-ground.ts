/** What the news and an outlet have in common, and nothing else: what a letter to its desk may begin with. */
import { CATEGORY_LABELS, type CategoryKey } from '../analyses/lexicon/category.ts';
import { normalizeForMatch } from '../text/fold.ts';
import type { Language } from '../text/language.ts';
import { countCodePoints } from '../text/points.ts';
import { hasTerm } from '../text/terms.ts';
import { unifyForms } from './variants.ts';

/** Of the news. */
export interface ComparedNews {
  language: Language;
  title: string;
  body: string;
  /** Words that it turns on, the best first. */
  terms: readonly string[];
  categories: readonly CategoryKey[];
  /** Prefectures of its places, in their full Japanese form. */
  prefectures: readonly string[];
}

/** Of the profile of a media item. */
export interface ComparedOutlet {
  recentTitles: readonly string[];
  topics: readonly string[];
  /** In its full Japanese form, 東京都. */
  prefecture: string | null;
  industries: readonly string[];
}

export interface CommonGround {
  field: 'recent_article' | 'topic' | 'locality' | 'industry';
  value: string;
}

/** Shorter words say little. Code points. */
const TERM_MIN = 2;
const TITLE_MAX = 120;

export const foldForTerms = (text: string): string => unifyForms(normalizeForMatch(text));
export const isTelling = (term: string): boolean => countCodePoints(term.trim()) >= TERM_MIN;

/** 東京都 is 東京 in most texts; 北海道 has no shorter form. */
export const shortenPrefecture = (prefecture: string): string => prefecture.replace(/(?<=.{2})[都府県]$/u, '');

/** Reads the news once; each outlet is then answered at once: the strongest first. */
export function createComparison(news: ComparedNews): (outlet: ComparedOutlet) => CommonGround[] {
  const text = foldForTerms(`${news.title}\n${news.body}`);
  const terms = news.terms.filter(isTelling).map(foldForTerms);
  const places = news.prefectures.map((prefecture) => shortenPrefecture(foldForTerms(prefecture)));
  return ({ recentTitles, topics, prefecture, industries }) => {
    const shared: CommonGround[] = [];
    const article = recentTitles.find((title) => {
      const folded = foldForTerms(title);
      return countCodePoints(title) <= TITLE_MAX && terms.some((term) => hasTerm(folded, term));
    });
    if (article !== undefined) shared.push({ field: 'recent_article', value: article.trim() });
    const topic = topics.find((name) => isTelling(name) && hasTerm(text, foldForTerms(name)));
    if (topic !== undefined) shared.push({ field: 'topic', value: topic.trim() });
    const home = prefecture === null ? '' : shortenPrefecture(foldForTerms(prefecture));
    if (prefecture !== null && (places.includes(home) || (isTelling(home) && text.includes(home)))) {
      shared.push({ field: 'locality', value: prefecture });
    }
    const category = news.categories.find((key) => key !== 'other' && industries.includes(key));
    if (category !== undefined) shared.push({ field: 'industry', value: CATEGORY_LABELS[category][news.language] });
    return shared;
  };
}

/** The sentences that say so, in one language. */
export interface OccasionWords {
  article: (title: string) => string;
  topic: (topic: string) => string;
  place: (place: string) => string;
  field: (label: string) => string;
}

const WORD_OF = { recent_article: 'article', topic: 'topic', locality: 'place', industry: 'field' } as const;

/** Why a letter goes to this outlet, in a sentence. */
export const writeOccasion = (words: OccasionWords, { field, value }: CommonGround): string =>
  words[WORD_OF[field]](value);
