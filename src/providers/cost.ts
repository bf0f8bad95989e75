/** What a request costs where the plan decides it: the operator states it in USD, and calls note it in micro-USD. */
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderFacts, SettingSpec } from '../kernel/provider.ts';

/** The setting `requestUsd`; `usd` is the price of the plan that suits a gateway. */
export const requestUsd = (usd: string): SettingSpec => ({
  kind: 'text',
  about: 'What one request costs you in USD; 0 on a free plan',
  default: usd,
});

/** Micro-USD for one request; without settings: as they come. */
export function requestMicros(facts: ProviderFacts, settings: ProviderSettings | null): number {
  const stated = settings?.requestUsd ?? facts.settings.requestUsd?.default;
  return (Number(stated) || 0) * 1_000_000;
}
