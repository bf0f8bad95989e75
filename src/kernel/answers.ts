/**
 * Answers that may serve more than one call: an exact-match cache, and one run for identical calls in flight.
 * Each call is still charged and closed on its own; only the work upstream is shared.
 */
import { LRUCache } from 'lru-cache';
import { deferred } from './deferred.ts';
import { FareboxError } from './errors.ts';
import type { Ran } from './execute.ts';
import { decodeAnswer, encodeAnswer } from './reply.ts';

/** How long a tool's answers may be served again, and to whom. */
export interface CachePolicy {
  seconds: number;
  /** `public`: the answer is the same for everybody. Default: kept apart by account. */
  scope?: 'account' | 'public';
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const ENTRY_BYTES_MAX = 1024 * 1024;

class Flight {
  readonly answer = deferred<Ran>();
  /** Ends when nobody waits for this run any more. */
  readonly left = new AbortController();
  #waiting = 0;

  constructor() {
    // Every waiter sees the failure itself.
    this.answer.promise.catch(() => {});
  }

  /** Waits for the shared run; a waiter that leaves or runs out of time gets its own failure. */
  async wait(left: AbortSignal, timeoutMs: number, tooLate: () => Error): Promise<Ran> {
    this.#waiting++;
    const own = deferred<never>();
    const leave = (): void => {
      this.#waiting--;
      if (this.#waiting <= 0) this.left.abort();
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => own.reject(tooLate()), timeoutMs);
    try {
      return await Promise.race([this.answer.promise, own.promise]);
    } finally {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    }
  }
}

export class Answers {
  readonly #kept = new LRUCache<string, string>({
    maxSize: CACHE_BYTES_MAX,
    maxEntrySize: ENTRY_BYTES_MAX,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  readonly #flights = new Map<string, Flight>();
  #hits = 0;

  /** Answers kept right now. */
  get size(): number {
    return this.#kept.size;
  }

  /** Calls that were served without work upstream since the start. */
  get hits(): number {
    return this.#hits;
  }

  /**
   * The kept answer for `key`, the answer of an identical call in flight, or a fresh one from `produce`.
   * `produce` gets a signal that ends when every waiting caller has left.
   */
  async share(
    key: string,
    policy: CachePolicy,
    waiter: { left: AbortSignal; timeoutMs: number; tooLate: () => Error },
    produce: (left: AbortController) => Promise<Ran>,
  ): Promise<Ran> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#hits++;
      return { ...decodeAnswer(kept), costMicros: 0, cached: true };
    }
    const running = this.#flights.get(key);
    if (running) {
      const { output, warnings } = await running.wait(waiter.left, waiter.timeoutMs, waiter.tooLate);
      this.#hits++;
      return { output, warnings, costMicros: 0, cached: true };
    }
    const flight = new Flight();
    this.#flights.set(key, flight);
    produce(flight.left)
      .then(
        (ran) => {
          this.#kept.set(key, encodeAnswer(ran.output, ran.warnings), { ttl: policy.seconds * 1000 });
          flight.answer.resolve(ran);
        },
        (thrown: unknown) => flight.answer.reject(thrown),
      )
      .finally(() => this.#flights.delete(key))
      .catch((thrown: unknown) => flight.answer.reject(new FareboxError('INTERNAL', { cause: thrown })));
    return flight.wait(waiter.left, waiter.timeoutMs, waiter.tooLate);
  }
}
