/** The parts of the description that are the same for every operation. */
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { Parameter, Reference } from './types.ts';

const text = { type: 'string' };
const usd = (description: string) => ({ type: 'number', description });

const error = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { enum: Object.keys(catalogue) },
        message: { ...text, description: 'Text of the error.' },
        next: { ...text, description: 'Next step.' },
        retryable: { type: 'boolean', description: 'Whether the same call can succeed later.' },
        details: { type: 'object', description: 'Details of the error: issues, attempts, variables, …' },
      },
      required: ['code', 'message', 'next', 'retryable'],
    },
    requestId: { ...text, description: 'ID of the request; include it in reports to the operator.' },
    deposit: {
      type: 'object',
      description: 'Only with INSUFFICIENT_BALANCE: show one of the payment links to the account owner.',
      properties: {
        paymentLinks: {
          type: 'array',
          items: {
            type: 'object',
            properties: { url: text, amount: { type: 'number' }, currency: { const: 'USD' } },
            required: ['url', 'amount', 'currency'],
          },
        },
      },
      required: ['paymentLinks'],
    },
    balance: usd('Current balance in USD; only with INSUFFICIENT_BALANCE.'),
    required: usd('Price of the call in USD; only with INSUFFICIENT_BALANCE.'),
  },
  required: ['success', 'error', 'requestId'],
};

const detail = {
  type: 'object',
  properties: {
    detail: { ...text, description: 'Text of the error.' },
    code: { ...text, description: 'Error code in lower case.' },
    retry_after: { type: 'number', description: 'Seconds to wait before a retry.' },
    max_bytes: { type: 'integer', description: 'Maximum request body size in bytes.' },
    request_id: {
      ...text,
      description: 'ID of the request, for server errors; include it in reports to the operator.',
    },
  },
  required: ['detail'],
  additionalProperties: { description: 'Further details of the error.' },
};

const issues = {
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { ...text, description: 'Kind of error.' },
          loc: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Path of the invalid value.' },
          msg: { ...text, description: 'Error message in English.' },
          input: { description: 'Value from the request.' },
          ctx: { type: 'object', description: 'Bounds that were violated.' },
        },
        required: ['type', 'loc', 'msg'],
      },
    },
  },
  required: ['detail'],
};

const part = {
  type: 'object',
  properties: { callId: text, tool: text, state: { enum: ['settled', 'refunded'] }, amount: { type: 'number' } },
  required: ['callId', 'tool', 'state', 'amount'],
};

const receipt = {
  type: 'object',
  properties: {
    callId: text,
    agentId: text,
    tool: text,
    mode: { enum: ['live', 'test'] },
    state: { enum: ['settled', 'refunded'] },
    amount: usd('USD charged for the call.'),
    at: { type: 'string', format: 'date-time' },
    parts: { type: 'array', items: part, description: 'Charges of a call that ran several tools, the fee first.' },
    jws: { ...text, description: 'Signed receipt (JWS), only with Prefer: receipt=signed.' },
  },
  required: ['callId', 'agentId', 'tool', 'mode', 'state', 'amount', 'at'],
};

const oauthError = {
  type: 'object',
  properties: {
    error: { ...text, description: 'Error code of RFC 6749, 7591 or 8707.' },
    error_description: { ...text, description: 'Error message in English.' },
  },
  required: ['error'],
};

export const commonSchemas = {
  Error: error,
  Detail: detail,
  Issues: issues,
  OAuthError: oauthError,
  Receipt: receipt,
};

const header = (name: string, description: string, schema: object): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

