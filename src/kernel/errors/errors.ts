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
  INVALID_INPUT: row(
    400,
    'The input does not fit this tool.',
    'Correct the fields listed in details.issues and call again.',
  ),
  INVALID_JSON: row(400, 'The body is not valid JSON.', 'Send one JSON object, encoded as UTF-8.'),
  UNAUTHENTICATED: row(
    401,
    'An API key is missing.',
    'Send the header "Authorization: Bearer <API_KEY>". POST /api/proxy/account/create makes a key.',
  ),
  INSUFFICIENT_BALANCE: row(
    402,
    'The balance does not cover the price of this call. Nothing was charged.',
    'Show one link of deposit.paymentLinks to the account owner, then call again.',
  ),
  FORBIDDEN: row(403, 'This key may not do that.', 'Use a key with the needed rights.'),
  ADMIN_LOCKED: row(403, 'Operator access from this address is locked after failed attempts.', 'Wait 15 minutes.'),
  ACCOUNT_SUSPENDED: row(403, 'This account is not active.', 'Contact the operator of this server.'),
  CAP_REACHED: row(
    403,
    'A spending cap of this key does not allow this call. Nothing was charged.',
    'Raise the cap with the root key, or use another key.',
  ),
  NOT_FOUND: row(404, 'There is nothing here.', 'Check the path and the id.'),
  UNKNOWN_TOOL: row(404, 'There is no tool of that name.', 'Use one of details.nearest, or look at the list of tools.'),
  NO_RESULT: row(
    404,
    'No source had a result. Nothing was charged.',
    'Ask differently; the same call gives the same answer.',
  ),
  METHOD_NOT_ALLOWED: row(405, 'This path does not take that method.', 'Use a method named in the Allow header.'),
  NOT_ACCEPTABLE: row(406, 'No representation fits the Accept header.', 'Accept application/json.'),
  IDEMPOTENCY_CONFLICT: row(409, 'This idempotency key was used with another input.', 'Use a new key for a new call.'),
  IN_PROGRESS: row(
    409,
    'The same call is still running. This repeat was not charged.',
    'Call again with the same idempotency key in a few seconds.',
    true,
  ),
  ANSWER_NOT_KEPT: row(
    409,
    'This call has settled already, and its answer was too large to be kept.',
    'See details.receipt; use a new idempotency key to call anew.',
  ),
  PRICE_ABOVE_MAX: row(
    409,
    'The price is above what you have allowed. Nothing was charged.',
    'To allow it, call again with the header X-Max-Price, for smart with maxPrice, of at least the price. Or send less.',
  ),
  CONFLICT: row(409, 'The state of this record does not allow that.', 'Read the record again.'),
  GONE: row(410, 'This is no longer available.', 'Start again from the beginning.'),
  TOO_LARGE: row(413, 'The body is larger than this server accepts.', 'Send less; details.maxBytes tells the limit.'),
  UNSUPPORTED_MEDIA_TYPE: row(
    415,
    'The body has a content type that this path does not read.',
    'Send the header "Content-Type: application/json" (curl: --json instead of -d).',
  ),
  CONTENT_FILTERED: row(
    422,
    'The source declined this content. Nothing was charged.',
    'Change the content; the same call gives the same answer.',
  ),
  CONTEXT_LENGTH_EXCEEDED: row(
    422,
    'The input is too long for the model. Nothing was charged.',
    'Shorten the input, or choose a model with a larger context window.',
  ),
  UNREADABLE_TARGET: row(
    422,
    'The target could not be read. Nothing was charged.',
    'Check the address and the kind of document.',
  ),
  RATE_LIMITED: row(429, 'Too many requests.', 'Wait until the time in Retry-After.', true),
  REFUND_LIMIT: row(
    429,
    'Too many calls of this tool were refunded in the last hour, or run at once.',
    'Wait until the time in Retry-After.',
    true,
  ),
  INTERNAL: row(
    500,
    'Something failed on our side. Nothing was charged.',
    'Try again; report the requestId if it stays.',
    true,
  ),
  NOT_IMPLEMENTED: row(501, 'This operation is not offered.', 'Use another operation.'),
  UPSTREAM_FAILED: row(502, 'Every source failed. Nothing was charged.', 'Try again in a moment.', true),
  TOOL_UNAVAILABLE: row(
    503,
    'This tool is not set up on this server. Nothing was charged.',
    'The operator must set the variables in details.variables.',
  ),
  OVERLOADED: row(503, 'The server is busy. Nothing was charged.', 'Try again in a moment.', true),
  STORE_UNAVAILABLE: row(
    503,
    'The ledger cannot record a charge right now. Nothing was charged.',
    'Try again in a moment.',
    true,
  ),
  DRAINING: row(503, 'The server is stopping.', 'Try again in a moment.', true),
  CALL_RECOVERED: row(503, 'The call was interrupted and refunded.', 'Call again.', true),
  UPSTREAM_TIMEOUT: row(504, 'No source answered in time. Nothing was charged.', 'Try again in a moment.', true),
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
