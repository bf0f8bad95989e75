/** Why a mail goes to this outlet, in a sentence: what its profile and the release have in common, and nothing else. */
import { CATEGORY_LABELS, type CategoryKey } from '../analyses/lexicon/category.ts';
import { normalizeForMatch } from '../text/fold.ts';
import type { Language } from '../text/language.ts';
import { countCodePoints } from '../text/points.ts';
import { hasTerm } from '../text/terms.ts';
import { WORDING } from './wording.ts';

/** Of the profile of a media item. */
export interface OutletProfile {
  recentTitles: readonly string[];
  topics: readonly string[];
  /** In its full Japanese form, 東京都. */
  prefecture: string | null;
  industries: readonly string[];
}

/** Of the release. */
export interface NewsFacts {
  language: Language;
  /** Title and text. */
  text: string;
  /** Terms that it turns on, best first. */
  terms: readonly string[];
  categories: readonly CategoryKey[];
}

/** A shorter one says little. Code points. */
const TERM_MIN = 2;
const TITLE_MAX = 120;

/** Reads the release once; each outlet is then answered at once. */
export function createOccasions(facts: NewsFacts): (profile: OutletProfile) => string | null {
  const words = WORDING[facts.language];
  const text = normalizeForMatch(facts.text);
  const terms = facts.terms.filter(isTelling).map(normalizeForMatch);
  return ({ recentTitles, topics, prefecture, industries }) => {
    const article = recentTitles.find((title) => {
      const normalized = normalizeForMatch(title);
      return countCodePoints(title) <= TITLE_MAX && terms.some((term) => hasTerm(normalized, term));
    });
    if (article !== undefined) return words.article(article.trim());
    const topic = topics.find((name) => isTelling(name) && hasTerm(text, normalizeForMatch(name)));
    if (topic !== undefined) return words.topic(topic.trim());
    if (prefecture !== null && isTelling(prefecture) && text.includes(shortenPrefecture(prefecture))) {
      return words.place(prefecture);
    }
    const field = facts.categories.find((key) => key !== 'other' && industries.includes(key));
    return field === undefined ? null : words.field(CATEGORY_LABELS[field][facts.language]);
  };
}

const isTelling = (term: string): boolean => countCodePoints(term.trim()) >= TERM_MIN;

/** 東京都 is 東京 in most texts; 北海道 has no shorter form. */
function shortenPrefecture(prefecture: string): string {
  const name = normalizeForMatch(prefecture);
  return name.length > 2 ? name.replace(/[都府県]$/, '') : name;
}
