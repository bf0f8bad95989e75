/** Counts the failures in a row of each provider, for what this server says about it. */
import { summarizeFailure } from '../../kernel/errors/cause.ts';
import { isProvidersFault } from '../../kernel/errors/failure.ts';
import type { FailureStreak } from './types.ts';

/** A provider that nobody has asked for this long is no longer called failing. */
const FORGET_MS = 3_600_000;

export class ProviderStreaks {
  readonly #streaks = new Map<string, FailureStreak>();

  /** A request of a live caller has ended; `thrown` when it failed. */
  note(provider: string, outcome: string, thrown: unknown): void {
    if (outcome === 'ok') {
      this.#streaks.delete(provider);
      return;
    }
    const { kind, cause, status } = summarizeFailure(thrown);
    if (kind === null || !isProvidersFault(kind)) return;
    const count = (this.#streaks.get(provider)?.count ?? 0) + 1;
    this.#streaks.set(provider, { kind, cause, status, count, atMs: Date.now() });
  }

  list(): [string, FailureStreak][] {
    for (const [provider, { atMs }] of this.#streaks) {
      if (Date.now() - atMs > FORGET_MS) this.#streaks.delete(provider);
    }
    return [...this.#streaks];
  }
}
