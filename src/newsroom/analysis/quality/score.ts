/** The NQ score: how ready a text is to be news, 0–100, by rules alone. The same text gives the same answer, byte for byte. */
import { countCodePoints, type Span } from '../../../text/code-points.ts';
import { countWords } from '../../../text/words.ts';
import { type Article, findMatches, type QualityInput, type Range, readArticle, toSpan } from './article.ts';
import { rateEvidence } from './dimensions/evidence.ts';
import { rateHeadline } from './dimensions/headline.ts';
import { rateLead } from './dimensions/lead.ts';
import { rateMediaReady } from './dimensions/media-ready.ts';
import { rateNewsValue } from './dimensions/news-value.ts';
import { countQuotations, rateQuotes } from './dimensions/quotes.ts';
import type { Rating } from './dimensions/rating.ts';
import { rateStructure } from './dimensions/structure.ts';
import { measureMean, rateTone } from './dimensions/tone.ts';
import { type Gates, measureGates } from './gates.ts';
import { IMAGES, LINKS } from './patterns.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  type DimensionScore,
  type NewsQuality,
  type QualityStats,
  type Suggestion,
} from './types.ts';
import { findUnsupported, findWarnings } from './warnings.ts';
import { englishWording } from './wording/en.ts';
import { japaneseWording } from './wording/ja.ts';
import type { Wording } from './wording/wording.ts';
import { chineseWording } from './wording/zh.ts';

export const RUBRIC_VERSION = 'nq-2026.3';

export const DIMENSION_MAX: Readonly<Record<DimensionKey, number>> = {
  headline: 15,
  lead_5w1h: 15,
  news_value: 20,
  evidence: 15,
  structure: 10,
  quotes_people: 10,
  tone: 10,
  media_ready: 5,
};

/**
 * Most points for news value and evidence by rules alone, which find words for them but can't tell whether they are
 * true. A model's opinion may add as much again.
 */
const RULES_MAX: Readonly<Partial<Record<DimensionKey, number>>> = { news_value: 16, evidence: 12 };

const WORDINGS = { ja: japaneseWording, zh: chineseWording, en: englishWording };
const EVIDENCE_MAX = 20;

/**
 * Scores a text. Spans count code points of the text as given; of title and body given apart, joined by one newline. A text
 * without letters scores 0 (callers refuse it before). Linear in the length of the text.
 */
export function scoreQuality(input: QualityInput): NewsQuality {
  const article = readArticle(input);
  const wording = WORDINGS[article.lexicon.language];
  const gates = measureGates(article);
  const lead = rateLead(article, wording);
  const newsValue = rateNewsValue(article, wording);
  const ratings: Record<DimensionKey, Rating> = {
    headline: rateHeadline(article, wording),
    lead_5w1h: lead,
    news_value: newsValue,
    evidence: rateEvidence(article, wording),
    structure: rateStructure(article, wording),
    quotes_people: rateQuotes(article, wording),
    tone: rateTone(article, wording),
    media_ready: rateMediaReady(article, wording),
  };
  const dimensions = DIMENSION_KEYS.map((key) => describeDimension(article, key, ratings[key], gates));
  const unsupported = new Set(findUnsupported(article).map(({ start }) => start));
  return {
    ...summarizeDimensions(dimensions),
    rubric_version: RUBRIC_VERSION,
    language: article.lexicon.language,
    confidence: round(article.detected.confidence * (0.5 + 0.5 * gates.factor), 2),
    engine: 'rules',
    degraded_reason: 'no_llm_configured',
    dimensions,
    gates: {
      length: round(gates.length, 3),
      share: round(gates.share, 3),
      uniqueness: round(gates.uniqueness, 3),
      factor: round(gates.factor, 3),
    },
    hooks: newsValue.hooks.map(({ key, ...range }) => ({
      key,
      ...toSpan(article, range),
      needs_source: unsupported.has(range.start),
    })),
    missing: { five_w: lead.missing, hooks: newsValue.absent },
    suggestions: listSuggestions(dimensions, wording),
    warnings: findWarnings(article, gates),
    stats: measureStats(article),
    llm: null,
  };
}

