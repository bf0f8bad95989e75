/**
 * What one mode remembers of its providers: a breaker that opens after failures in a row, a pause where the provider
 * asked for one, and parking where our key or bill is wrong. After the breaker and after parking, one request a time
 * finds out whether it is over; what is long ago is forgotten. No breaker of a library: which failures count, which
 * say nothing, and who may probe is what this file is about, and each of theirs adds promises to every request.
 */
import type { ProviderHealth } from '../../kernel/context.ts';
import { type BreakerEffect, consequences, UpstreamFailure } from '../../kernel/failure.ts';
import type { Mode } from '../../kernel/principal.ts';

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
  /** Failures in a row, and when the last of them was. */
  failures: number;
  failedMs: number;
  /** How often the breaker has opened without closing between; 0 while it is closed. */
  opens: number;
  /** Milliseconds since the epoch until which the provider is left alone; one for each reason. */
  openUntilMs: number;
  pausedUntilMs: number;
  /** Pauses in a row that did not help. */
  pauses: number;
  /** Parked, and nothing since has shown that it is over. */
  isParked: boolean;
  /** A request is finding out whether the provider is well again. */
  isProbing: boolean;
}

/** `open`: its breaker is, or is being tried; `parked`: our key or bill was refused, or it asked for a pause. */
export type ProviderState = 'up' | 'parked' | 'open';

export interface Health extends ProviderHealth {
  readState(providerId: string): ProviderState;
}

export function createHealth(options: HealthOptions): Health {
  const memories = new Map<string, Memory>();
  const openMemory = (providerId: string): Memory => {
    const existing = memories.get(providerId);
    if (existing) return existing;
    const created = createMemory();
    memories.set(providerId, created);
    return created;
  };
  return {
    parkedForMs(providerId) {
      const memory = memories.get(providerId);
      return memory ? computeWaitMs(memory) : 0;
    },
    readState(providerId) {
      const memory = memories.get(providerId);
      if (!memory) return 'up';
      if (memory.opens > 0) return 'open';
      return memory.isParked || memory.pausedUntilMs > Date.now() ? 'parked' : 'up';
    },
    async guard(providerId, run) {
      const memory = openMemory(providerId);
      const waitMs = computeWaitMs(memory);
      if (waitMs > 0 || memory.isProbing) throw new UpstreamFailure('parked', providerId, { retryAfterMs: waitMs });
      const triesBreaker = memory.opens > 0;
      const isProbe = triesBreaker || memory.isParked;
      if (isProbe) memory.isProbing = true;
      try {
        const value = await run();
        memory.pauses = 0;
        noteAnswer(memory, triesBreaker);
        return value;
      } catch (thrown) {
        noteFailure(memory, findBreakerEffect(thrown), triesBreaker, thrown, options);
        throw thrown;
      } finally {
        if (isProbe) memory.isProbing = false;
      }
    },
  };
}

const createMemory = (): Memory => ({
  failures: 0,
  failedMs: 0,
  opens: 0,
  openUntilMs: 0,
  pausedUntilMs: 0,
  pauses: 0,
  isParked: false,
  isProbing: false,
});

function computeWaitMs({ openUntilMs, pausedUntilMs }: Memory): number {
  if (openUntilMs === 0 && pausedUntilMs === 0) return 0;
  return Math.max(0, openUntilMs - Date.now(), pausedUntilMs - Date.now());
}

/** Of an open breaker only the request that tries it may close it: others set out while it was closed. */
function noteAnswer(memory: Memory, triesBreaker: boolean): void {
  memory.failures = 0;
  memory.isParked = false;
  if (!triesBreaker) return;
  memory.opens = 0;
  memory.openUntilMs = 0;
}

/** A try must prove health, so that anything but an answer leaves the breaker open. */
function noteFailure(
  memory: Memory,
  effect: BreakerEffect | undefined,
  triesBreaker: boolean,
  thrown: unknown,
  options: HealthOptions,
): void {
  if (effect === 'none') {
    noteAnswer(memory, triesBreaker);
    return;
  }
  if (effect === 'cool' || effect === 'park') pauseProvider(memory, effect, options, thrown);
  if (triesBreaker) openBreaker(memory, options);
  else if (effect === 'count') countFailure(memory, options);
}

/** Opens after `failuresMax` failures without an answer between them, each within `forgetMs` of the one before. */
function countFailure(memory: Memory, options: HealthOptions): void {
  const nowMs = Date.now();
  memory.failures = nowMs - memory.failedMs > options.forgetMs ? 1 : memory.failures + 1;
  memory.failedMs = nowMs;
  if (memory.failures >= options.failuresMax && memory.opens === 0) openBreaker(memory, options);
}

/** For longer each time that it did not help. */
function openBreaker(memory: Memory, options: HealthOptions): void {
  memory.openUntilMs = Date.now() + computePauseMs(options.open, memory.opens);
  memory.opens++;
}

/** `undefined`: says nothing about the provider (the caller left, the server stops). */
function findBreakerEffect(thrown: unknown): BreakerEffect | undefined {
  return thrown instanceof UpstreamFailure ? consequences[thrown.kind].breaker : undefined;
}

function pauseProvider(memory: Memory, effect: 'cool' | 'park', options: HealthOptions, thrown: unknown): void {
  const nowMs = Date.now();
  if (memory.pausedUntilMs > nowMs) return;
  if (nowMs - memory.pausedUntilMs > options.forgetMs) memory.pauses = 0;
  const retryAfterMs = thrown instanceof UpstreamFailure ? thrown.facts.retryAfterMs : undefined;
  const ms =
    retryAfterMs === undefined
      ? computePauseMs(options[effect], memory.pauses)
      : Math.min(retryAfterMs, options[effect].maxMs);
  memory.pauses++;
  memory.pausedUntilMs = nowMs + ms;
  // Chosen failures of test keys park nothing.
  if (effect === 'park' && ms > 0) memory.isParked = true;
}

function computePauseMs({ firstMs, maxMs }: Pause, times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), maxMs);
}
