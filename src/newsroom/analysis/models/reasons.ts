/** Why rules stand where a model could have had a part. */
export const DEGRADED_REASONS = [
  'no_llm_configured',
  'llm_timeout',
  'llm_invalid_output',
  'llm_failed',
  'llm_budget',
] as const;

export type DegradedReason = (typeof DEGRADED_REASONS)[number];
