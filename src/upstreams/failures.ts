/** Keeps the last failures of an upstream, with the cause that operators need. */
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { cleanText } from './clean-text.ts';

const KEPT_MAX = 20;
const CAUSE_CHARACTERS_MAX = 500;

export interface RecentFailure {
  /** Milliseconds since the epoch. */
  at: number;
  /** As the upstream names it; null for a failure to connect or to list. */
  tool: string | null;
  cause: string;
}

export class RecentFailures {
  #failures: readonly RecentFailure[] = [];

  note(thrown: unknown, tool: string | null = null): void {
    const failure = { at: Date.now(), tool, cause: explainCause(thrown) };
    this.#failures = [failure, ...this.#failures].slice(0, KEPT_MAX);
  }

  /** Newest first. */
  get all(): readonly RecentFailure[] {
    return this.#failures;
  }
}

/** Actual cause in plain characters: for operators and logs, never for callers. */
export function explainCause(thrown: unknown): string {
  const cause = thrown instanceof UpstreamFailure ? (thrown.facts.cause ?? thrown) : thrown;
  return cleanText(cause instanceof Error ? cause.message : String(cause), CAUSE_CHARACTERS_MAX);
}
