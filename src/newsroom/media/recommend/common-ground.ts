/** Finds common ground between the news and an outlet, for the opening of a letter. */

import { countCodePoints } from '../../../text/code-points.ts';
import { normalizeForMatch } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { writeOneLine } from '../../../text/lines.ts';
import { CATEGORY_LABELS, type CategoryKey } from '../../analysis/extraction/lexicon/category.ts';
import { namePrefecture } from '../contacts/prefectures.ts';
import { findBoundaries, hasWholeTerm, isContentWord } from './content-words.ts';
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
export const shortenPrefecture = (prefecture: string): string => prefecture.replace(/(?<=.{2})[都府県县]$/u, '');

/** Reads the news once; each outlet is then answered at once: the strongest first. */
export function createComparison(news: ComparedNews): (outlet: ComparedOutlet) => CommonGround[] {
  const text = foldForTerms(`${news.title}\n${news.body}`);
  const boundaries = findBoundaries(text, news.language);
  const terms = news.terms.filter((term) => isTelling(term) && isContentWord(term)).map(foldForTerms);
  const places = news.prefectures.map((prefecture) => shortenPrefecture(foldForTerms(prefecture)));
  return ({ recentTitles, topics, prefecture, industries }) => {
    const shared: CommonGround[] = [];
    const article = recentTitles.find((title) => {
      const folded = foldForTerms(title);
      if (countCodePoints(title) > TITLE_MAX) return false;
      const ends = findBoundaries(folded, news.language);
      return terms.some((term) => hasWholeTerm(folded, ends, term));
    });
    if (article !== undefined) shared.push({ field: 'recent_article', value: article.trim() });
    const topic = topics.find(
      (name) => isTelling(name) && isContentWord(name) && hasWholeTerm(text, boundaries, foldForTerms(name)),
    );
    if (topic !== undefined) shared.push({ field: 'topic', value: topic.trim() });
    const home = prefecture === null ? '' : shortenPrefecture(foldForTerms(prefecture));
    if (prefecture !== null && (places.includes(home) || (isTelling(home) && hasWholeTerm(text, boundaries, home)))) {
      shared.push({ field: 'locality', value: prefecture });
    }
    const category = news.categories.find((key) => key !== 'other' && industries.includes(key));
    if (category !== undefined) shared.push({ field: 'industry', value: CATEGORY_LABELS[category][news.language] });
    return shared;
  };
}

/** Sentences for letters; they claim nothing about what the sender has read. */
const SENTENCES: Readonly<Record<Language, Readonly<Record<CommonGround['field'], (value: string) => string>>>> = {
  ja: {
    recent_article: (title) => `貴媒体の記事「${title}」に関連する話題として、ご案内いたします。`,
    topic: (topic) => `貴媒体が取り上げておられる「${topic}」に関連する話題として、ご案内いたします。`,
    locality: (place) => `${place}に関わる話題として、ご案内いたします。`,
    industry: (label) => `${label}の話題として、ご案内いたします。`,
  },
  zh: {
    recent_article: (title) => `这则消息与贵媒体的报道《${title}》相关，供您参考。`,
    topic: (topic) => `这则消息与贵媒体关注的“${topic}”相关，供您参考。`,
    locality: (place) => `这则消息与${place}有关，供您参考。`,
    industry: (label) => `这是一则${label}类消息，供您参考。`,
  },
  en: {
    recent_article: (title) => `We thought of you because of your article “${title}”.`,
    topic: (topic) => `We thought of you because you cover ${topic}.`,
    locality: (place) => `We thought of you because this concerns ${place}.`,
    industry: (label) =>
      `We thought of you because you cover ${label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}.`,
  },
};

/** Why a letter goes to this outlet, in a sentence of the language that the letter is in. */
export function writeOccasion(language: Language, { field, value }: CommonGround): string {
  const name = writeOneLine(value);
  return SENTENCES[language][field](field === 'locality' ? namePrefecture(name, language) : name);
}
