/** Repeats of a request: after which failures, when, and only where nothing is done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { RETRY_REASONS, type RetryPolicy } from '../../../kernel/tool/provider.ts';
import type { RequestContext } from './exchange.ts';
import type { ProviderRequest } from './request.ts';

/** A rate limit is waited out only when it is this short; otherwise another source is the better answer. */
const RATE_WAIT_MS_MAX = 2_000;
const FIRST_PAUSE_MS = 100;
/** Nothing was done: with a `Retry-After` they refuse before they start. */
const REFUSAL_STATUSES: readonly number[] = [429, 503, 529];
/** Another try needs at least this much time. */
const RETRY_MS_MIN = 200;

export const DEFAULT_RETRY: RetryPolicy = { attempts: 2, on: RETRY_REASONS };

/** The tries of one request so far. */
export interface Tries {
  policy: RetryPolicy;
  startedMs: number;
  /** Sent with the present key. */
  sent: number;
  /** Another key serves at once: a rate limit of this one is not waited out. */
  hasOtherKey(): boolean;
}

/** Without a method it is a GET where nothing is sent along. */
export function isSafe({ method, retryable, json, form, body }: ProviderRequest): boolean {
  const isPost = json !== undefined || form !== undefined || body !== undefined;
  return retryable === true || ['GET', 'HEAD'].includes(method ?? (isPost ? 'POST' : 'GET'));
}

/** Resolves when the request may be sent once more; throws what was thrown when it may not. */
export async function waitBeforeRetry(
  thrown: unknown,
  safe: boolean,
  tries: Tries,
  ctx: RequestContext,
): Promise<void> {
  const pauseMs = thrown instanceof UpstreamFailure ? choosePauseMs(thrown, safe, tries) : undefined;
  if (pauseMs === undefined || !hasTime(pauseMs, tries, ctx)) throw thrown;
  await sleep(pauseMs, undefined, { signal: ctx.signal }).catch(() => {});
}

/** True if another key may be tried: this one was refused before anything was done. */
export function canUseOtherKey(thrown: unknown, safe: boolean, tries: Tries, ctx: RequestContext): boolean {
  if (!(thrown instanceof UpstreamFailure) || !hasTime(0, tries, ctx)) return false;
  const { status } = thrown.facts;
  return safe || (status !== undefined && status >= 400 && status < 500);
}

function hasTime(pauseMs: number, { policy, startedMs }: Tries, ctx: RequestContext): boolean {
  const leftMs = ctx.deadlineMs - Date.now();
  const isLate = policy.withinMs !== undefined && performance.now() - startedMs + pauseMs > policy.withinMs;
  return !isLate && pauseMs + RETRY_MS_MIN <= leftMs && !ctx.callerGone.aborted;
}

/** Milliseconds to wait before the next try, or undefined when there must be none. */
function choosePauseMs(
  { kind, facts: { status, retryAfterMs } }: UpstreamFailure,
  safe: boolean,
  { policy, sent, hasOtherKey }: Tries,
): number | undefined {
  if (sent >= policy.attempts || !policy.on.some((reason) => reason === kind)) return undefined;
  const isRefusal = status !== undefined && REFUSAL_STATUSES.includes(status);
  if (kind === 'rate' || (isRefusal && retryAfterMs)) {
    const waitMsMax = policy.withinMs ?? RATE_WAIT_MS_MAX;
    if (!(safe || isRefusal) || (kind === 'rate' && hasOtherKey())) return undefined;
    return retryAfterMs !== undefined && retryAfterMs <= waitMsMax ? retryAfterMs : undefined;
  }
  const isPassing = status === undefined ? kind !== 'timeout' : [502, 503, 504].includes(status);
  return safe && isPassing ? FIRST_PAUSE_MS * 2 ** (sent - 1) : undefined;
}
