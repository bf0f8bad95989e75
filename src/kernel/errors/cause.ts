/** Names the cause of a failed request or call, for operators and for the owner of the call. */
import { findErrorCode } from '../../lib/error-code.ts';
import { FareboxError } from './errors.ts';
import { type FailureKind, UpstreamFailure } from './failure.ts';

export const FAILURE_CAUSES = [
  'dns',
  'connection',
  'tls',
  'timeout',
  'status',
  'schema',
  'refused',
  'no_result',
  'paused',
  'not_configured',
  'internal',
] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

/** Facts about a failure, without the upstream's own words. */
export interface FailureSummary {
  cause: FailureCause;
  kind: FailureKind | null;
  /** The provider or the web page's reader that failed. */
  source: string | null;
  /** HTTP status of the upstream, when it answered. */
  status: number | null;
}

const NO_RESULT: readonly FailureKind[] = ['not_found', 'empty', 'filtered', 'context'];
const ERRORS_MAX = 5;

export function summarizeFailure(thrown: unknown): FailureSummary {
  const failure = findFailure(thrown);
  if (failure === null) {
    const isOurs = !(thrown instanceof FareboxError) || thrown.code === 'INTERNAL';
    return { cause: isOurs ? 'internal' : 'refused', kind: null, source: null, status: null };
  }
  const { kind, source, facts } = failure;
  return { cause: findCause(failure), kind, source, status: facts.status ?? null };
}

function findFailure(thrown: unknown): UpstreamFailure | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < ERRORS_MAX; error = error.cause, depth++) {
    if (error instanceof UpstreamFailure) return error;
  }
  return null;
}

function findCause({ kind, facts: { status, cause } }: UpstreamFailure): FailureCause {
  if (kind === 'parked') return 'paused';
  if (kind === 'unconfigured') return 'not_configured';
  const code = findErrorCode(cause);
  if (/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|EREFUSED)/.test(code)) return 'dns';
  if (/TLS|CERT|SSL/.test(code)) return 'tls';
  if (kind === 'timeout') return 'timeout';
  if (kind === 'unreachable' || kind === 'cut') return 'connection';
  if (NO_RESULT.includes(kind)) return 'no_result';
  if (status !== undefined && status >= 400) return 'status';
  return kind === 'malformed' || kind === 'lying' ? 'schema' : 'refused';
}
