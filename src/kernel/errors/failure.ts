/**
 * Failure kinds of providers and their consequences: fallback, circuit, refund reason, and the error for the caller.
 */

import { catalogue } from './catalogue.ts';
import type { ErrorCode } from './errors.ts';
import { adviseWait, FareboxError } from './errors.ts';

export type FailureKind =
  | 'auth'
  | 'quota'
  | 'rate'
  | 'overloaded'
  /** No connection, or no name server that answers: nothing was sent. */
  | 'unreachable'
  /** Too long for this source; another one may have a larger context window. */
  | 'context'
  | 'filtered'
  /** A tool of the operator's own says that it failed: often the caller's input, so nobody else suffers for it. */
  | 'tool_error'
  | 'bad_request'
  | 'retired'
  | 'timeout'
  | 'cut'
  | 'malformed'
  | 'lying'
  | 'not_found'
  | 'empty'
  /** Not set up on this server: passed over, never counted as an attempt that failed. */
  | 'unconfigured'
  /** Its circuit is open or it is paused: passed over without being asked. */
  | 'parked';

export type RefundReason =
  | 'upstream_failed'
  | 'timeout'
  | 'cut_stream'
  | 'invalid_output'
  | 'empty_result'
  | 'not_found'
  | 'content_rejected'
  | 'internal'
  | 'caller_left'
  | 'unavailable'
  /** Refused while it ran, before anything was sent upstream: it counts against nobody. */
  | 'not_sent'
  /** The wallet's payment was refused after the call had run; the answer was not delivered. */
  | 'payment_failed'
  | 'crash'
  | 'deadline';

/** Effect of a failure on its provider's breaker. */
export type BreakerEffect = 'none' | 'count' | 'cool' | 'park';

interface Consequence {
  fallsBack: boolean;
  breaker: BreakerEffect;
  /** Somebody should look: our key, our bill or our request is wrong. */
  alert: boolean;
  refund: RefundReason;
  code: ErrorCode;
}

const COUNTED: Consequence = {
  fallsBack: true,
  breaker: 'count',
  alert: false,
  refund: 'upstream_failed',
  code: 'UPSTREAM_FAILED',
};
const PASSING: Consequence = { ...COUNTED, breaker: 'none' };
const OPERATORS_FAULT: Consequence = { ...COUNTED, breaker: 'park', alert: true };

export const consequences: Record<FailureKind, Consequence> = {
  timeout: { ...COUNTED, refund: 'timeout', code: 'UPSTREAM_TIMEOUT' },
  cut: { ...COUNTED, refund: 'cut_stream' },
  overloaded: COUNTED,
  unreachable: COUNTED,
  rate: { ...COUNTED, breaker: 'cool' },
  auth: OPERATORS_FAULT,
  quota: OPERATORS_FAULT,
  retired: OPERATORS_FAULT,
  bad_request: { ...PASSING, alert: true },
  malformed: { ...COUNTED, refund: 'invalid_output' },
  lying: { ...COUNTED, refund: 'invalid_output' },
  empty: { ...PASSING, refund: 'empty_result', code: 'NO_RESULT' },
  not_found: { ...PASSING, fallsBack: false, refund: 'not_found', code: 'NO_RESULT' },
  context: { ...PASSING, refund: 'content_rejected', code: 'CONTEXT_LENGTH_EXCEEDED' },
  filtered: { ...PASSING, fallsBack: false, refund: 'content_rejected', code: 'CONTENT_FILTERED' },
  tool_error: { ...PASSING, fallsBack: false },
  unconfigured: { ...PASSING, refund: 'unavailable', code: 'TOOL_UNAVAILABLE' },
  parked: PASSING,
};

/** Something is wrong with the provider or with our account there, and not with this one input. */
export const isProvidersFault = (kind: FailureKind): boolean =>
  consequences[kind].breaker !== 'none' || consequences[kind].alert;

export interface UpstreamFailureDetails {
  /** HTTP status of the upstream, when there was one. */
  status?: number;
  /** The upstream asked for this much patience. */
  retryAfterMs?: number;
  /** Milliseconds for which the source is not asked again after this failure. */
  pausedMs?: number;
  /** Variables that would set the source up (`unconfigured`). */
  variables?: readonly string[];
  /** A sentence of ours for the caller, instead of the catalogue's. */
  message?: string;
  /** What the upstream really said: for the log only. */
  cause?: unknown;
}

