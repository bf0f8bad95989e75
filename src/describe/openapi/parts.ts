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
        message: { ...text, description: 'What happened.' },
        next: { ...text, description: 'What to do next.' },
        retryable: { type: 'boolean', description: 'Whether the same call can work later.' },
        details: { type: 'object', description: 'More about this case: issues, attempts, variables, …' },
      },
      required: ['code', 'message', 'next', 'retryable'],
    },
    requestId: { ...text, description: 'Tell it to the operator of the server.' },
    deposit: {
      type: 'object',
      description: 'With INSUFFICIENT_BALANCE: show one of the links to the account owner.',
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
    balance: usd('With INSUFFICIENT_BALANCE: USD that are left.'),
    required: usd('With INSUFFICIENT_BALANCE: USD that the call costs.'),
  },
  required: ['success', 'error', 'requestId'],
};

const detail = {
  type: 'object',
  properties: {
    detail: { ...text, description: 'What happened.' },
    code: { ...text, description: 'The case, in lower case.' },
    retry_after: { type: 'number', description: 'Seconds to wait.' },
    max_bytes: { type: 'integer', description: 'The largest body that is taken.' },
    request_id: { ...text, description: 'With a failure on our side: tell it to the operator of the server.' },
  },
  required: ['detail'],
  additionalProperties: { description: 'More about the case.' },
};

const issues = {
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { ...text, description: 'Kind of the fault.' },
          loc: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Where it is.' },
          msg: { ...text, description: 'What is wrong.' },
          input: { description: 'What was given.' },
          ctx: { type: 'object', description: 'The bounds that were missed.' },
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
    parts: { type: 'array', items: part, description: 'Of a composed call: each charge, the fee first.' },
    jws: { ...text, description: 'The signed form, with Prefer: receipt=signed.' },
  },
  required: ['callId', 'agentId', 'tool', 'mode', 'state', 'amount', 'at'],
};

const oauthError = {
  type: 'object',
  properties: {
    error: { ...text, description: 'A word of RFC 6749, 7591 or 8707.' },
    error_description: { ...text, description: 'What is wrong.' },
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
    'Your own text for this call: repeats with it are one call, charged once, with the same answer.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
  ifNoneMatch: header('If-None-Match', 'The ETag of an answer that you have: 304 says that it is the same.', {
    type: 'string',
  }),
  maxPrice: header('X-Max-Price', 'Refuse to pay more than this many USD.', {
    type: 'string',
    pattern: '^\\d{1,7}(\\.\\d{1,6})?$',
  }),
  prefer: header('Prefer', 'Ask for the signed receipt.', { enum: ['receipt=signed'] }),
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
  'X-Request-Id': requiredAnswerHeader('Id of the request in the log; your own X-Request-Id where you sent one.'),
  'X-RateLimit-Limit': answerHeader('Requests in the window.', number),
  'X-RateLimit-Remaining': answerHeader('Requests left in the window.', number),
  'X-RateLimit-Reset': answerHeader('End of the window, Unix seconds.', number),
  'X-Content-Type-Options': requiredAnswerHeader('The content type is what it says.', { const: 'nosniff' }),
  'X-Frame-Options': requiredAnswerHeader('No page may frame it.', { const: 'DENY' }),
  'X-XSS-Protection': requiredAnswerHeader('For old browsers.', { const: '1; mode=block' }),
  'Referrer-Policy': requiredAnswerHeader('What other hosts learn of the address.', {
    const: 'strict-origin-when-cross-origin',
  }),
  'Permissions-Policy': requiredAnswerHeader('What a page may not use.'),
  'Access-Control-Allow-Origin': answerHeader('Where pages of any origin may call.', { const: '*' }),
  'Access-Control-Expose-Headers': answerHeader('Which headers such pages may read.'),
};

const sometimesHeaders = {
  'Cache-Control': answerHeader('Answers about an account are no-store.'),
  'Content-Disposition': answerHeader('A file name.'),
  'Content-Encoding': answerHeader('Where gzip is accepted.', { const: 'gzip' }),
  'Content-Language': answerHeader('The language of the answer.'),
  'Content-Security-Policy': answerHeader('What a page may load.'),
  ETag: answerHeader('The version of the answer: send it as If-None-Match, and get 304 while it is the same.'),
  'Idempotency-Replayed': answerHeader('Present when an earlier call with this key is answered again.', {
    const: 'true',
  }),
  'Last-Modified': answerHeader('When anything was last published or taken back.'),
  Link: answerHeader('What belongs to this document.'),
  Location: answerHeader('Where to go on.'),
  'Preference-Applied': answerHeader('Present when the receipt is signed.', { const: 'receipt=signed' }),
  'Retry-After': answerHeader('Seconds to wait before the next try.', number),
  'Set-Cookie': answerHeader('The session of the browser, or its end. Scripts cannot read it.'),
  Vary: answerHeader('Which headers of the request decide about the form.'),
  'WWW-Authenticate': answerHeader('How to authenticate.'),
  'X-Accel-Buffering': answerHeader('Proxies pass on each event at once.', { const: 'no' }),
  'X-Farebox-Receipt': answerHeader('The receipt as JSON, base64url.'),
  'X-Has-More': answerHeader('Whether more lines follow now.', { enum: ['true', 'false'] }),
  'X-Latest-Seq': answerHeader('The newest position.'),
  'X-Line-Count': answerHeader('Lines of this answer.', number),
  'X-Next-Since-Seq': answerHeader('Where to go on: the since_seq of the next request.'),
  'X-Oldest-Seq': answerHeader('The oldest position that can be continued.'),
  'X-Pdf-Missing-Glyphs': answerHeader('Characters that no typeface has.', number),
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
