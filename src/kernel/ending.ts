/**
 * The end of something that mostly ends well: what an AbortController and its signal do at a fraction of their cost,
 * which would otherwise be the largest single piece of work for a call.
 */

/** What is asked of a signal here; an AbortSignal fits, too. */
export interface EndSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Called once, when it ends; never when it has ended already. */
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export class Ending implements EndSignal {
  #aborted = false;
  #reason: unknown;
  #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  abort(reason: unknown = new Error('It has ended')): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void, _options?: { once: true }): void {
    if (!this.#aborted) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

/** For Node's own functions, which take nothing less. */
export function abortSignalOf(signal: EndSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}
