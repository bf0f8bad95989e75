/** Everything of one mode that talks to upstreams. Live and test each get their own; nothing is shared. */
import type { Outside } from '../kernel/context.ts';
import type { ProviderSettings, Transport } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import { createHealth, type Health, type HealthOptions, healthOptions } from './health.ts';

export interface OutsideOptions {
  mode: Mode;
  transport: Transport;
  /** By provider id; null (or absent) where it is not set up in this mode. */
  settings: Readonly<Record<string, ProviderSettings | null>>;
  /** Default: those of the mode. */
  health?: HealthOptions;
  observe?: Outside['observe'];
}

/** The kernel's view, and how each provider is for `/metrics`. */
export interface WatchedOutside extends Outside {
  health: Health;
}

export function createOutside({
  mode,
  transport,
  settings,
  health,
  observe = () => {},
}: OutsideOptions): WatchedOutside {
  return {
    mode,
    transport,
    health: createHealth(health ?? healthOptions[mode]),
    settings: (providerId) => (Object.hasOwn(settings, providerId) ? (settings[providerId] ?? null) : null),
    observe,
  };
}
