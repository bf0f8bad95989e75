/**
 * Sends every request to a configured provider: settings, deadline, size limit, retry, circuit breaker, metering, and
 * the mapping of every failure to one `UpstreamFailure`. Adapters contain only what is special to a provider.
 */
import type { z } from 'zod';
import { summarizeFailure } from '../../kernel/errors/cause.ts';
import { consequences, type FailureKind, isProvidersFault, UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { FailedRequest } from '../../kernel/errors/failure-log.ts';
import type { ProviderSettings } from '../../kernel/ports.ts';
import type { ChosenKey, ProviderDefinition } from '../../kernel/tool/provider.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { classifyStatus, parseRetryAfterMs, redactSecrets } from './classify.ts';
import { type ExchangeLimits, exchange, type RawReply, type RequestContext } from './network/exchange.ts';
import { buildOutgoingRequest, hashRequest, readSettings, withKey } from './network/outgoing.ts';
import { WholeReply } from './network/reply.ts';
import type { ProviderRequest } from './network/request.ts';
import { canUseOtherKey, DEFAULT_RETRY, isSafe, type Tries, waitBeforeRetry } from './network/retry.ts';

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

/**
 * One request under the provider's breaker, with a key that works; repeated where that is safe and the policy of the
 * provider says so. `read` may throw Unfit.
 */
export async function sendRequest<T>(
  facts: ProviderDefinition,
  ctx: RequestContext,
  request: ProviderRequest,
  read: (reply: WholeReply) => T,
): Promise<T> {
  const settings = readSettings(facts, ctx);
  const { access, budgets, pauses } = ctx.environment;
  if (pauses?.isPaused(facts.id)) throw new UpstreamFailure('parked', facts.id);
  if (budgets?.isUsedUp(facts.id))
    throw new UpstreamFailure('parked', facts.id, { retryAfterMs: DAY_MS - (Date.now() % DAY_MS) });
  const policy = access?.getRetryPolicy(facts.id) ?? DEFAULT_RETRY;
  const tries: Tries = { policy, startedMs: performance.now(), sent: 0, hasOtherKey: () => false };
  const sending: Sending<T> = { facts, ctx, settings, request, read, tries };
  if (!access) return await sendWithKey(sending);
  const keyed = {
    model: request.model,
    canRepeat: (thrown: unknown) => canUseOtherKey(thrown, isSafe(request), tries, ctx),
  };
  return await access.run(facts.id, keyed, (key) => sendWithKey(sending, key));
}

interface Sending<T> {
  facts: ProviderDefinition;
  ctx: RequestContext;
  settings: ProviderSettings;
  request: ProviderRequest;
  read: (reply: WholeReply) => T;
  tries: Tries;
}

async function sendWithKey<T>(sending: Sending<T>, key?: ChosenKey): Promise<T> {
  const { facts, ctx, request, tries } = sending;
  const settings = key ? { ...sending.settings, apiKey: key.apiKey } : sending.settings;
  const outgoing = buildOutgoingRequest(facts, settings, key ? withKey(request, key) : request);
  const outgoingRequest = outgoing instanceof Promise ? await outgoing : outgoing;
  const { bodyBytesMax = BODY_BYTES_MAX, stallMs = STALL_MS } = request;
  const limits: ExchangeLimits = { bodyBytesMax, stallMs, overCap: 'fail' };
  const send = async (): Promise<T> => readFit(await exchange(outgoingRequest, ctx, limits), { ...sending, settings });
  Object.assign(tries, { sent: 0, hasOtherKey: () => key?.hasOther() ?? false });
  const run = async (): Promise<T> => {
    const startedMs = performance.now();
    let outcome = 'ok';
    let failed: FailedRequest | undefined;
    try {
      return await sendRepeatedly(send, isSafe(request), tries, ctx);
    } catch (thrown) {
      const facets = { provider: facts.id, model: request.model, fingerprint: key?.fingerprint, startedMs };
      outcome = logFailure(thrown, facets, ctx);
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
    hasOwnKeys: key !== undefined,
    hashInput,
  });
}

async function sendRepeatedly<T>(send: () => Promise<T>, safe: boolean, tries: Tries, ctx: RequestContext): Promise<T> {
  for (;;) {
    tries.sent++;
    try {
      return await send();
    } catch (thrown) {
      await waitBeforeRetry(thrown, safe, tries, ctx);
    }
  }
}

function readFit<T>(raw: RawReply, { facts, settings, request, read }: Sending<T>): T {
  const reply = new WholeReply(raw);
  try {
    assertFit(reply, request);
    return read(reply);
  } catch (thrown) {
    throw thrown instanceof UnfitReply ? buildFailure({ facts, settings, request }, reply, thrown) : thrown;
  }
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

interface Facets {
  provider: string;
  model: string | undefined;
  /** Fingerprint of the key, where there are several. */
  fingerprint: string | undefined;
  startedMs: number;
}

/** Logs the failure; how it is counted: by its kind, or as ended by us or the caller. */
function logFailure(
  thrown: unknown,
  { provider, model, fingerprint, startedMs }: Facets,
  { log, requestId, toolName: tool }: RequestContext,
): FailureKind | 'ended' {
  const kind = thrown instanceof UpstreamFailure ? thrown.kind : 'ended';
  const ms = Math.round(performance.now() - startedMs);
  const { cause, status } = summarizeFailure(thrown);
  const fields = { requestId, provider, model, fingerprint, tool, kind, cause, status, ms, err: thrown };
  if (kind === 'ended' || !isProvidersFault(kind)) log.debug(fields, 'provider failed');
  else if (consequences[kind].alert) log.error(fields, 'provider needs operator attention');
  else log.warn(fields, 'provider failed');
  return kind;
}
