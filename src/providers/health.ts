/**
 * What one mode remembers of its providers: a breaker that opens after failures in a row, a pause where the provider
 * asked for one, and parking where our key or bill is wrong. One request a time finds out whether it is over.
 */
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
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
  },
  test: {
    failuresMax: 5,
    open: { firstMs: 1_000, maxMs: 1_000 },
    cool: { firstMs: 0, maxMs: 0 },
    park: { firstMs: 0, maxMs: 0 },
  },
};

interface Memory {
  breaker: CircuitBreakerPolicy;
  /** Milliseconds since the epoch until which the provider is left alone; one for each reason. */
  openUntilMs: number;
  pausedUntilMs: number;
  /** Pauses in a row that did not help. */
  pauses: number;
}

/** How a run ended, where its end does not move the breaker. */
type Passed<T> = { ok: true; value: T } | { ok: false; thrown: unknown };

export function createHealth(options: HealthOptions): ProviderHealth {
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
    async guard(providerId, run) {
      const memory = memoryOf(providerId);
      const waitMs = parkedForMs(providerId);
      const probing = memory.breaker.state === CircuitState.HalfOpen;
      if (waitMs > 0 || probing) throw new UpstreamFailure('parked', providerId, { retryAfterMs: waitMs });
      try {
        return await guarded(memory, options, run);
      } catch (thrown) {
        throw isBrokenCircuitError(thrown) ? new UpstreamFailure('parked', providerId) : thrown;
      }
    },
  };
}

async function guarded<T>(memory: Memory, options: HealthOptions, run: () => Promise<T>): Promise<T> {
  const passed = await memory.breaker.execute(async (): Promise<Passed<T>> => {
    try {
      const value = await run();
      memory.pauses = 0;
      return { ok: true, value };
    } catch (thrown) {
      const effect = effectOf(thrown);
      if (effect === 'cool' || effect === 'park') pause(memory, options[effect], thrown);
      if (effect === 'none') return { ok: false, thrown };
      throw thrown;
    }
  });
  if (passed.ok) return passed.value;
  throw passed.thrown;
}

function newMemory({ failuresMax, open }: HealthOptions): Memory {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) => {
    const ms = doubled(open, attempt - 1);
    memory.openUntilMs = Date.now() + ms;
    return ms;
  });
  const memory: Memory = {
    breaker: circuitBreaker(
      handleWhen((thrown) => moves(thrown, memory)),
      { breaker: new ConsecutiveBreaker(failuresMax), halfOpenAfter: backoff },
    ),
    openUntilMs: 0,
    pausedUntilMs: 0,
    pauses: 0,
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

function pause(memory: Memory, pauseOptions: Pause, thrown: unknown): void {
  const nowMs = Date.now();
  if (memory.pausedUntilMs > nowMs) return;
  const asked = thrown instanceof UpstreamFailure ? thrown.facts.retryAfterMs : undefined;
  const ms = asked === undefined ? doubled(pauseOptions, memory.pauses) : Math.min(asked, pauseOptions.maxMs);
  memory.pauses++;
  memory.pausedUntilMs = nowMs + ms;
}

function doubled({ firstMs, maxMs }: Pause, times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), maxMs);
}
