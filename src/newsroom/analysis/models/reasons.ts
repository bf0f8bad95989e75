/** Reasons why rules were used instead of a model. */
export const DEGRADED_REASONS = [
  'no_llm_configured',
  'llm_timeout',
  'llm_invalid_output',
  'llm_failed',
  'llm_budget',
] as const;

export type DegradedReason = (typeof DEGRADED_REASONS)[number];
