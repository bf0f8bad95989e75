/**
 * Ending a call early. Most calls end well, and an AbortController with its signal would be the largest single piece of
 * work for them: the kernel keeps this instead, and makes the signal when a tool or a provider first asks for it.
 */

/** Part of an AbortSignal that the kernel and the doors use. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Called once, when it ends; never when it has ended already. */
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export class LazyAbort implements Abortable {
  #aborted = false;
  #reason: unknown;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** An ordinary signal of the same end: always the same one. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown = new Error('It has ended')): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    this.#controller?.abort(reason);
  }

  addEventListener(_type: 'abort', listener: () => void, _options?: { once: true }): void {
    if (!this.#aborted) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

/** For Node's own functions, and for tools and providers. */
export function toAbortSignal(abortable: Abortable): AbortSignal {
  if (abortable instanceof AbortSignal) return abortable;
  if (abortable instanceof LazyAbort) return abortable.signal;
  const controller = new AbortController();
  if (abortable.aborted) controller.abort(abortable.reason);
  else abortable.addEventListener('abort', () => controller.abort(abortable.reason), { once: true });
  return controller.signal;
}