/** Total, grade and scores by key, from the scores of the dimensions. */
export function summarizeDimensions(
  dimensions: readonly DimensionScore[],
): Pick<NewsQuality, 'nq_score' | 'grade' | 'nq_dimensions'> {
  const score = round(
    dimensions.reduce((sum, { score: points }) => sum + points, 0),
    1,
  );
  const scoreFor = (key: DimensionKey): number => dimensions.find((one) => one.key === key)?.score ?? 0;
  return {
    nq_score: score,
    grade: score >= 85 ? 'A' : score >= 70 ? 'B' : score >= 55 ? 'C' : score >= 40 ? 'D' : 'E',
    nq_dimensions: {
      headline: scoreFor('headline'),
      lead_5w1h: scoreFor('lead_5w1h'),
      news_value: scoreFor('news_value'),
      evidence: scoreFor('evidence'),
      structure: scoreFor('structure'),
      quotes_people: scoreFor('quotes_people'),
      tone: scoreFor('tone'),
      media_ready: scoreFor('media_ready'),
    },
  };
}

/** good from 80 % of the maximum, fair from 50 %. */
export const rateLevel = (score: number, max: number): DimensionScore['level'] =>
  score >= 0.8 * max ? 'good' : score >= 0.5 * max ? 'fair' : 'poor';

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function describeDimension(article: Article, key: DimensionKey, rating: Rating, gates: Gates): DimensionScore {
  const wording = WORDINGS[article.lexicon.language];
  const max = DIMENSION_MAX[key];
  const most = RULES_MAX[key] ?? max;
  // A part of the points is not for rules to give.
  const scale = most / max;
  const raw = Math.min(max, Math.max(0, rating.raw)) * scale;
  const score = round(raw * gates.factor, 1);
  const parts = rating.parts.map((part) =>
    wording.describePart(wording.parts[part.key], round(part.points, 1), part.max),
  );
  if (gates.factor < 1) parts.push(wording.describeGates(round(gates.factor, 2)));
  // Where little prose or repetition costs more than what the text lacks, that is what to mend first.
  const loss = raw * (1 - gates.factor);
  const gain = Math.min(rating.gain * scale, most - raw) * gates.factor;
  const isGated = loss > gain;
  // What is left to gain is not for the author alone to give.
  const isAtMost = score >= round(most, 1);
  const fix = isGated
    ? describeGateFix(gates, article, wording)
    : isAtMost || rating.fix === null
      ? wording.fixes.truth()
      : rating.fix;
  return {
    key,
    label: wording.labels[key],
    score,
    max,
    level: rateLevel(score, max),
    reason: wording.joinList(parts),
    evidence: listEvidence(article, rating.evidence),
    fix: score >= max ? null : fix,
    gain: score >= max ? 0 : round(Math.min(max - score, isGated ? loss : gain), 1),
  };
}

function describeGateFix({ selling, substance }: Gates, { lexicon }: Article, { fixes }: Wording): string {
  if (selling < 1) return fixes.selling();
  return substance < 1 ? fixes.substance() : fixes.gates(lexicon.sizes.prose);
}

function listEvidence(article: Article, ranges: readonly Range[]): Span[] {
  const spans = [...ranges]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter((range, at, all) => range.start !== all[at - 1]?.start || range.end !== all[at - 1]?.end);
  return spans.slice(0, EVIDENCE_MAX).map((range) => toSpan(article, range));
}

function listSuggestions(dimensions: readonly DimensionScore[], wording: Wording): Suggestion[] {
  return dimensions
    .flatMap(({ key, gain, fix }) =>
      fix === null || gain === 0 ? [] : [{ dimension: key, gain, text: fix, example: wording.examples[key] }],
    )
    .sort((a, b) => b.gain - a.gain)
    .filter(({ text }, at, all) => all.findIndex((one) => one.text === text) === at);
}

function measureStats(article: Article): QualityStats {
  const { folded, sentences, prose, lexicon } = article;
  const whole = { start: 0, end: folded.plain.length };
  return {
    chars: countCodePoints(folded.original),
    words: countWords(folded.original, lexicon.language),
    sentences: sentences.length,
    prose_sentences: prose.length,
    avg_sentence_length: round(measureMean(article), 1),
    numbers: article.amounts,
    quotes: countQuotations(article),
    links: findMatches(article, LINKS, whole).length,
    images: findMatches(article, IMAGES, whole).length,
  };
}