export const commonParameters = {
  idempotencyKey: header(
    'Idempotency-Key',
    'A text of your choice that identifies this call. Repeats with it are charged once and return the same response.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
  ifNoneMatch: header('If-None-Match', 'ETag of a cached response. The server returns 304 if it is still current.', {
    type: 'string',
  }),
  maxPrice: header('X-Max-Price', 'Maximum price in USD; more expensive calls are refused.', {
    type: 'string',
    pattern: '^\\d{1,7}(\\.\\d{1,6})?$',
  }),
  taskRef: header('X-Task-Ref', 'Your name for a task. Calls with the same name share the limit in X-Max-Total.', {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
  }),
  maxTotal: header('X-Max-Total', 'Maximum total price of the task in USD, over all keys of the account.', {
    type: 'string',
    pattern: '^\\d{1,7}(\\.\\d{1,6})?$',
  }),
  quote: header('X-Quote', 'Quote for this call. The call then costs no more than quoted.', {
    type: 'string',
    maxLength: 200,
  }),
  prefer: header('Prefer', 'Requests the signed receipt.', { enum: ['receipt=signed'] }),
} satisfies Record<string, Parameter>;

export const buildParameterRef = (name: keyof typeof commonParameters): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

const answerHeader = (description: string, schema: object = text) => ({ description, schema });
const requiredAnswerHeader = (description: string, schema: object = text) => ({
  ...answerHeader(description, schema),
  required: true,
});
const number = { type: 'integer' };

/** On every answer; of the rate headers, wherever there is a limit. */
const alwaysHeaders = {
  'X-Request-Id': requiredAnswerHeader('ID of the request in the log; your own X-Request-Id if you sent one.'),
  'X-RateLimit-Limit': answerHeader('Maximum number of requests per window.', number),
  'X-RateLimit-Remaining': answerHeader('Requests left in the window.', number),
  'X-RateLimit-Reset': answerHeader('End of the window, Unix timestamp in seconds.', number),
  'X-Content-Type-Options': requiredAnswerHeader('Disables content type sniffing.', { const: 'nosniff' }),
  'X-Frame-Options': requiredAnswerHeader('Forbids embedding in frames.', { const: 'DENY' }),
  'X-XSS-Protection': requiredAnswerHeader('XSS filter of old browsers.', { const: '1; mode=block' }),
  'Referrer-Policy': requiredAnswerHeader('Referrer information sent to other hosts.', {
    const: 'strict-origin-when-cross-origin',
  }),
  'Permissions-Policy': requiredAnswerHeader('Browser features that pages must not use.'),
  'Access-Control-Allow-Origin': answerHeader('Present if pages of any origin can call this path.', { const: '*' }),
  'Access-Control-Expose-Headers': answerHeader('Response headers that pages of other origins can read.'),
};

const sometimesHeaders = {
  'Cache-Control': answerHeader('Cache policy; no-store for account data.'),
  'Content-Disposition': answerHeader('Name of the downloaded file.'),
  'Content-Encoding': answerHeader('Present if the response is compressed.', { const: 'gzip' }),
  'Content-Language': answerHeader('Language of the answer.'),
  'Content-Security-Policy': answerHeader('Sources that the page may load.'),
  ETag: answerHeader('Version of the response. Send it as If-None-Match to get 304 if nothing changed.'),
  'Idempotency-Replayed': answerHeader('Present if the response of an earlier call with this key is returned again.', {
    const: 'true',
  }),
  'Last-Modified': answerHeader('Time of the last publication or withdrawal.'),
  Link: answerHeader('Links to related documents.'),
  Location: answerHeader('URL of the redirect.'),
  'Preference-Applied': answerHeader('Present if the receipt is signed.', { const: 'receipt=signed' }),
  'Retry-After': answerHeader('Seconds to wait before a retry.', number),
  'Set-Cookie': answerHeader('Sets or clears the HttpOnly session cookie.'),
  Vary: answerHeader('Request headers that affect the response.'),
  'WWW-Authenticate': answerHeader('Authentication challenge.'),
  'X-Accel-Buffering': answerHeader('Tells proxies not to buffer events.', { const: 'no' }),
  'X-Farebox-Receipt': answerHeader('Receipt as JSON, base64url-encoded.'),
  'X-Has-More': answerHeader('Whether more lines are available.', { enum: ['true', 'false'] }),
  'X-Latest-Seq': answerHeader('Newest position in the feed.'),
  'X-Line-Count': answerHeader('Number of lines in this response.', number),
  'X-Next-Since-Seq': answerHeader('since_seq for the next request.'),
  'X-Oldest-Seq': answerHeader('Oldest position that is still available.'),
  'X-Pdf-Missing-Glyphs': answerHeader('Number of characters missing in all fonts.', number),
};

export const commonHeaders = { ...alwaysHeaders, ...sometimesHeaders };

/** Those that only some answers have. */
export type AnswerHeader = keyof typeof sometimesHeaders;

export const isAnswerHeader = (name: string): name is AnswerHeader => Object.hasOwn(sometimesHeaders, name);

/** The headers of every answer, and these. */
export function buildHeaderRefs(...names: readonly AnswerHeader[]): Record<string, Reference> {
  const all = [...names, ...Object.keys(alwaysHeaders)];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
