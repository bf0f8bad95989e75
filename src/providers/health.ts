/**
 * What one mode remembers of its providers: a breaker that opens after failures in a row, a pause where the provider
 * asked for one, and parking where our key or bill is wrong. After the breaker and after parking, one request a time
 * finds out whether it is over; what is long ago is forgotten.
 */
import {
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IBreaker,
  isBrokenCircuitError,
} from 'cockatiel';
import type { ProviderHealth } from '../kernel/context.ts';
import { type BreakerEffect, consequences, UpstreamFailure } from '../kernel/failure.ts';
import type { Mode } from '../kernel/principal.ts';

/** A pause that doubles from `firstMs` to `maxMs` each time it did not help; 0 means none. */
export interface Pause {
  firstMs: number;
  maxMs: number;
}

export interface HealthOptions {
  /** Failures in a row that open the breaker. */
  failuresMax: number;
  open: Pause;
  /** After `rate`, when the provider names no time of its own; `maxMs` bounds the time it names. */
  cool: Pause;
  /** After `auth`, `quota`, `retired`. */
  park: Pause;
  /** Milliseconds after which an earlier failure, or an earlier pause, no longer counts. */
  forgetMs: number;
}

/**
 * With a test key failures are chosen, not suffered: one that somebody asked for must not change the next caller's
 * answer, so that only the breaker remembers there, for a second.
 */
export const healthOptions: Readonly<Record<Mode, HealthOptions>> = {
  live: {
    failuresMax: 5,
    open: { firstMs: 5_000, maxMs: 60_000 },
    cool: { firstMs: 1_000, maxMs: 300_000 },
    park: { firstMs: 60_000, maxMs: 900_000 },
    forgetMs: 600_000,
  },
  test: {
    failuresMax: 5,
    open: { firstMs: 1_000, maxMs: 1_000 },
    cool: { firstMs: 0, maxMs: 0 },
    park: { firstMs: 0, maxMs: 0 },
    forgetMs: 10_000,
  },
};

interface Memory {
  breaker: CircuitBreakerPolicy;
  /** Milliseconds since the epoch until which the provider is left alone; one for each reason. */
  openUntilMs: number;
  pausedUntilMs: number;
  /** Pauses in a row that did not help. */
  pauses: number;
  /** Parked, and nothing since has shown that it is over. */
  isParked: boolean;
  /** A request is finding out whether the parking is over. */
  isProbing: boolean;
}

/** `open`: its breaker is, or is being tried; `parked`: our key or bill was refused, or it asked for a pause. */
export type ProviderState = 'up' | 'parked' | 'open';

export interface Health extends ProviderHealth {
  stateOf(providerId: string): ProviderState;
}

/** How a run ended, where its end does not move the breaker. */
type Passed<T> = { ok: true; value: T } | { ok: false; thrown: unknown };

export function createHealth(options: HealthOptions): Health {
  const memories = new Map<string, Memory>();
  const memoryOf = (providerId: string): Memory => {
    const known = memories.get(providerId);
    if (known) return known;
    const made = newMemory(options);
    memories.set(providerId, made);
    return made;
  };
  const parkedForMs = (providerId: string): number => {
    const memory = memories.get(providerId);
    if (!memory) return 0;
    const open = memory.breaker.state === CircuitState.Open ? memory.openUntilMs : 0;
    return Math.max(0, open - Date.now(), memory.pausedUntilMs - Date.now());
  };
  return {
    parkedForMs,
    stateOf(providerId) {
      const memory = memories.get(providerId);
      if (!memory) return 'up';
      if (memory.breaker.state !== CircuitState.Closed) return 'open';
      return memory.isParked || memory.pausedUntilMs > Date.now() ? 'parked' : 'up';
    },
    async guard(providerId, run) {
      const memory = memoryOf(providerId);
      const waitMs = parkedForMs(providerId);
      const probed = memory.isProbing || memory.breaker.state === CircuitState.HalfOpen;
      if (waitMs > 0 || probed) throw new UpstreamFailure('parked', providerId, { retryAfterMs: waitMs });
      const isProbe = memory.isParked;
      if (isProbe) memory.isProbing = true;
      try {
        return await guarded(memory, options, run);
      } catch (thrown) {
        throw isBrokenCircuitError(thrown) ? new UpstreamFailure('parked', providerId) : thrown;
      } finally {
        if (isProbe) memory.isProbing = false;
      }
    },
  };
}

async function guarded<T>(memory: Memory, options: HealthOptions, run: () => Promise<T>): Promise<T> {
  const passed = await memory.breaker.execute(async (): Promise<Passed<T>> => {
    try {
      const value = await run();
      memory.pauses = 0;
      memory.isParked = false;
      return { ok: true, value };
    } catch (thrown) {
      const effect = effectOf(thrown);
      if (effect === 'cool' || effect === 'park') pause(memory, effect, options, thrown);
      if (effect === 'none') memory.isParked = false;
      if (effect === 'none') return { ok: false, thrown };
      throw thrown;
    }
  });
  if (passed.ok) return passed.value;
  throw passed.thrown;
}

/** Opens after `failuresMax` failures without an answer between them, each within `forgetMs` of the one before. */
function decayingBreaker({ failuresMax, forgetMs }: HealthOptions): IBreaker {
  let failures = 0;
  let lastMs = 0;
  return {
    state: null,
    success() {
      failures = 0;
    },
    failure() {
      const nowMs = Date.now();
      failures = nowMs - lastMs > forgetMs ? 1 : failures + 1;
      lastMs = nowMs;
      return failures >= failuresMax;
    },
  };
}

function newMemory(options: HealthOptions): Memory {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) => {
    const ms = doubled(options.open, attempt - 1);
    memory.openUntilMs = Date.now() + ms;
    return ms;
  });
  const memory: Memory = {
    breaker: circuitBreaker(
      handleWhen((thrown) => moves(thrown, memory)),
      { breaker: decayingBreaker(options), halfOpenAfter: backoff },
    ),
    openUntilMs: 0,
    pausedUntilMs: 0,
    pauses: 0,
    isParked: false,
    isProbing: false,
  };
  return memory;
}

/** Failures that count; a probe must prove health, so that anything but an answer leaves the breaker open. */
function moves(thrown: unknown, memory: Memory): boolean {
  return effectOf(thrown) === 'count' || memory.breaker.state === CircuitState.HalfOpen;
}

/** `undefined`: says nothing about the provider (the caller left, the server stops). */
function effectOf(thrown: unknown): BreakerEffect | undefined {
  return thrown instanceof UpstreamFailure ? consequences[thrown.kind].breaker : undefined;
}

function pause(memory: Memory, effect: 'cool' | 'park', options: HealthOptions, thrown: unknown): void {
  const nowMs = Date.now();
  if (memory.pausedUntilMs > nowMs) return;
  if (nowMs - memory.pausedUntilMs > options.forgetMs) memory.pauses = 0;
  const asked = thrown instanceof UpstreamFailure ? thrown.facts.retryAfterMs : undefined;
  const ms = asked === undefined ? doubled(options[effect], memory.pauses) : Math.min(asked, options[effect].maxMs);
  memory.pauses++;
  memory.pausedUntilMs = nowMs + ms;
  // Chosen failures of test keys park nothing.
  if (effect === 'park' && ms > 0) memory.isParked = true;
}

function doubled({ firstMs, maxMs }: Pause, times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), maxMs);
}
