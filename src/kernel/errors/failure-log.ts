/** Types of recent failures and of the log that keeps them. */
import type { Mode } from '../principal.ts';
import type { FailureSummary } from './cause.ts';

/** A request to a provider that failed, and for whom it was sent. */
export interface FailedRequest {
  thrown: unknown;
  ctx: { requestId: string; share: { owner: string }; toolName?: string };
  model?: string | undefined;
}

/** A failed request to a provider, or a failed call. */
export interface NotedFailure extends FailureSummary {
  subject: 'provider' | 'call';
  mode: Mode;
  requestId: string;
  ms: number;
  model?: string | undefined;
  tool?: string | undefined;
  accountId?: string | undefined;
  callId?: string | undefined;
}

/** Keeps the last failures, so that operators and account owners see why. Nobody waits for it. */
export interface FailureLog {
  note(failure: NotedFailure): void;
}
