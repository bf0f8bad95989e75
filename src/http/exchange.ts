/** One HTTP request and its response, with the headers that every response carries. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ErrorDetails } from '../kernel/errors/errors.ts';
import type { LimitState } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import type { ErrorShape } from '../kernel/tool/toolset.ts';
import type { TraceContext } from '../kernel/tracing.ts';
import { LazyAbort } from '../lib/lazy-abort.ts';
import type { CallerAddress } from './requests/addresses.ts';
import { buildCorsHeaders, CORS_HEADERS, SECURITY_HEADERS } from './requests/headers.ts';
import type { LimitGroup, PathRules } from './rules.ts';

export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly method: string;
  /** As sent: not decoded. */
  readonly pathname: string;
  /** Without the question mark; may hold a key, so it is never logged. */
  readonly search: string;
  readonly address: CallerAddress;
  readonly startedMs = performance.now();
  readonly #server: Server;
  /** Ends when the connection closes before the answer is written. */
  readonly callerGone = new LazyAbort();
  limitGroup: LimitGroup | undefined;
  limit: LimitState | undefined;
  hasCors = false;
  /** The origin of the page that asks, where the operator has named it. */
  pageOrigin: string | undefined;
  /** Of errors. Of the path at first, of the tool once it is known. */
  shape: ErrorShape = 'newsroom';
  /** The answer must not be stored: a key stood in the address. */
  isPrivate = false;
  /** A credential came with the request, be it valid or not. */
  hadToken = false;
  /** No other request may follow on this connection. */
  isLast = false;
  /** For log and metrics: a label of the route table. */
  route = 'none';
  tool: string | undefined;
  mode: Mode | undefined;
  /** Its span, where tracing is on. */
  trace: TraceContext | undefined;

  constructor(
    server: Server,
    req: IncomingMessage,
    res: ServerResponse,
    { requestId, address, pathname, search }: Pick<Exchange, 'requestId' | 'address' | 'pathname' | 'search'>,
  ) {
    this.#server = server;
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.method = req.method ?? 'GET';
    this.pathname = pathname;
    this.search = search;
    this.address = address;
  }

  /** From here on its errors, its CORS and its limit are those of its path. */
  apply({ shape, hasCors, limitGroup }: PathRules): void {
    this.shape = shape;
    this.hasCors = hasCors;
    this.limitGroup = limitGroup;
  }

  /** The headers of every answer, as a flat list that may be added to. */
  buildHeaders(): string[] {
    const headers = [...SECURITY_HEADERS, 'X-Request-Id', this.requestId];
    const { limit, limitGroup } = this;
    if (limit && limitGroup) {
      headers.push('X-RateLimit-Limit', limitGroup.pointsText, 'X-RateLimit-Remaining', String(limit.remaining));
      headers.push('X-RateLimit-Reset', String(limit.resetAtSeconds));
    }
    if (this.hasCors) headers.push(...CORS_HEADERS);
    else if (this.pageOrigin !== undefined) headers.push(...buildCorsHeaders(this.pageOrigin), 'Vary', 'Origin');
    if (this.isPrivate) headers.push('Cache-Control', 'no-store');
    return headers;
  }

  /** For who writes the answer, maybe as a stream: the headers of every answer are added to it. */
  presetHeaders(): void {
    const headers = this.buildHeaders();
    if (this.#isEnding) headers.push('Connection', 'close');
    for (let i = 0; i < headers.length; i += 2) this.res.setHeader(headers[i] ?? '', headers[i + 1] ?? '');
  }

  /** The rate headers tell of the window that refused the request, where that is another than the path's own. */
  showLimit({ limit, retryAfterSeconds = 1 }: ErrorDetails): void {
    if (limit === undefined || !this.limitGroup) return;
    this.limitGroup = { ...this.limitGroup, pointsText: String(limit) };
    const resetAtSeconds = Math.ceil(Date.now() / 1000 + retryAfterSeconds);
    this.limit = { isAllowed: false, remaining: 0, resetSeconds: retryAfterSeconds, resetAtSeconds };
  }

  /** Writes the answer once, in one piece; does nothing when the caller has gone. */
  send(status: number, headers: string[], type: string, body: string | Uint8Array): void {
    const { res } = this;
    if (res.headersSent || res.destroyed) return;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    this.begin(status, headers, type, status === 204 || status === 304 ? null : length);
    res.end(this.method === 'HEAD' ? undefined : body);
  }

  /** Writes the head alone; the body is the caller's to write. `length`: of the body, null where it has none or is packed. */
  begin(status: number, headers: string[], type: string, length: number | null): void {
    const { res } = this;
    if (res.headersSent || res.destroyed) return;
    if (type !== '') headers.push('Content-Type', type);
    if (length !== null) headers.push('Content-Length', String(length));
    if (this.#isEnding) headers.push('Connection', 'close');
    res.writeHead(status, headers);
  }

  /** Sends the caller to the same address at another path of this server. */
  redirect(path: string): void {
    this.send(307, [...this.buildHeaders(), 'Location', this.search === '' ? path : `${path}?${this.search}`], '', '');
  }

  get #isEnding(): boolean {
    return this.isLast || !this.#server.listening;
  }

  get isCallerGone(): boolean {
    return this.callerGone.aborted;
  }
}

/** Path and query of a request target; proxies may send the whole address. */
export function splitTarget(target: string): [pathname: string, search: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const question = local.indexOf('?');
  return question === -1 ? [local, ''] : [local.slice(0, question), local.slice(question + 1)];
}
