/** A small JSON document at an address that somebody else has named: through the guard, with no redirect followed. */
import { type ExchangeLimits, exchange, type RequestContext } from './exchange.ts';

export interface JsonDocument {
  value: unknown;
  /** How long it may be kept, as its server says; null when it says nothing. */
  maxAgeSeconds: number | null;
}

const STALL_MS = 3_000;

/**
 * Throws INVALID_INPUT for an address that is not public, UpstreamFailure when there is no answer in time, and an Error
 * for any answer but a JSON document of at most `bytesMax` with status 200.
 */
export async function fetchJson(
  url: URL,
  ctx: RequestContext,
  { bytesMax, timeoutMs }: { bytesMax: number; timeoutMs: number },
): Promise<JsonDocument> {
  const limits: ExchangeLimits = {
    bodyBytesMax: bytesMax,
    stallMs: STALL_MS,
    overCap: 'fail',
    isBodyWanted: (status, headers) => status === 200 && isJson(headers['content-type']),
  };
  const hurried = { ...ctx, deadlineMs: Math.min(ctx.deadlineMs, Date.now() + timeoutMs) };
  const headers = { accept: 'application/json' };
  const reply = await exchange({ provider: 'web', method: 'GET', url, headers, isGuarded: true }, hurried, limits);
  if (reply.status !== 200) throw new Error(`The address returned HTTP status ${reply.status}`);
  if (!isJson(reply.headers['content-type'])) throw new Error('The response is not JSON');
  const value: unknown = JSON.parse(Buffer.from(reply.bytes).toString('utf8'));
  return { value, maxAgeSeconds: parseMaxAge(reply.headers['cache-control']) };
}

function isJson(type: string | undefined): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}

function parseMaxAge(cacheControl: string | undefined): number | null {
  if (cacheControl === undefined) return null;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? [];
  return seconds === undefined ? null : Number(seconds);
}
