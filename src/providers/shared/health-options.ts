import type { Mode } from '../../kernel/principal.ts';

/** A pause that doubles from `firstMs` to `maxMs` each time it did not help; 0 means none. */
export interface Pause {
  firstMs: number;
  maxMs: number;
}

export interface HealthOptions {
  /** Failures in a row that open the circuit, each for another input. */
  failuresMax: number;
  /** Failures from fewer callers than this limit only those callers. */
  callersMin: number;
  open: Pause;
  /** After `rate`, and other failures with a `Retry-After`; `maxMs` bounds the time that the provider names. */
  cool: Pause;
  /** After `auth`, `quota`, `retired`. */
  park: Pause;
  /** Milliseconds after which an earlier failure, or an earlier pause, no longer counts. */
  forgetMs: number;
}

/**
 * Failures in test mode are chosen, not suffered: one that somebody asked for must not change the next caller's
 * answer, so only the circuit breaker remembers there, for a second.
 */
export const healthOptions: Readonly<Record<Mode, HealthOptions>> = {
  live: {
    failuresMax: 5,
    callersMin: 3,
    open: { firstMs: 5_000, maxMs: 60_000 },
    cool: { firstMs: 1_000, maxMs: 300_000 },
    park: { firstMs: 60_000, maxMs: 900_000 },
    forgetMs: 600_000,
  },
  test: {
    failuresMax: 5,
    callersMin: 3,
    open: { firstMs: 1_000, maxMs: 1_000 },
    cool: { firstMs: 0, maxMs: 0 },
    park: { firstMs: 0, maxMs: 0 },
    forgetMs: 10_000,
  },
};
