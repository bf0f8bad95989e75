/**
 * The road of every request to a configured provider: settings, deadline, size cap, retry, breaker, metering, and the
 * mapping of whatever goes wrong to one `UpstreamFailure`. Adapters state what is special; all else is here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { summarizeFailure } from '../../kernel/errors/cause.ts';
import { consequences, type FailureKind, isProvidersFault, UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { FailedRequest } from '../../kernel/errors/failure-log.ts';
import type { OutgoingRequest, ProviderSettings } from '../../kernel/ports.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { classifyStatus, parseRetryAfterMs, redactSecrets } from './classify.ts';
import { type ExchangeLimits, exchange, type RawReply, type RequestContext } from './network/exchange.ts';
import { buildOutgoingRequest, hashRequest, readSettings } from './network/outgoing.ts';
import { WholeReply } from './network/reply.ts';
import type { ProviderRequest } from './network/request.ts';

export type { RequestContext } from './network/exchange.ts';
export { encodePathSegment as pathSegment, readSettings as settingsOf } from './network/outgoing.ts';
export type { ProviderReply } from './network/reply.ts';
export type { ProviderRequest } from './network/request.ts';

export type JsonRequest<S extends z.ZodType> = ProviderRequest & { reply: S };

export interface TextReply {
  text: string;
  /** `content-type` as it came, or an empty text. */
  type: string;
  headers: Readonly<Record<string, string>>;
}

export type BytesReply = Omit<TextReply, 'text'> & { bytes: Uint8Array };

const BODY_BYTES_MAX = 2 * 1024 * 1024;
const STALL_MS = 10_000;
/** A rate limit is waited out only when it is this short; otherwise another source is the better answer. */
const RATE_WAIT_MS_MAX = 2_000;
const RETRY_PAUSE_MS = 100;
/** Nothing was done: with a `Retry-After` they refuse before they start. */
const REFUSAL_STATUSES: readonly number[] = [429, 503, 529];
/** A second try needs at least this much time. */
const RETRY_MS_MIN = 200;

/** A provider file's default export: its facts and its verbs. */
export function defineProvider<F extends ProviderDefinition, V extends object>(facts: F, verbs: V): F & V {
  return { ...verbs, ...facts };
}

/** The reply's JSON, as the schema `reply` reads it. Every failure is an UpstreamFailure. */
export function requestJson<S extends z.ZodType>(
  facts: ProviderDefinition,
  ctx: RequestContext,
  request: JsonRequest<S>,
): Promise<z.output<S>> {
  const read = (reply: WholeReply): z.output<S> => {
    const parsed = request.reply.safeParse(reply.json);
    if (parsed.success) return parsed.data;
    const why = reply.json === undefined ? 'The reply is no JSON' : `The reply does not fit: ${parsed.error.message}`;
    throw new UnfitReply('malformed', why);
  };
  return sendRequest(facts, ctx, { ...request, accept: 'application/json' }, read);
}

/** The reply's text, read as UTF-8. */
export function requestText(
  facts: ProviderDefinition,
  ctx: RequestContext,
  request: ProviderRequest,
): Promise<TextReply> {
  return sendRequest(facts, ctx, request, ({ text, type, headers }) => ({ text, type, headers }));
}

/** The reply's bytes: audio, images. */
export function requestBytes(
  facts: ProviderDefinition,
  ctx: RequestContext,
  request: ProviderRequest,
): Promise<BytesReply> {
  return sendRequest(facts, ctx, request, ({ bytes, type, headers }) => ({ bytes, type, headers }));
}

/** Fault of a reply, before it becomes the provider's failure. */
class UnfitReply extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, why: string) {
    super(why);
    this.kind = kind;
  }
}

