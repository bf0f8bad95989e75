/** Span of one HTTP request. Neither the address as sent nor headers are told: both may hold keys. */
import type { Tracing } from '../../kernel/tracing.ts';
import type { Exchange } from '../exchange.ts';

const SERVER_FAULT = 500;

export function traceRequest(tracing: Tracing, exchange: Exchange, serve: () => Promise<void>): Promise<void> {
  const { req, requestId } = exchange;
  const method = KNOWN_METHODS.has(exchange.method) ? exchange.method : '_OTHER';
  const facts = { 'http.request.method': method, 'farebox.request_id': requestId };
  return tracing.run({ name: method, kind: 'server', facts, parent: undefined, carrier: req.headers }, async (span) => {
    exchange.trace = span;
    await serve();
    const { route, mode, res } = exchange;
    const path = route.slice(route.indexOf(' ') + 1);
    span.rename(`${method} ${path}`);
    span.add({ 'http.route': path, 'http.response.status_code': res.statusCode, 'farebox.mode': mode });
    if (res.statusCode >= SERVER_FAULT) span.fail(String(res.statusCode));
  });
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
