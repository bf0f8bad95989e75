/** Everything of one mode that talks to upstreams. Live and test each get their own; nothing is shared. */

import type { ProviderSettings, Transport } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import type { KeyRings } from './access.ts';
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
  pauses?: UpstreamEnvironment['pauses'];
  access?: KeyRings;
  tracing?: UpstreamEnvironment['tracing'];
}

/** The kernel's view, and how each provider is for `/metrics`. */
export interface WatchedEnvironment extends UpstreamEnvironment {
  health: Health;
  /** In live mode. */
  access?: KeyRings | undefined;
}

export function createEnvironment({
  mode,
  transport,
  settings,
  health,
  observe = () => {},
  budgets,
  pauses,
  access,
  tracing,
}: EnvironmentOptions): WatchedEnvironment {
  const own = createHealth(health ?? healthOptions[mode]);
  return {
    mode,
    transport,
    health: access ? joinHealth(own, access) : own,
    settings: (providerId) => (Object.hasOwn(settings, providerId) ? (settings[providerId] ?? null) : null),
    observe,
    budgets,
    pauses,
    access,
    tracing,
  };
}

/** A provider rests by itself, or because all of its keys do. */
const joinHealth = (own: Health, keys: KeyRings): Health => ({
  guard: (providerId, run, scope) => own.guard(providerId, run, scope),
  pausedForMs: (providerId, model) => Math.max(own.pausedForMs(providerId, model), keys.pausedForMs(providerId, model)),
  readState(providerId) {
    const state = own.readState(providerId);
    return state === 'up' ? keys.readState(providerId) : state;
  },
  listPausedModels: (providerId) => [
    ...new Set([...own.listPausedModels(providerId), ...keys.listPausedModels(providerId)]),
  ],
});
