/**
 * The one catalogue of error codes: status, sentence, next step and whether a retry can help.
 * Only these words reach a caller or a model; what an upstream said goes to `cause` and the log.
 */
import type { Micros } from '../../lib/money.ts';
import { toUsd } from '../../lib/money.ts';

interface CatalogueRow {
  status: number;
  message: string;
  next: string;
  retryable: boolean;
}

const row = (status: number, message: string, next: string, retryable = false): CatalogueRow => ({
  status,
  message,
  next,
  retryable,
});

export const catalogue = {
  INVALID_INPUT: row(400, 'The input is invalid.', 'Correct the fields listed in details.issues, then call again.'),
  INVALID_JSON: row(400, 'The request body is not valid JSON.', 'Send one JSON object, encoded as UTF-8.'),
  UNAUTHENTICATED: row(
    401,
    'An API key is missing.',
    'Send the header "Authorization: Bearer <API_KEY>". POST /api/proxy/account/create creates a key.',
  ),
  INSUFFICIENT_BALANCE: row(
    402,
    'Insufficient balance for this call. Nothing was charged.',
    'Show a link from deposit.paymentLinks to the account owner, then call again.',
  ),
  FORBIDDEN: row(403, 'This API key does not have permission for this operation.', 'Use a key that has permission.'),
  ADMIN_LOCKED: row(403, 'Admin access from this IP address is locked after failed attempts.', 'Wait 15 minutes.'),
  ACCOUNT_SUSPENDED: row(403, 'This account is suspended or closed.', 'Contact the operator of this server.'),
  CAP_REACHED: row(
    403,
    'This call exceeds a limit of the API key. Nothing was charged.',
    'Raise the limit with the root key, or use another key.',
  ),
  NOT_FOUND: row(404, 'Not found.', 'Check the path and the ID.'),
  UNKNOWN_TOOL: row(404, 'Unknown tool.', 'Use a name from details.nearest, or list the tools.'),
  NO_RESULT: row(
    404,
    'No provider found a result. Nothing was charged.',
    'Rephrase the request; repeating it returns the same result.',
  ),
  METHOD_NOT_ALLOWED: row(405, 'Method not allowed for this path.', 'Use a method listed in the Allow header.'),
  NOT_ACCEPTABLE: row(406, 'No supported response format matches the Accept header.', 'Accept application/json.'),
  IDEMPOTENCY_CONFLICT: row(
    409,
    'This idempotency key was already used with different input.',
    'Use a new idempotency key for a new call.',
  ),
  IN_PROGRESS: row(
    409,
    'The same call is still running. This retry was not charged.',
    'Retry with the same idempotency key in a few seconds.',
    true,
  ),
  ANSWER_NOT_KEPT: row(
    409,
    'This call was already completed, and its response was too large to store.',
    'See details.receipt. Use a new idempotency key to call again.',
  ),
  PRICE_ABOVE_MAX: row(
    409,
    'The price exceeds the maximum you allowed. Nothing was charged.',
    'Set the X-Max-Price header (maxPrice for smart) to at least the price, or send less input.',
  ),
  CONFLICT: row(409, 'The current state of this record does not allow this.', 'Reload the record and try again.'),
  GONE: row(410, 'No longer available.', 'Start again from the beginning.'),
  TOO_LARGE: row(413, 'The request body is too large.', 'Send less; details.maxBytes is the limit.'),
  UNSUPPORTED_MEDIA_TYPE: row(
    415,
    'Unsupported content type for this path.',
    'Send the header "Content-Type: application/json" (curl: --json instead of -d).',
  ),
  CONTENT_FILTERED: row(
    422,
    'The provider rejected this content. Nothing was charged.',
    'Change the content; repeating the call returns the same result.',
  ),
  CONTEXT_LENGTH_EXCEEDED: row(
    422,
    'The input is too long for the model. Nothing was charged.',
    'Shorten the input, or choose a model with a larger context window.',
  ),
  UNREADABLE_TARGET: row(
    422,
    'The target could not be read. Nothing was charged.',
    'Check the URL and the document type.',
  ),
  RATE_LIMITED: row(429, 'Too many requests.', 'Wait for the number of seconds in Retry-After.', true),
  REFUND_LIMIT: row(
    429,
    'Too many calls to this tool were refunded within the last hour, or are running.',
    'Wait for the number of seconds in Retry-After.',
    true,
  ),
  INTERNAL: row(
    500,
    'Internal error. Nothing was charged.',
    'Retry. If it keeps happening, report the requestId.',
    true,
  ),
  NOT_IMPLEMENTED: row(501, 'This operation is not available.', 'Use another operation.'),
  UPSTREAM_FAILED: row(502, 'All providers failed. Nothing was charged.', 'Retry in a few seconds.', true),
  TOOL_UNAVAILABLE: row(
    503,
    'This tool is not configured on this server. Nothing was charged.',
    'The operator must set the variables listed in details.variables.',
  ),
  OVERLOADED: row(503, 'The server is busy. Nothing was charged.', 'Retry in a few seconds.', true),
  STORE_UNAVAILABLE: row(
    503,
    'The ledger cannot record a charge right now. Nothing was charged.',
    'Retry in a few seconds.',
    true,
  ),
  DRAINING: row(503, 'The server is shutting down.', 'Retry in a few seconds.', true),
  CALL_RECOVERED: row(503, 'The call was interrupted and refunded.', 'Call again.', true),
  UPSTREAM_TIMEOUT: row(504, 'No provider responded in time. Nothing was charged.', 'Retry in a few seconds.', true),
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof catalogue;

export interface Issue {
  path: string;
  message: string;
}

/** What an error may carry beside its code. `balance` and `required` are micro-USD. */
export interface ErrorDetails {
  message?: string;
  /** The newsroom's word for this case, `code` in its shape and `details.reason` elsewhere; see reasons.ts. */
  reason?: string;
  next?: string;
  details?: Record<string, unknown>;
  /** The credential is not, and never was, one of ours: a digest of it, which tells one guess from another. */
  guess?: string;
  cause?: unknown;
  retryAfterSeconds?: number;
  /** The items of a newsroom's 422, as a JSON array; elsewhere they are `details.issues`. */
  validation?: string;
  /** What the window holds that is used up until `retryAfterSeconds` have passed, where it is not the path's own. */
  limit?: number;
  money?: { balance: Micros; required: Micros; paymentLinks: readonly PaymentLink[] };
}

/** The next step where time alone helps. */
export function adviseWait(retryAfterSeconds: number): string {
  const seconds = Math.ceil(retryAfterSeconds);
  return `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then call again.`;
}

export interface PaymentLink {
  url: string;
  amount: number;
  currency: 'USD';
}

/** The error every layer throws; doors render it, nobody else catches it to look nice. */
export class FareboxError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly next: string;
  readonly retryable: boolean;
  readonly facts: ErrorDetails;

  constructor(code: ErrorCode, facts: ErrorDetails = {}) {
    const entry = catalogue[code];
    super(facts.message ?? entry.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'FareboxError';
    this.code = code;
    this.status = entry.status;
    this.next = facts.next ?? entry.next;
    this.retryable = entry.retryable;
    this.facts = facts;
  }
}

/** Anything thrown, as one of ours: what we did not foresee is INTERNAL and keeps its cause for the log. */
export function toFareboxError(thrown: unknown): FareboxError {
  return thrown instanceof FareboxError ? thrown : new FareboxError('INTERNAL', { cause: thrown });
}

export interface ErrorObject {
  code: ErrorCode;
  message: string;
  next: string;
  retryable: boolean;
  details?: Record<string, unknown>;
}

export function toErrorObject(error: FareboxError): ErrorObject {
  const { code, message, next, retryable } = error;
  const { reason, details: extra } = error.facts;
  const details = reason === undefined ? extra : { reason, ...extra };
  return details ? { code, message, next, retryable, details } : { code, message, next, retryable };
}

/** `{success:false, error, requestId}`, with `deposit`, `balance`, `required` (USD) when money is missing. */
export function toGatewayBody(error: FareboxError, requestId: string): Record<string, unknown> {
  return { success: false, error: toErrorObject(error), ...readMoneyFields(error), requestId };
}

/** The codes of the catalogue that are words of the newsroom, too; the others are told by status and sentence alone. */
const NEWSROOM_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_JSON',
  'ADMIN_LOCKED',
  'ACCOUNT_SUSPENDED',
  'CAP_REACHED',
  'IDEMPOTENCY_CONFLICT',
  'IN_PROGRESS',
  'ANSWER_NOT_KEPT',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'OVERLOADED',
  'STORE_UNAVAILABLE',
  'DRAINING',
  'CALL_RECOVERED',
]);

