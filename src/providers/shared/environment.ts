/** Everything of one mode that talks to upstreams. Live and test each get their own; nothing is shared. */

import type { ProviderSettings, Transport } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import { createHealth, type Health } from './health.ts';
import { type HealthOptions, healthOptions } from './health-options.ts';

export interface EnvironmentOptions {
  mode: Mode;
  transport: Transport;
  /** By provider id; null (or absent) where it is not set up in this mode. */
  settings: Readonly<Record<string, ProviderSettings | null>>;
  /** Default: those of the mode. */
  health?: HealthOptions;
  observe?: UpstreamEnvironment['observe'];
  budgets?: UpstreamEnvironment['budgets'];
}

/** The kernel's view, and how each provider is for `/metrics`. */
export interface WatchedEnvironment extends UpstreamEnvironment {
  health: Health;
}

export function createEnvironment({
  mode,
  transport,
  settings,
  health,
  observe = () => {},
  budgets,
}: EnvironmentOptions): WatchedEnvironment {
  return {
    mode,
    transport,
    health: createHealth(health ?? healthOptions[mode]),
    settings: (providerId) => (Object.hasOwn(settings, providerId) ? (settings[providerId] ?? null) : null),
    observe,
    budgets,
  };
}
