/** The answer of the NQ score (news quality, 0–100): what it is made of and what would raise it. */

import type { Span } from '../../../text/code-points.ts';
import type { Language } from '../../../text/language.ts';
import type { DegradedReason } from '../models/reasons.ts';

export const DIMENSION_KEYS = [
  'headline',
  'lead_5w1h',
  'news_value',
  'evidence',
  'structure',
  'quotes_people',
  'tone',
  'media_ready',
] as const;
export type DimensionKey = (typeof DIMENSION_KEYS)[number];

export const HOOK_KEYS = [
  'novelty',
  'magnitude',
  'timeliness',
  'social',
  'locality',
  'surprise',
  'people',
  'alliance',
  'data',
] as const;
export type HookKey = (typeof HOOK_KEYS)[number];

export const W_KEYS = ['who', 'what', 'when', 'where', 'why', 'how'] as const;
export type WKey = (typeof W_KEYS)[number];

export interface DimensionScore {
  key: DimensionKey;
  /** In the language of the text, as `reason` and `fix`. */
  label: string;
  score: number;
  max: number;
  level: 'good' | 'fair' | 'poor';
  reason: string;
  evidence: Span[];
  /** Null when nothing is missing. */
  fix: string | null;
  /** Points that the fix would add, the gates considered. */
  gain: number;
}

export interface Suggestion {
  dimension: DimensionKey;
  gain: number;
  text: string;
  /** A pattern to fill in; what isn't known stands in it as a placeholder. */
  example: string;
}

export interface QualityWarning {
  code: 'unsupported_superlative' | 'keyword_list' | 'repetition' | 'too_short' | 'few_facts' | 'unsupported_language';
  /** Null for what concerns the whole text. */
  text: string | null;
  start: number | null;
  end: number | null;
  legal_risk: boolean;
}

export interface QualityHook extends Span {
  key: HookKey;
  needs_source: boolean;
}

export interface QualityStats {
  chars: number;
  words: number;
  sentences: number;
  prose_sentences: number;
  /** Of prose sentences: code points without white space (ja, zh) or words (en). */
  avg_sentence_length: number;
  numbers: number;
  quotes: number;
  links: number;
  images: number;
}

export interface LlmAdjustment {
  key: DimensionKey;
  from: number;
  to: number;
  quote: string;
}

export interface NewsQuality {
  nq_score: number;
  grade: 'A' | 'B' | 'C' | 'D' | 'E';
  rubric_version: string;
  language: Language;
  confidence: number;
  engine: 'rules' | 'rules+llm';
  degraded_reason: DegradedReason | null;
  dimensions: DimensionScore[];
  nq_dimensions: Record<DimensionKey, number>;
  gates: { length: number; share: number; uniqueness: number; factor: number };
  hooks: QualityHook[];
  missing: { five_w: WKey[]; hooks: HookKey[] };
  suggestions: Suggestion[];
  warnings: QualityWarning[];
  stats: QualityStats;
  llm: { model: string; adjusted: LlmAdjustment[]; cost_usd: number } | null;
}
