/** Turns whatever was thrown into an answer, in the shape of its path. */
import { encodeForHeader } from '../../kernel/call/paid-call.ts';
import {
  type ErrorCode,
  type ErrorDetails,
  type FareboxError,
  type PaymentChallenge,
  toFareboxError,
  toFastApiBody,
  toGatewayBody,
  toOAuthBody,
} from '../../kernel/errors/errors.ts';
import { prefersHtml } from '../../kernel/tool/browser.ts';
import type { ErrorShape } from '../../kernel/tool/toolset.ts';
import type { Exchange } from '../exchange.ts';
import { isWellKnown } from '../rules.ts';
import { hasLongUnreadBody } from './body.ts';
import { PAGE_HEADERS } from './headers.ts';
import { readAcceptLanguage } from './negotiation.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Text of an error page. */
export interface ErrorPageProps {
  code: ErrorCode;
  status: number;
  message: string;
  next: string;
  retryAfterSeconds: number | undefined;
  requestId: string;
  acceptLanguage: string | null;
}

export interface FailureDeps {
  /** Address of the document that says how to get a token. */
  metadata: string;
  /** For browsers; default: they read JSON like everybody. */
  renderErrorPage?(facts: ErrorPageProps): string;
}

/** `extra`: more headers as a flat list, e.g. `Allow`. */
export function sendFailure(
  exchange: Exchange,
  thrown: unknown,
  { metadata, renderErrorPage }: FailureDeps,
  extra: readonly string[] = [],
): FareboxError {
  const error = toFareboxError(thrown);
  const headers = exchange.buildHeaders();
  headers.push(...extra);
  const { retryAfterSeconds } = error.facts;
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(Math.ceil(retryAfterSeconds)));
  if (error.facts.payment) headers.push(...buildPaymentHeaders(error.facts.payment, exchange.hadToken));
  const challenge = buildChallenge(error, exchange, metadata);
  if (challenge !== null) headers.push('WWW-Authenticate', challenge);
  if (hasLongUnreadBody(exchange.req)) exchange.isLast = true;
  if (renderErrorPage && isForPerson(exchange)) {
    const { requestId, req } = exchange;
    const { code, status, message, next } = error;
    const acceptLanguage = readAcceptLanguage(req.headers);
    const page = renderErrorPage({ code, status, message, next, retryAfterSeconds, requestId, acceptLanguage });
    exchange.send(status, [...headers, ...PAGE_HEADERS, 'Vary', 'Accept'], 'text/html; charset=utf-8', page);
    return error;
  }
  const { validation } = error.facts;
  if (exchange.shape === 'newsroom' && validation !== undefined) {
    exchange.send(422, headers, JSON_TYPE, `{"detail":${validation}}`);
    return error;
  }
  exchange.send(error.status, headers, JSON_TYPE, JSON.stringify(buildFailureBody(error, exchange.shape, exchange)));
  return error;
}

/** Payment offers for the call, and the outcome of a payment. */
function buildPaymentHeaders(
  { required, response, challenges = [] }: NonNullable<ErrorDetails['payment']>,
  hadToken: boolean,
): string[] {
  const headers = ['Cache-Control', 'no-store'];
  if (required) headers.push('PAYMENT-REQUIRED', encodeForHeader(required));
  if (response) headers.push('PAYMENT-RESPONSE', encodeForHeader(response));
  for (const challenge of challenges) headers.push('WWW-Authenticate', formatPaymentChallenge(challenge, hadToken));
  return headers;
}

/** A request whose Authorization holds a key pays in a header of its own. */
function formatPaymentChallenge(challenge: PaymentChallenge, hadToken: boolean): string {
  const parameters = { ...challenge, ...(hadToken ? { header: 'Payment-Authorization' } : {}) };
  const quote = (value: string): string => `"${value.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`;
  return `Payment ${Object.entries(parameters)
    .map(([name, value]) => `${name}=${quote(value)}`)
    .join(', ')}`;
}

/** A page was asked for by its address, without a credential: not a call. */
function isForPerson({ method, pathname, hadToken, req }: Exchange): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || hadToken || isWellKnown(pathname)) return false;
  return prefersHtml(req.headers.accept);
}

/** The error in the shape of its path. */
export function buildFailureBody(
  error: FareboxError,
  shape: ErrorShape,
  exchange: Pick<Exchange, 'hadToken' | 'requestId'>,
): Record<string, unknown> {
  switch (shape) {
    case 'gateway':
      return toGatewayBody(error, exchange.requestId);
    case 'newsroom':
      return buildFastApiFailure(error, exchange);
    case 'oauth':
      return toOAuthBody(error);
  }
}

function buildChallenge({ status, facts }: FareboxError, exchange: Exchange, metadata: string): string | null {
  const { hadToken, shape, req } = exchange;
  if (facts.reason === 'insufficient_scope') {
    return `Bearer error="insufficient_scope", scope="${facts.details?.scope}", resource_metadata="${metadata}"`;
  }
  if (status !== 401) return null;
  if (shape === 'oauth' && /^basic\b/i.test(req.headers.authorization ?? '')) return 'Basic realm="OAuth clients"';
  return hadToken ? `Bearer error="invalid_token", resource_metadata="${metadata}"` : 'Bearer';
}

/** The newsroom's fixed sentences for what the door itself refuses; a tool's own words pass as they are. */
const FASTAPI_SENTENCES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'Not Found',
  UNKNOWN_TOOL: 'Not Found',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  INTERNAL: 'Internal Server Error',
  ACCOUNT_SUSPENDED: 'This account is suspended',
};

function buildFastApiFailure(
  error: FareboxError,
  exchange: Pick<Exchange, 'hadToken' | 'requestId'>,
): Record<string, unknown> {
  const { facts } = error;
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return { detail: exchange.hadToken ? 'Invalid or expired token' : 'Not authenticated' };
    case 'INVALID_JSON':
      return facts.reason === undefined ? { detail: error.message } : toFastApiBody(error);
    case 'TOO_LARGE':
      if (facts.message !== undefined) return toFastApiBody(error);
      return { detail: 'Request body too large', max_bytes: facts.details?.maxBytes };
    case 'RATE_LIMITED':
      if (facts.reason !== undefined) return { ...toFastApiBody(error), retry_after: facts.retryAfterSeconds };
      return {
        detail: facts.message === undefined ? 'Too many requests' : `${facts.message} ${error.next}`,
        code: 'rate_limited',
        retry_after: facts.retryAfterSeconds,
      };
    case 'GONE':
      return facts.reason === undefined ? { detail: error.message } : toFastApiBody(error);
    case 'NOT_FOUND':
    case 'UNKNOWN_TOOL':
    case 'METHOD_NOT_ALLOWED':
    case 'INTERNAL':
      return { detail: facts.message ?? FASTAPI_SENTENCES[error.code] ?? error.message };
    case 'ACCOUNT_SUSPENDED':
      return { ...toFastApiBody(error), detail: facts.message ?? FASTAPI_SENTENCES[error.code] };
    default:
      return { ...toFastApiBody(error), ...(error.status >= 500 ? { request_id: exchange.requestId } : {}) };
  }
}