/** `code` of the newsroom's errors: a word of reasons.ts, or of the catalogue; undefined where there is none. */
export function nameForNewsroom({ code, facts }: FareboxError): string | undefined {
  if (facts.reason !== undefined) return facts.reason;
  if (code === 'TOOL_UNAVAILABLE') return 'no_provider';
  return NEWSROOM_CODES.has(code) ? code.toLowerCase() : undefined;
}

/** `{detail, code}`: the newsroom's shape. */
export function toFastApiBody(error: FareboxError): Record<string, unknown> {
  const code = nameForNewsroom(error);
  return { detail: error.message, ...(code === undefined ? {} : { code }), ...error.facts.details };
}

/** `{error, error_description}` of RFC 6749; its words stand in `reason`. What the door refuses has a general one. */
export function toOAuthBody({ status, message, next, facts }: FareboxError): Record<string, unknown> {
  const general =
    status >= 500 || status === 429 ? 'temporarily_unavailable' : status === 403 ? 'access_denied' : 'invalid_request';
  const description = facts.reason === undefined ? `${message} ${next}` : message;
  return { error: facts.reason ?? general, error_description: description };
}

/** `deposit`, `balance` and `required` (USD) when money is missing, else nothing. */
export function readMoneyFields(error: FareboxError): Record<string, unknown> {
  const { money } = error.facts;
  if (!money) return {};
  return {
    deposit: { paymentLinks: money.paymentLinks },
    balance: toUsd(money.balance),
    required: toUsd(money.required),
  };
}
