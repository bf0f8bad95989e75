/**
 * Shares responses between identical calls: an exact-match cache, and one run for identical calls in flight. Each call
 * is still charged and closed separately; only the upstream work is shared.
 */
import { LRUCache } from 'lru-cache';
import { createDeferred } from '../../lib/deferred.ts';
import { type Abortable, LazyAbort } from '../../lib/lazy-abort.ts';
import { FareboxError } from '../errors/errors.ts';
import type { AnswerStore } from '../ports.ts';
import { type CachePolicy, decodeAnswer, encodeAnswer } from '../tool/reply.ts';
import type { ExecutionResult } from './execution.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const ENTRY_BYTES_MAX = 1024 * 1024;
/** A larger answer takes longer to fetch from beside than its upstream is worth. */
const SHARED_CHARACTERS_MAX = 512 * 1024;

class Flight {
  readonly answer = createDeferred<ExecutionResult>();
  /** Ends when nobody waits for this run any more. */
  readonly callerGone = new LazyAbort();
  #waiterCount = 0;

  constructor() {
    // Every waiter sees the failure itself.
    this.answer.promise.catch(() => {});
  }

  /** Waits for the shared run; a waiter that leaves or runs out of time gets its own failure. */
  async wait(callerGone: Abortable, timeoutMs: number, tooLate: () => Error): Promise<ExecutionResult> {
    this.#waiterCount++;
    const own = createDeferred<never>();
    const leave = (): void => {
      this.#waiterCount--;
      if (this.#waiterCount <= 0) this.callerGone.abort();
    };
    if (callerGone.aborted) leave();
    else callerGone.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => own.reject(tooLate()), timeoutMs);
    try {
      return await Promise.race([this.answer.promise, own.promise]);
    } finally {
      clearTimeout(timer);
      callerGone.removeEventListener('abort', leave);
    }
  }
}

export class AnswerCache {
  readonly #cache = new LRUCache<string, string>({
    maxSize: CACHE_BYTES_MAX,
    maxEntrySize: ENTRY_BYTES_MAX,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  readonly #flights = new Map<string, Flight>();
  readonly #shared: AnswerStore | undefined;

  /** `shared`: what other instances have kept counts too. */
  constructor(shared?: AnswerStore) {
    this.#shared = shared;
  }

  /**
   * The kept answer for `key`, the answer of an identical call in flight, or a fresh one from `produce`.
   * `produce` gets a signal that ends when every waiting caller has left.
   */
  async share(
    key: string,
    policy: CachePolicy,
    waiter: { callerGone: Abortable; timeoutMs: number; tooLate: () => Error },
    produce: (callerGone: Abortable) => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const entry = this.#cache.get(key);
    if (entry !== undefined) return this.#replay(entry);
    const running = this.#flights.get(key);
    // A run that everybody has left may start nothing more: who comes now gets one of its own.
    if (running && !running.callerGone.aborted) {
      const { output, warnings } = await running.wait(waiter.callerGone, waiter.timeoutMs, waiter.tooLate);
      return { output, warnings, costMicros: 0, cached: true };
    }
    const flight = new Flight();
    this.#flights.set(key, flight);
    this.#findOrProduce(key, policy, () => produce(flight.callerGone))
      .then(
        (result) => flight.answer.resolve(result),
        (thrown: unknown) => flight.answer.reject(thrown),
      )
      .finally(() => this.#flights.get(key) === flight && this.#flights.delete(key))
      .catch((thrown: unknown) => flight.answer.reject(new FareboxError('INTERNAL', { cause: thrown })));
    return flight.wait(waiter.callerGone, waiter.timeoutMs, waiter.tooLate);
  }

  #replay(entry: string): ExecutionResult {
    const { output, warnings } = decodeAnswer(entry);
    return { output, warnings, costMicros: 0, cached: true };
  }

  /** What another instance has kept stays there: only its maker knows how long it is good. */
  async #findOrProduce(
    key: string,
    { seconds, isKept }: CachePolicy,
    make: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const entry = await this.#shared?.get(key);
    if (entry !== undefined) return this.#replay(entry);
    const result = await make();
    if (isKept?.(result.output) === false) return result;
    const text = encodeAnswer(result.output, result.warnings);
    this.#cache.set(key, text, { ttl: seconds * 1000 });
    if (text.length <= SHARED_CHARACTERS_MAX) this.#shared?.set(key, text, seconds);
    return result;
  }
}