/** One upstream's failure, thrown by provider.ts and by a provider's own checks. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind;
  readonly source: string;
  readonly facts: UpstreamFailureDetails;

  constructor(kind: FailureKind, source: string, facts: UpstreamFailureDetails = {}) {
    super(`${source}: ${kind}`, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'UpstreamFailure';
    this.kind = kind;
    this.source = source;
    this.facts = facts;
  }
}

/** One try at one source, as shown in `attempts[]` and `error.details.attempts`. */
export interface Attempt {
  source: string;
  status: 'ok' | 'failed' | 'skipped';
  ms: number;
  kind?: FailureKind;
}

/** The caller's view of an upstream failure, in our words, with the attempts that were made. */
export function toCallerError(failure: UpstreamFailure, attempts: readonly Attempt[]): FareboxError {
  const { code } = consequences[failure.kind];
  const details: Record<string, unknown> = attempts.length > 0 ? { attempts } : {};
  if (failure.facts.variables) details.variables = failure.facts.variables;
  if (failure.kind === 'context') details.reason = 'too_long';
  if (failure.kind === 'tool_error') details.reason = failure.kind;
  const wait = catalogue[code].retryable ? describeWait(failure) : {};
  if (wait.retryAfterSeconds !== undefined) details.retryAfterSeconds = wait.retryAfterSeconds;
  return new FareboxError(code, {
    ...describeFailure(failure, attempts),
    ...wait,
    ...(failure.kind === 'tool_error' ? { retryable: false, next: TOOL_ERROR_ADVICE } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
    cause: failure,
  });
}

/** Milliseconds until a retry can help; 0 where that is unknown. */
export const getWaitMs = ({ facts: { pausedMs, retryAfterMs = 0 } }: UpstreamFailure): number =>
  pausedMs ?? retryAfterMs;

/** Seconds to wait, as details of an error; empty if unknown. */
export function describeWait(failure: UpstreamFailure): { retryAfterSeconds?: number; next?: string } {
  const retryAfterSeconds = Math.ceil(getWaitMs(failure) / 1000);
  if (retryAfterSeconds <= 0) return {};
  return { retryAfterSeconds, next: adviseWait(retryAfterSeconds) };
}

/** The catalogue speaks of all providers: this is true of a single one, and of those that were not reached. */
function describeFailure(
  { kind, source, facts }: UpstreamFailure,
  attempts: readonly Attempt[],
): { message?: string; next?: string } {
  const isOnly = new Set(attempts.map((attempt) => attempt.source)).size < 2;
  if (kind === 'unreachable' && (isOnly || attempts.every((attempt) => attempt.kind === kind))) {
    const { message = `${isOnly ? 'The provider could not' : 'No provider could'} be reached. Nothing was charged.` } =
      facts;
    return { message, next: source === 'web' ? TARGET_ADVICE : NETWORK_ADVICE };
  }
  const message = facts.message ?? (isOnly ? onlySourceWords[kind] : undefined);
  return message === undefined ? {} : { message };
}

const FAILED = 'The provider failed. Nothing was charged.';

const onlySourceWords: Readonly<Partial<Record<FailureKind, string>>> = {
  timeout: 'The provider did not respond in time. Nothing was charged.',
  cut: 'The provider closed the connection early. Nothing was charged.',
  overloaded: FAILED,
  rate: FAILED,
  auth: FAILED,
  quota: FAILED,
  retired: FAILED,
  bad_request: FAILED,
  malformed: FAILED,
  lying: FAILED,
  tool_error: 'The tool reported an error. Nothing was charged.',
  empty: 'The provider found no result. Nothing was charged.',
  not_found: 'The provider found no result. Nothing was charged.',
  parked: 'The provider is paused after failures. Nothing was charged.',
};

const TOOL_ERROR_ADVICE = 'Check the input against the description of the tool, then call again.';
const TARGET_ADVICE = 'Check the URL, or retry in a few seconds.';
const NETWORK_ADVICE =
  'Retry in a few seconds. If it keeps happening, the operator should check the network of this server.';
