/**
 * The one catalogue of error codes: status, sentence, next step and whether a retry can help.
 * Only these words reach a caller or a model; what an upstream said goes to `cause` and the log.
 */
interface CatalogueRow {
  status: number;
  message: string;
  next: string;
  retryable?: true;
}

const defineCatalogue = <Code extends string>(rows: Readonly<Record<Code, CatalogueRow>>) => rows;

export const catalogue = defineCatalogue({
  INVALID_INPUT: {
    status: 400,
    message: 'The input is invalid.',
    next: 'Correct the fields listed in details.issues, then call again.',
  },
  INVALID_JSON: {
    status: 400,
    message: 'The request body is not valid JSON.',
    next: 'Send one JSON object, encoded as UTF-8.',
  },
  UNAUTHENTICATED: {
    status: 401,
    message: 'An API key is missing.',
    next: 'Send the header "Authorization: Bearer <API_KEY>". POST /api/proxy/account/create creates a key.',
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    message: 'Insufficient balance for this call. Nothing was charged.',
    next: 'Show a link from deposit.paymentLinks to the account owner, then call again.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    message: 'This call must be paid for.',
    next: 'Pay as the PAYMENT-REQUIRED header says, or send an API key.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'This API key does not have permission for this operation.',
    next: 'Use a key that has permission.',
  },
  ADMIN_LOCKED: {
    status: 403,
    message: 'Admin access from this IP address is locked after failed attempts.',
    next: 'Wait 15 minutes.',
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This account is suspended or closed.',
    next: 'Contact the operator of this server.',
  },
  CAP_REACHED: {
    status: 403,
    message: 'This call exceeds a limit of the API key. Nothing was charged.',
    next: 'Raise the limit with the root key, or use another key.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.', next: 'Check the path and the ID.' },
  UNKNOWN_TOOL: { status: 404, message: 'Unknown tool.', next: 'Use a name from details.nearest, or list the tools.' },
  NO_RESULT: {
    status: 404,
    message: 'No provider found a result. Nothing was charged.',
    next: 'Rephrase the request; repeating it returns the same result.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Method not allowed for this path.',
    next: 'Use a method listed in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    message: 'No supported response format matches the Accept header.',
    next: 'Accept application/json.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: 'This idempotency key was already used with different input.',
    next: 'Use a new idempotency key for a new call.',
  },
  IN_PROGRESS: {
    status: 409,
    message: 'The same call is still running. This retry was not charged.',
    next: 'Retry with the same idempotency key in a few seconds.',
    retryable: true,
  },
  ANSWER_NOT_KEPT: {
    status: 409,
    message: 'This call was already completed, and its response was too large to store.',
    next: 'See details.receipt. Use a new idempotency key to call again.',
  },
  PRICE_ABOVE_MAX: {
    status: 409,
    message: 'The price exceeds the maximum you allowed. Nothing was charged.',
    next: 'Set the X-Max-Price header (maxPrice for smart) to at least the price, or send less input.',
  },
  CONFLICT: {
    status: 409,
    message: 'The current state of this record does not allow this.',
    next: 'Reload the record and try again.',
  },
  GONE: { status: 410, message: 'No longer available.', next: 'Start again from the beginning.' },
  TOO_LARGE: {
    status: 413,
    message: 'The request body is too large.',
    next: 'Send less; details.maxBytes is the limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Unsupported content type for this path.',
    next: 'Send the header "Content-Type: application/json" (curl: --json instead of -d).',
  },
  CONTENT_FILTERED: {
    status: 422,
    message: 'The provider rejected this content. Nothing was charged.',
    next: 'Change the content; repeating the call returns the same result.',
  },
  CONTEXT_LENGTH_EXCEEDED: {
    status: 422,
    message: 'The input is too long for the model. Nothing was charged.',
    next: 'Shorten the input, or choose a model with a larger context window.',
  },
  UNREADABLE_TARGET: {
    status: 422,
    message: 'The target could not be read. Nothing was charged.',
    next: 'Check the URL and the document type.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests.',
    next: 'Wait for the number of seconds in Retry-After.',
    retryable: true,
  },
  REFUND_LIMIT: {
    status: 429,
    message: 'Too many calls to this tool were refunded within the last hour, or are running.',
    next: 'Wait for the number of seconds in Retry-After.',
    retryable: true,
  },
  INTERNAL: {
    status: 500,
    message: 'Internal error. Nothing was charged.',
    next: 'Retry. If it keeps happening, report the requestId.',
    retryable: true,
  },
  NOT_IMPLEMENTED: { status: 501, message: 'This operation is not available.', next: 'Use another operation.' },
  UPSTREAM_FAILED: {
    status: 502,
    message: 'All providers failed. Nothing was charged.',
    next: 'Retry in a few seconds.',
    retryable: true,
  },
  TOOL_UNAVAILABLE: {
    status: 503,
    message: 'This tool is not configured on this server. Nothing was charged.',
    next: 'The operator must set the variables listed in details.variables.',
  },
  OVERLOADED: {
    status: 503,
    message: 'The server is busy. Nothing was charged.',
    next: 'Retry in a few seconds.',
    retryable: true,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    message: 'The ledger cannot record a charge right now. Nothing was charged.',
    next: 'Retry in a few seconds.',
    retryable: true,
  },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: 'The payment could not be verified right now. Nothing was paid.',
    next: 'Retry with the same payment in a few seconds.',
    retryable: true,
  },
  DRAINING: { status: 503, message: 'The server is shutting down.', next: 'Retry in a few seconds.', retryable: true },
  CALL_RECOVERED: {
    status: 503,
    message: 'The call was interrupted and refunded.',
    next: 'Call again.',
    retryable: true,
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    message: 'No provider responded in time. Nothing was charged.',
    next: 'Retry in a few seconds.',
    retryable: true,
  },
});
