import type { UpstreamUse } from './meter.ts';

export const addUses = (uses: readonly UpstreamUse[]): UpstreamUse => ({
  inputTokens: uses.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  outputTokens: uses.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  costMicros: uses.reduce((sum, { costMicros }) => sum + costMicros, 0),
});
