/** Headers that do not depend on the answer, as flat lists of names and values, made once. */

/** On every response (specification, "Limits"). */
export const SECURITY_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'X-XSS-Protection',
  '1; mode=block',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=()',
];

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Farebox-Receipt',
  'ETag',
  'Link',
  'Retry-After',
  'Content-Disposition',
  'Idempotency-Replayed',
  'X-Next-Since-Seq',
  'X-Has-More',
  'X-Latest-Seq',
  'X-Oldest-Seq',
  'X-Line-Count',
  'X-Pdf-Missing-Glyphs',
  'WWW-Authenticate',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'Payment-Receipt',
];

/** Bearer APIs may be called from any page: there are no cookies, so nothing is sent along by itself. */
export const CORS_HEADERS = buildCorsHeaders('*');

export function buildCorsHeaders(origin: string): readonly string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', ')];
}

const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-API-Key';
/** Headers that only the priced tools read. */
const GATEWAY_REQUEST_HEADERS =
  'X-Max-Price, X-Max-Total, X-Quote, X-Task-Ref, X-Request-Id, Prefer, PAYMENT-SIGNATURE, Payment-Authorization, SIGN-IN-WITH-X';

/** Answers a preflight; `methods` are those of the path. */
export function buildPreflightHeaders(methods: readonly string[], isGateway: boolean): string[] {
  return [
    'Access-Control-Allow-Methods',
    methods.join(', '),
    'Access-Control-Allow-Headers',
    isGateway ? `${REQUEST_HEADERS}, ${GATEWAY_REQUEST_HEADERS}` : REQUEST_HEADERS,
    'Access-Control-Max-Age',
    '600',
  ];
}

/** The same for the MCP servers, whose pages are named by the operator. */
export const MCP_PREFLIGHT_HEADERS: readonly string[] = [
  'Access-Control-Allow-Methods',
  'POST',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, ' +
    'X-MCP-Toolsets, X-MCP-Tools, X-MCP-Readonly',
  'Access-Control-Max-Age',
  '600',
];

export const PAGE_HEADERS: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
];

/** Bytes come from upstreams: should a browser open them, they may do nothing. */
export const BYTES_HEADERS: readonly string[] = ['Content-Security-Policy', "sandbox; default-src 'none'"];
