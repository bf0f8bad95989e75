/** Request costs that depend on the operator's plan: set in USD, recorded in micro-USD. */
import type { ProviderSettings } from '../../kernel/ports.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import type { ProviderDefinition, SettingSpec } from '../../kernel/tool/provider.ts';

/** A setting such as `requestUsd`; `usd` is the price of the plan that suits a gateway. */
export const defineUsdSetting = (usd: string, what = 'one request'): SettingSpec => ({
  kind: 'usd',
  about: `Cost of ${what} in USD; 0 on a free plan`,
  default: usd,
});

/** Micro-USD for one request, as the setting `key` says; without settings: as they come. */
export function readRequestMicros(
  facts: ProviderDefinition,
  settings: ProviderSettings | null,
  key: string = 'requestUsd',
): number {
  const stated = settings?.[key] ?? facts.settings[key]?.default;
  return (Number(stated) || 0) * 1_000_000;
}

/** Notes what a request has cost, in micro-USD: for the margin of the call and for the budget of the provider. */
export function meterCost(
  { id }: Pick<ProviderDefinition, 'id'>,
  ctx: Pick<CallContext, 'meter' | 'environment'>,
  micros: number,
): void {
  ctx.meter(micros);
  ctx.environment.budgets?.spend(id, micros);
}
