/** Turns whatever was thrown into an answer, in the shape of its path. */
import { asFareboxError, type ErrorCode, type FareboxError, gatewayBody, newsroomBody } from '../kernel/errors.ts';
import { hasLongBodyLeft } from './body.ts';
import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `extra`: more headers as a flat list, e.g. `Allow`. */
export function sendFailure(exchange: Exchange, thrown: unknown, extra: readonly string[] = []): FareboxError {
  const error = asFareboxError(thrown);
  const headers = exchange.headers();
  headers.push(...extra);
  const { retryAfterSeconds } = error.facts;
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(Math.ceil(retryAfterSeconds)));
  if (error.status === 401) {
    headers.push('WWW-Authenticate', exchange.hadToken ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (hasLongBodyLeft(exchange.req)) exchange.isLast = true;
  const body = exchange.shape === 'gateway' ? gatewayBody(error, exchange.requestId) : newsroomFailure(error, exchange);
  exchange.send(error.status, headers, JSON_TYPE, JSON.stringify(body));
  return error;
}

/** The newsroom's fixed sentences for what the door itself refuses; a tool's own words pass as they are. */
const NEWSROOM_SENTENCES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'Not Found',
  UNKNOWN_TOOL: 'Not Found',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  INTERNAL: 'Internal Server Error',
};

function newsroomFailure(error: FareboxError, exchange: Exchange): Record<string, unknown> {
  const { facts } = error;
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return { detail: exchange.hadToken ? 'Invalid or expired token' : 'Not authenticated' };
    case 'TOO_LARGE':
      return { detail: 'Request body too large', max_bytes: facts.details?.maxBytes };
    case 'RATE_LIMITED':
      return { detail: 'Too many requests', code: 'rate_limited', retry_after: facts.retryAfterSeconds };
    case 'NOT_FOUND':
    case 'UNKNOWN_TOOL':
    case 'METHOD_NOT_ALLOWED':
    case 'INTERNAL':
      return { detail: facts.message ?? NEWSROOM_SENTENCES[error.code] ?? error.message };
    default:
      return { ...newsroomBody(error), ...(error.status >= 500 ? { request_id: exchange.requestId } : {}) };
  }
}