/** One request under the provider's breaker, tried twice where that is safe; `read` may throw Unfit. */
export async function sendRequest<T>(
  facts: ProviderDefinition,
  ctx: RequestContext,
  request: ProviderRequest,
  read: (reply: WholeReply) => T,
): Promise<T> {
  const settings = readSettings(facts, ctx);
  if (ctx.environment.budgets?.isUsedUp(facts.id))
    throw new UpstreamFailure('parked', facts.id, { retryAfterMs: DAY_MS - (Date.now() % DAY_MS) });
  const outgoing = buildOutgoingRequest(facts, settings, request);
  const outgoingRequest = outgoing instanceof Promise ? await outgoing : outgoing;
  const { bodyBytesMax = BODY_BYTES_MAX, stallMs = STALL_MS } = request;
  const limits: ExchangeLimits = { bodyBytesMax, stallMs, overCap: 'fail' };
  const readFit = (raw: RawReply): T => {
    const reply = new WholeReply(raw);
    try {
      assertFit(reply, request);
      return read(reply);
    } catch (thrown) {
      throw thrown instanceof UnfitReply ? buildFailure({ facts, settings, request }, reply, thrown) : thrown;
    }
  };
  const run = async (): Promise<T> => {
    const startedMs = performance.now();
    let outcome = 'ok';
    let failed: FailedRequest | undefined;
    try {
      try {
        return readFit(await exchange(outgoingRequest, ctx, limits));
      } catch (thrown) {
        await waitBeforeRetry(thrown, outgoingRequest, request, ctx);
        return readFit(await exchange(outgoingRequest, ctx, limits));
      }
    } catch (thrown) {
      outcome = logFailure(thrown, { provider: facts.id, model: request.model, startedMs }, ctx);
      failed = { thrown, ctx, model: request.model };
      throw thrown;
    } finally {
      ctx.environment.observe(facts.id, outcome, performance.now() - startedMs, failed);
    }
  };
  const hashInput = (): string => hashRequest(outgoingRequest);
  return await ctx.environment.health.guard(facts.id, run, {
    model: request.model,
    caller: ctx.share.owner,
    hashInput,
  });
}

function assertFit(reply: WholeReply, { classify, answerStatuses }: ProviderRequest): void {
  const kind = classify?.(reply) ?? (answerStatuses?.includes(reply.status) ? undefined : classifyStatus(reply.status));
  if (kind !== undefined) throw new UnfitReply(kind, `HTTP ${reply.status}`);
  if (reply.bytes.byteLength === 0) throw new UnfitReply('malformed', 'The body is empty');
}

function buildFailure(
  { facts, settings, request }: { facts: ProviderDefinition; settings: ProviderSettings; request: ProviderRequest },
  reply: WholeReply,
  unfit: UnfitReply,
): UpstreamFailure {
  const wait = parseRetryAfterMs(reply.headers, Date.now()) ?? request.readRetryDelayMs?.(reply);
  const text = redactSecrets(`${unfit.message}: ${reply.text}`, facts, settings);
  return new UpstreamFailure(unfit.kind, facts.id, {
    status: reply.status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    cause: new Error(text),
  });
}

/** Logs the failure; how it is counted: by its kind, or as ended by us or the caller. */
function logFailure(
  thrown: unknown,
  { provider, model, startedMs }: { provider: string; model: string | undefined; startedMs: number },
  { log, requestId, toolName: tool }: RequestContext,
): FailureKind | 'ended' {
  const kind = thrown instanceof UpstreamFailure ? thrown.kind : 'ended';
  const ms = Math.round(performance.now() - startedMs);
  const { cause, status } = summarizeFailure(thrown);
  const fields = { requestId, provider, model, tool, kind, cause, status, ms, err: thrown };
  if (kind === 'ended' || !isProvidersFault(kind)) log.debug(fields, 'provider failed');
  else if (consequences[kind].alert) log.error(fields, 'provider needs operator attention');
  else log.warn(fields, 'provider failed');
  return kind;
}

/** Resolves when the request may be sent once more; throws what was thrown when it may not. */
async function waitBeforeRetry(
  thrown: unknown,
  outgoing: Omit<OutgoingRequest, 'signal'>,
  request: ProviderRequest,
  ctx: RequestContext,
): Promise<void> {
  const safe = outgoing.method === 'GET' || outgoing.method === 'HEAD' || request.retryable === true;
  const pauseMs = thrown instanceof UpstreamFailure ? choosePauseMs(thrown, safe) : undefined;
  const leftMs = ctx.deadlineMs - Date.now();
  if (pauseMs === undefined || pauseMs + RETRY_MS_MIN > leftMs || ctx.callerGone.aborted) throw thrown;
  await sleep(pauseMs, undefined, { signal: ctx.signal }).catch(() => {});
}

/** Milliseconds to wait before the second try, or undefined when there must be none. */
function choosePauseMs({ kind, facts: { status, retryAfterMs } }: UpstreamFailure, safe: boolean): number | undefined {
  const isRefusal = status !== undefined && REFUSAL_STATUSES.includes(status);
  if (kind === 'rate' || (isRefusal && retryAfterMs)) {
    const isUndone = safe || isRefusal;
    return isUndone && retryAfterMs !== undefined && retryAfterMs <= RATE_WAIT_MS_MAX ? retryAfterMs : undefined;
  }
  if (!safe) return undefined;
  const passingKinds: readonly FailureKind[] = ['overloaded', 'unreachable', 'cut'];
  const passing = status === undefined ? passingKinds.includes(kind) : [502, 503, 504].includes(status);
  return passing ? RETRY_PAUSE_MS : undefined;
}
