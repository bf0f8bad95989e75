/** One complete request and response, limited by deadline, stall time and size on any transport. */

import { FareboxError } from '../../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { IncomingReply, OutgoingRequest } from '../../../kernel/ports.ts';
import { CallerGoneError } from '../../../kernel/tool/chain.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { addTraceHeaders } from '../../../kernel/tracing.ts';
import { findErrorCode } from '../../../lib/error-code.ts';
import { LazyAbort } from '../../../lib/lazy-abort.ts';

/** Parts of a call that a request needs; every CallContext fits. */
export type RequestContext = Pick<
  CallContext,
  'environment' | 'share' | 'signal' | 'callerGone' | 'deadlineMs' | 'requestId' | 'log' | 'noteRequest'
> &
  Partial<Pick<CallContext, 'end' | 'toolName' | 'trace'>>;

export interface ExchangeLimits {
  bodyBytesMax: number;
  /** The longest silence inside a body. Before the headers only the deadline counts: models think before they speak. */
  stallMs: number;
  /** What to do with a body over the cap: fail as `malformed`, or keep its beginning. */
  overCap: 'fail' | 'truncate';
  /** False ends the exchange after the headers, with an empty body; default true. */
  isBodyWanted?(status: number, headers: Readonly<Record<string, string>>): boolean;
}

export interface RawReply {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  bytes: Uint8Array;
  truncated: boolean;
}

/** Timers of one length share a list, which is cheaper than one list for each; the deadline is kept this closely. */
const DEADLINE_STEP_MS = 50;

/** Throws UpstreamFailure (`timeout`, `cut`, `overloaded`, `unreachable`, `malformed`), CallerLeft, or our own refusal of an address. */
export function exchange(
  request: Omit<OutgoingRequest, 'signal'>,
  ctx: RequestContext,
  limits: ExchangeLimits,
): Promise<RawReply> {
  const { tracing, mode } = ctx.environment;
  if (!tracing) return exchangeOnce(request, ctx, limits);
  const { provider, method, url } = request;
  const facts = {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'http:' ? 80 : 443),
    'farebox.provider': provider,
    'farebox.mode': mode,
  };
  const start = { name: `${method} ${provider}`, kind: 'client', facts, parent: ctx.trace } as const;
  return tracing.run(start, async (span) => {
    const headers = addTraceHeaders(request.headers, span);
    const reply = await exchangeOnce({ ...request, headers }, ctx, limits);
    span.add({ 'http.response.status_code': reply.status });
    if (reply.status >= 400) span.fail(String(reply.status));
    return reply;
  });
}

async function exchangeOnce(
  request: Omit<OutgoingRequest, 'signal'>,
  ctx: RequestContext,
  limits: ExchangeLimits,
): Promise<RawReply> {
  const { provider } = request;
  const end = ctx.end ?? ctx.signal;
  if (end.aborted) throw explainEnd(ctx, provider);
  const own = new LazyAbort();
  const onSignal = (): void => own.abort(explainEnd(ctx, provider));
  const onDeadline = (): void => own.abort(createTimeoutFailure(provider, 'The deadline has passed'));
  const leftMs = Math.max(0, ctx.deadlineMs - Date.now());
  const timer = setTimeout(onDeadline, Math.ceil(leftMs / DEADLINE_STEP_MS) * DEADLINE_STEP_MS);
  end.addEventListener('abort', onSignal, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      own.addEventListener('abort', () => reject(own.reason), { once: true });
      ctx.noteRequest?.();
      const { method, url, headers, body, isGuarded } = request;
      const outgoing: OutgoingRequest = { provider, method, url, headers, signal: own, share: ctx.share, isGuarded };
      if (body !== undefined) outgoing.body = body;
      receiveReply(ctx.environment.transport.send(outgoing), limits, own, provider).then(resolve, reject);
    });
  } catch (thrown) {
    if (own.aborted) throw own.reason;
    own.abort();
    throw toFailure(thrown, provider);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', onSignal);
  }
}

async function receiveReply(
  sending: Promise<IncomingReply>,
  limits: ExchangeLimits,
  own: LazyAbort,
  provider: string,
): Promise<RawReply> {
  const reply = await sending;
  const { status, headers } = reply;
  if (own.aborted || limits.isBodyWanted?.(status, headers) === false) {
    reply.discard();
    return { status, headers, bytes: new Uint8Array(), truncated: false };
  }
  const arrived = reply.getArrivedChunks?.();
  if (arrived) {
    const { bytes, truncated } = capBody(arrived, limits);
    return { status, headers, bytes, truncated };
  }
  const onStall = (): void => own.abort(createTimeoutFailure(provider, `No byte for ${limits.stallMs} ms`));
  return { status, headers, ...(await readBody(reply, limits, onStall)) };
}

function createTimeoutFailure(provider: string, why: string): UpstreamFailure {
  return new UpstreamFailure('timeout', provider, { cause: new Error(why) });
}

/** Why the call's signal ended: our own stop, a caller who left, or no time left. */
function explainEnd(ctx: RequestContext, provider: string): Error {
  const { reason } = ctx.end ?? ctx.signal;
  if (reason instanceof FareboxError) return reason;
  if (ctx.callerGone.aborted && Date.now() < ctx.deadlineMs) return new CallerGoneError();
  return new UpstreamFailure('timeout', provider, { cause: reason });
}

interface Body {
  bytes: Uint8Array;
  truncated: boolean;
}

async function readBody(reply: IncomingReply, limits: ExchangeLimits, onStall: () => void): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stall = setTimeout(onStall, limits.stallMs);
  try {
    if (limits.overCap === 'fail' && Number(reply.headers['content-length']) > limits.bodyBytesMax)
      throw new OverCapError();
    for await (const chunk of reply.body) {
      stall.refresh();
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > limits.bodyBytesMax) break;
    }
  } finally {
    clearTimeout(stall);
    reply.discard();
  }
  return capBody(chunks, limits);
}

function capBody(chunks: readonly Uint8Array[], { bodyBytesMax, overCap }: ExchangeLimits): Body {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks);
  if (bytes.byteLength <= bodyBytesMax) return { bytes, truncated: false };
  if (overCap === 'fail') throw new OverCapError();
  return { bytes: bytes.subarray(0, bodyBytesMax), truncated: true };
}

class OverCapError extends Error {
  constructor() {
    super('The body is over the size cap');
  }
}

/** No connection at all: the upstream did nothing, so asking once more is safe. */
const unreachedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toFailure(thrown: unknown, provider: string): Error {
  if (thrown instanceof UpstreamFailure || thrown instanceof FareboxError) return thrown;
  const code = findErrorCode(thrown);
  if (thrown instanceof OverCapError || isUnreadable(thrown, code)) {
    return new UpstreamFailure('malformed', provider, { cause: thrown });
  }
  if (unreachedCodes.has(code)) return new UpstreamFailure('unreachable', provider, { cause: thrown });
  if (/TLS|CERT|SSL/.test(code)) return new UpstreamFailure('overloaded', provider, { cause: thrown });
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new UpstreamFailure('timeout', provider, { cause: thrown });
  return new UpstreamFailure('cut', provider, { cause: thrown });
}

/** No HTTP, headers without end, or a broken compression. */
function isUnreadable(thrown: unknown, code: string): boolean {
  if (thrown instanceof Error && thrown.name === 'HTTPParserError') return true;
  return /^(HPE_|Z_DATA|ERR__ERROR_FORMAT|ERR_BROTLI|UND_ERR_HEADERS_OVERFLOW)/.test(code);
}
