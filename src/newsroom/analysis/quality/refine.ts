/** Refines the score with a model's opinion: slightly, on three dimensions, and only with words from the text. */
import { type FoldedText, foldText } from '../../../text/fold.ts';
import { DIMENSION_MAX, rateLevel, round, summarizeDimensions } from './score.ts';
import type { DimensionKey, DimensionScore, LlmAdjustment, NewsQuality } from './types.ts';

export const REFINED_DIMENSIONS = ['news_value', 'evidence', 'tone'] as const;
export type RefinedDimension = (typeof REFINED_DIMENSIONS)[number];

/** Answer of one model call about one dimension. */
export interface Opinion {
  dimension: RefinedDimension;
  level: 'lower' | 'keep' | 'raise';
  /** Verbatim from the text; else the opinion counts for nothing. */
  quote: string;
}

export interface RefinementSource {
  model: string;
  costUsd: number;
}

/** The most that a model may change, as a share of the dimension's maximum. */
const CHANGE_SHARE = 0.2;
/** A quotation shorter than this stands in every text. */
const QUOTE_LEAST = 4;
const STEPS = { lower: -1, keep: 0, raise: 1 };

/**
 * The score with the median of the opinions on each dimension. `text` is what was scored. Opinions whose quotation isn't in it
 * are discarded; when none is left, the answer is that of the rules with `degraded_reason: 'llm_invalid_output'`.
 */
export function refineQuality(
  quality: NewsQuality,
  text: string,
  opinions: readonly Opinion[],
  source: RefinementSource,
): NewsQuality {
  const folded = foldText(text);
  const valid = opinions.filter(({ quote }) => isQuoted(folded, quote));
  if (valid.length === 0) return { ...quality, engine: 'rules', degraded_reason: 'llm_invalid_output', llm: null };
  const adjusted: LlmAdjustment[] = [];
  const dimensions = quality.dimensions.map((dimension) => {
    const result = refineDimension(dimension, valid, quality.gates.factor);
    if (result.adjustment) adjusted.push(result.adjustment);
    return result.dimension;
  });
  const gains = new Map<DimensionKey, number>(dimensions.map(({ key, gain }) => [key, gain]));
  return {
    ...quality,
    ...summarizeDimensions(dimensions),
    engine: 'rules+llm',
    degraded_reason: null,
    dimensions,
    suggestions: quality.suggestions
      .map((suggestion) => ({ ...suggestion, gain: gains.get(suggestion.dimension) ?? suggestion.gain }))
      .sort((a, b) => b.gain - a.gain),
    llm: { model: source.model, adjusted, cost_usd: source.costUsd },
  };
}

/** The same words, whatever their width and the white space between them. */
function isQuoted(text: FoldedText, quote: string): boolean {
  const squeeze = (piece: string): string => piece.replace(/\s+/g, ' ').trim();
  const phrase = squeeze(foldText(quote).plain);
  return phrase.length >= QUOTE_LEAST && squeeze(text.plain).includes(phrase);
}

function refineDimension(
  dimension: DimensionScore,
  opinions: readonly Opinion[],
  factor: number,
): { dimension: DimensionScore; adjustment?: LlmAdjustment } {
  const own = opinions.filter((opinion) => opinion.dimension === dimension.key);
  const step = readMedian(own.map(({ level }) => STEPS[level]));
  const { key, score: from } = dimension;
  const max = DIMENSION_MAX[key];
  // The gates hold for a model's opinion too: a list of words isn't raised.
  const to = round(Math.min(max, Math.max(0, from + step * CHANGE_SHARE * max * factor)), 1);
  if (to === from) return { dimension };
  const quote = own.find(({ level }) => STEPS[level] === Math.sign(step))?.quote ?? '';
  return {
    dimension: {
      ...dimension,
      score: to,
      level: rateLevel(to, max),
      gain: Math.min(dimension.gain, round(max - to, 1)),
    },
    adjustment: { key, from, to, quote },
  };
}

/** The middle one; of two in the middle, the one nearer to no change. */
function readMedian(steps: readonly number[]): number {
  const sorted = [...steps].sort((a, b) => a - b);
  const high = sorted[sorted.length >> 1] ?? 0;
  const low = sorted[(sorted.length - 1) >> 1] ?? 0;
  return Math.abs(low) < Math.abs(high) ? low : low === high ? low : Math.sign(low) === -Math.sign(high) ? 0 : high;
}
