/** Calls of this instance that run right now under an idempotency key: a duplicate joins instead of running again. */

import { type Abortable, LazyAbort } from '../../lib/lazy-abort.ts';
import { FareboxError } from '../errors/errors.ts';

/** More callers than this waiting for one call are refused (409 IN_PROGRESS). */
export const JOINERS_MAX = 16;

export class InflightCall<T> {
  readonly fingerprint: string;
  /** Aborted when nobody here waits any more. */
  readonly callerGone = new LazyAbort();
  readonly #answer: Promise<T>;
  #waiterCount = 1;

  constructor(fingerprint: string, answer: Promise<T>) {
    this.fingerprint = fingerprint;
    this.#answer = answer;
    // Every waiter handles the failure itself; without this a call that nobody joined would count as unhandled.
    this.#answer.catch(() => {});
  }

  /** The call's answer or its failure; IN_PROGRESS when `timeoutMs` passes first or too many wait. */
  async join(fingerprint: string, timeoutMs: number, callerGone: Abortable | undefined): Promise<T> {
    if (fingerprint !== this.fingerprint) throw new FareboxError('IDEMPOTENCY_CONFLICT');
    if (this.#waiterCount > JOINERS_MAX) throw new FareboxError('IN_PROGRESS');
    this.#waiterCount++;
    const stopWatching = this.watch(callerGone);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new FareboxError('IN_PROGRESS')), timeoutMs);
    });
    try {
      return await Promise.race([this.#answer, tooLate]);
    } finally {
      clearTimeout(timer);
      stopWatching();
    }
  }

  /** Counts one waiter out when its caller goes away; returns how to stop watching. */
  watch(callerGone: Abortable | undefined): () => void {
    if (!callerGone) return () => {};
    const leave = (): void => {
      this.#waiterCount--;
      if (this.#waiterCount <= 0) this.callerGone.abort();
    };
    if (callerGone.aborted) {
      leave();
      return () => {};
    }
    callerGone.addEventListener('abort', leave, { once: true });
    return () => callerGone.removeEventListener('abort', leave);
  }
}
