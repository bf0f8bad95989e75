/** Structure, 10 points: size of the body, paragraphs, and the headline's terms in the lead. */
import { characterBigrams } from '../../../../text/words.ts';
import { type Article, readRange } from '../article.ts';
import { ENGLISH_FUNCTION_WORDS } from '../grammar/en.ts';
import { readLatinWords } from '../size.ts';
import type { Wording } from '../wording/wording.ts';
import { type Part, type Rating, rateParts } from './rating.ts';

const TERMS_SHARE = 0.6;

export function rateStructure(article: Article, wording: Wording): Rating {
  const { bodySize, lexicon, paragraphs, title, lead } = article;
  const { least, most, shortest, longest } = lexicon.sizes.body;
  const size = bodySize >= least && bodySize <= most ? 4 : bodySize >= shortest && bodySize <= longest ? 2 : 0;
  const blocks = paragraphs.length >= 4 ? 2 : paragraphs.length >= 2 ? 1 : 0;
  const share = title ? measureShare(article, readRange(article, title), lead.map(({ text }) => text).join('\n')) : 0;
  const fix = wording.fixes.structure();
  const parts: Part[] = [
    { key: 'size', points: size, max: 4, fix: wording.fixes.bodySize(least, most, bodySize) },
    { key: 'paragraphs', points: blocks, max: 2, fix },
    { key: 'terms', points: 4 * Math.min(1, share / TERMS_SHARE), max: 4, fix },
  ];
  const rating = rateParts(parts, lead.slice(0, 1));
  const isCopy = title !== null && squeeze(readRange(article, title)) === squeeze(readRange(article, article.body));
  return isCopy ? { ...rating, raw: 0, gain: rating.raw, fix } : rating;
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

function measureShare(article: Article, title: string, lead: string): number {
  const terms = new Set(readTerms(article, title));
  const inLead = new Set(readTerms(article, lead));
  return terms.size === 0 ? 0 : [...terms].filter((term) => inLead.has(term)).length / terms.size;
}

/** Words that carry meaning: stems in English; pairs of characters without hiragana, Latin words and figures elsewhere. */
function readTerms({ lexicon }: Article, text: string): string[] {
  const words = readLatinWords(text).map((word) => word.toLowerCase());
  if (lexicon.language === 'en') {
    return words
      .filter((word) => !ENGLISH_FUNCTION_WORDS.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ''));
  }
  const pairs = characterBigrams(text.replace(/[\u3041-\u3096的了在是将將为為与與和对對]/g, ' ')).filter(
    (pair) => pair.length > 1,
  );
  return [...pairs, ...words.filter((word) => /^[a-z\d][a-z\d.,'’-]+$/.test(word))];
}
