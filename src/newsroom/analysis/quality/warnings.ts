/** Warnings: what could be against the law, and why the gates take points away. */
import { type Article, findMatches, findRangeAt, type Range, toSpan } from './article.ts';
import type { Gates } from './gates.ts';
import type { QualityWarning } from './types.ts';

/** A text full of superlatives is told so this often. */
const SUPERLATIVES_MAX = 20;

export function findWarnings(article: Article, gates: Gates): QualityWarning[] {
  const whole = (code: QualityWarning['code']): QualityWarning => ({
    code,
    text: null,
    start: null,
    end: null,
    legal_risk: false,
  });
  return [
    ...findUnsupported(article).map((range): QualityWarning => {
      return { code: 'unsupported_superlative', ...toSpan(article, range), legal_risk: true };
    }),
    ...(gates.share < 1 ? [whole('keyword_list')] : []),
    ...(gates.uniqueness < 1 ? [whole('repetition')] : []),
    ...(gates.length < 1 ? [whole('too_short')] : []),
    ...(gates.substance < 1 ? [whole('few_facts')] : []),
    ...(article.detected.isOther ? [whole('unsupported_language')] : []),
  ];
}

/** Superlatives, "first" and "No. 1" in a paragraph (or headline) that names no source. */
export function findUnsupported(article: Article): Range[] {
  const { lexicon, paragraphs, title, folded } = article;
  const whole = { start: 0, end: folded.plain.length };
  const superlatives = findMatches(article, [lexicon.superlatives], whole);
  if (superlatives.length === 0) return [];
  const sourceParagraphs = new Set(
    findMatches(article, [lexicon.sources], whole).map(({ start }) => findRangeAt(paragraphs, start)),
  );
  const inTitle = (range: Range): boolean => title !== null && range.start < title.end;
  const lead = paragraphs[0];
  return superlatives
    .filter((range) => {
      const paragraph = inTitle(range) ? lead : findRangeAt(paragraphs, range.start);
      return paragraph === undefined || !sourceParagraphs.has(paragraph);
    })
    .slice(0, SUPERLATIVES_MAX);
}
