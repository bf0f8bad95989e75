/** The error that every layer throws, and its bodies in the shapes of the doors. */
import type { Micros } from '../../lib/money.ts';
import { toUsd } from '../../lib/money.ts';
import { catalogue } from './catalogue.ts';

export type ErrorCode = keyof typeof catalogue;

export interface Issue {
  path: string;
  message: string;
}

/** Asks for a payment by the Payment authentication scheme; `request` is JSON in base64url. */
export interface PaymentChallenge {
  id: string;
  realm: string;
  method: 'evm';
  intent: 'charge';
  request: string;
  /** ISO 8601. */
  expires: string;
  description: string;
}

/** Details of an error besides its code. `balance` and `required` are micro-USD. */
export interface ErrorDetails {
  message?: string;
  /** The newsroom's word for this case, `code` in its shape and `details.reason` elsewhere; see reasons.ts. */
  reason?: string;
  next?: string;
  /** Default: that of the code. */
  retryable?: boolean;
  details?: Record<string, unknown>;
  /** The credential is not, and never was, one of ours: a digest of it, which tells one guess from another. */
  guess?: string;
  cause?: unknown;
  retryAfterSeconds?: number;
  /** The items of a newsroom's 422, as a JSON array; elsewhere they are `details.issues`. */
  validation?: string;
  /** What the window holds that is used up until `retryAfterSeconds` have passed, where it is not the path's own. */
  limit?: number;
  /** What would pay the call by itself, and how a payment for it ended, in the words of the payment protocol. */
  payment?: { required?: object; response?: object; challenges?: readonly PaymentChallenge[] };
  money?: { balance: Micros; required: Micros; paymentLinks: readonly PaymentLink[] };
}

/** Longer waits are told in minutes. */
const LONG_WAIT_SECONDS = 120;

/** The next step where time alone helps. */
export function adviseWait(retryAfterSeconds: number): string {
  const isLong = retryAfterSeconds > LONG_WAIT_SECONDS;
  const count = Math.ceil(isLong ? retryAfterSeconds / 60 : retryAfterSeconds);
  const unit = isLong ? 'minute' : 'second';
  return `Wait ${count} ${count === 1 ? unit : `${unit}s`}, then call again.`;
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
    const wait = entry.status === 429 ? facts.retryAfterSeconds : undefined;
    this.next = facts.next ?? (wait === undefined ? entry.next : adviseWait(wait));
    this.retryable = facts.retryable ?? entry.retryable ?? false;
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
