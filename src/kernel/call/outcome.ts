/** Maps a failed run to its refund reason and the caller's error. */

import { summarizeFailure } from '../errors/cause.ts';
import type { ErrorCode, FareboxError } from '../errors/errors.ts';
import { FareboxError as OurError, toFareboxError } from '../errors/errors.ts';
import type { Attempt, RefundReason } from '../errors/failure.ts';
import { consequences, toCallerError, UpstreamFailure } from '../errors/failure.ts';
import { CallerGoneError } from '../tool/chain.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallExecution, ExecutionNotes } from './execution.ts';

/** The same, with a line in the log and a place among the last failures. */
export function explainFailure(
  { log, failures }: Pick<CallDeps, 'log' | 'failures'>,
  { options: { requestId }, callId, tool, principal }: FailedCall,
  thrown: unknown,
  { attempts, asked, startedMs }: Pick<ExecutionNotes, 'attempts' | 'asked' | 'startedMs'>,
): FailureExplanation {
  const failed = classifyFailure(thrown, attempts);
  if (!asked && isRefusal(thrown, failed.error)) failed.reason = 'not_sent';
  const ms = Math.round(performance.now() - startedMs);
  const { cause, kind, source, status } = summarizeFailure(thrown);
  const fields = { requestId, callId, tool: tool.name, reason: failed.reason, cause, provider: source, status, ms };
  if (failed.alert) log.error({ ...fields, err: thrown }, 'call failed, needs operator attention');
  else if (failed.error.status >= 500 && failed.reason !== 'caller_left') log.warn(fields, 'call failed');
  else log.debug({ ...fields, err: thrown }, 'call failed');
  if (!(thrown instanceof CallerGoneError)) {
    const accountId = 'accountId' in principal ? principal.accountId : undefined;
    const call = { subject: 'call', mode: principal.mode, tool: tool.name, callId, accountId } as const;
    failures?.note({ ...call, requestId, ms, cause, kind, source, status });
  }
  return failed;
}

type FailedCall = Pick<CallExecution, 'options' | 'callId' | 'tool' | 'principal'>;

/** Told by us or by a caller that left, not by a source: an input that does not fit, a message that fits no tool. */
const isRefusal = (thrown: unknown, { status }: FareboxError): boolean =>
  thrown instanceof CallerGoneError ||
  (thrown instanceof UpstreamFailure ? thrown.kind === 'parked' || thrown.kind === 'unconfigured' : status < 500);

export interface FailureExplanation {
  reason: RefundReason;
  error: FareboxError;
  /** The operator should look: our key, our bill, our request or our code. */
  alert: boolean;
}

/** A composed call fails as its parts did. */
const refundReasons: Readonly<Partial<Record<ErrorCode, RefundReason>>> = {
  TOOL_UNAVAILABLE: 'unavailable',
  DRAINING: 'caller_left',
  UPSTREAM_FAILED: 'upstream_failed',
  UPSTREAM_TIMEOUT: 'timeout',
  NO_RESULT: 'empty_result',
};

export function classifyFailure(thrown: unknown, attempts: readonly Attempt[]): FailureExplanation {
  if (thrown instanceof UpstreamFailure) {
    const { refund, alert } = consequences[thrown.kind];
    return { reason: refund, error: toCallerError(thrown, attempts), alert };
  }
  if (thrown instanceof CallerGoneError) {
    const error = new OurError('UPSTREAM_FAILED', {
      message: 'The call ended because its caller left.',
      cause: thrown,
    });
    return { reason: 'caller_left', error, alert: false };
  }
  const error = toFareboxError(thrown);
  const refundReason = refundReasons[error.code];
  if (refundReason) return { reason: refundReason, error, alert: false };
  if (error.status < 500) return { reason: 'content_rejected', error, alert: false };
  return { reason: 'internal', error, alert: error.code === 'INTERNAL' };
}
