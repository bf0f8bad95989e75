/**
 * Serves an interface over Streamable HTTP to every protocol era, without sessions. What 2026-07-28 asks of headers,
 * envelope and error codes is the SDK's work; this adds the checks of method, host and origin, the limit on batches,
 * and a direct route for a modern request whose headers all agree with its body.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundModernRoute,
  isJsonContentType,
  type McpHttpHandler,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import type { Abortable } from '../../lib/lazy-abort.ts';
import { isRecord } from '../../lib/record.ts';
import { readId, writeRpcError } from './answers.ts';
import { createWebRequest, writeWebResponse } from './bridge.ts';
import type { Era, McpHandlers } from './handlers.ts';
import { NodeTransport } from './node-transport.ts';
import { isOriginNamed } from './origins.ts';
import { createServer, MODERN_VERSION } from './server.ts';

export interface EndpointOptions {
  /** Host names without ports; IPv6 in brackets. */
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  batchMax: number;
  /** What the protocol library reports out of band; never shown to a caller. */
  report(error: Error): void;
}

export interface EndpointRequest {
  body: unknown;
  bodyError?: string;
  callerGone: Abortable;
  /** The interface for this very exchange. */
  handlersFor(era: Era): McpHandlers;
}

/** Streams of `subscriptions/listen` at once, of interfaces that announce changes. */
const SUBSCRIPTIONS_MAX = 64;
/** Host and Origin texts that passed, so that each is parsed once. */
const KNOWN_TEXTS_MAX = 64;
/** Params member that the Mcp-Name header repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
/** Methods that are answered directly; all others are rare. */
const DIRECT_METHODS: ReadonlySet<string> = new Set([
  'tools/call',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
]);

export class McpEndpoint {
  readonly #options: EndpointOptions;
  readonly #handler: McpHttpHandler;
  readonly #openRequests = new WeakMap<Request, { handlers: McpHandlers; methods: Set<string> }>();
  readonly #knownHosts = new Set<string>();
  readonly #knownOrigins = new Set<string>();

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#handler = createMcpHandler(
      ({ requestInfo }) => {
        const openRequest = requestInfo && this.#openRequests.get(requestInfo);
        if (!openRequest) throw new Error('A request that did not come through this endpoint');
        return createServer(openRequest.handlers, openRequest.methods);
      },
      { onerror: options.report, maxSubscriptions: SUBSCRIPTIONS_MAX },
    );
  }

  /** Answers an exchange that `admits` let pass. */
  async serve(req: IncomingMessage, res: ServerResponse, mcpRequest: EndpointRequest): Promise<void> {
    const route = this.#findDirectRoute(req, mcpRequest.body);
    if (route) await this.#serveDirectly(res, route, mcpRequest);
    else await this.#serveThroughSdk(req, res, mcpRequest);
  }

  /** Checks method, host, origin and body; when one of them is wrong it answers and returns false. */
  admits(
    req: IncomingMessage,
    res: ServerResponse,
    { body, bodyError }: Pick<EndpointRequest, 'body' | 'bodyError'>,
  ): boolean {
    if (req.method !== 'POST') {
      writeRpcError(res, 405, { code: 405, message: 'Method not allowed.' }, { headers: { Allow: 'POST' } });
      return false;
    }
    const refusal = this.#findRefusal(req);
    if (refusal !== undefined) {
      writeRpcError(res, 403, { code: 403, message: refusal });
      return false;
    }
    if (bodyError !== undefined || body === undefined) {
      writeRpcError(res, 400, { code: -32700, message: `Parse error: ${bodyError ?? 'The body is empty.'}` });
      return false;
    }
    const fault = Array.isArray(body) ? findBatchFault(body, this.#options.batchMax, readEra(req, body)) : undefined;
    if (fault !== undefined) writeRpcError(res, 400, { code: -32600, message: `Invalid Request: ${fault}` });
    return fault === undefined;
  }

  /** Why this host or origin may not speak to us. */
  #findRefusal(req: IncomingMessage): string | undefined {
    const { host, origin } = req.headers;
    if (host === undefined || !this.#knownHosts.has(host)) {
      const checked = validateHostHeader(host, [...this.#options.allowedHosts]);
      if (!checked.ok) return checked.message;
      if (host !== undefined) remember(this.#knownHosts, host);
    }
    if (origin !== undefined && !this.#knownOrigins.has(origin)) {
      if (!isOriginNamed(origin, this.#options.allowedOrigins)) return 'This origin is not allowed here.';
      remember(this.#knownOrigins, origin);
    }
    return undefined;
  }

  /** A modern request with nothing to object to; undefined leaves it to the SDK, which words every objection. */
  #findDirectRoute(req: IncomingMessage, body: unknown): InboundModernRoute | undefined {
    const { headers } = req;
    const version = headers['mcp-protocol-version'];
    const method = headers['mcp-method'];
    if (version !== MODERN_VERSION || typeof method !== 'string' || !DIRECT_METHODS.has(method)) return undefined;
    if (!isJsonContentType(headers['content-type'] ?? null)) return undefined;
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: version,
      mcpMethodHeader: method,
      body,
    });
    if (route.kind !== 'modern' || route.messageKind !== 'request') return undefined;
    if (route.classification.revision !== MODERN_VERSION) return undefined;
    const { params } = route.message;
    const header = NAMED_BY[method];
    if (header !== undefined && (!isRecord(params) || params[header] !== headers['mcp-name'])) return undefined;
    return route;
  }

  async #serveDirectly(res: ServerResponse, route: InboundModernRoute, mcpRequest: EndpointRequest): Promise<void> {
    const { message, classification } = route;
    if (!('id' in message)) return;
    const server = createServer(mcpRequest.handlersFor({ modern: true, version: MODERN_VERSION }), [message.method]);
    server.onerror = this.#options.report;
    await new Promise<void>((resolve, reject) => {
      const transport = new NodeTransport(res, classification, resolve);
      const leave = (): void => void transport.close();
      mcpRequest.callerGone.addEventListener('abort', leave, { once: true });
      server.connect(transport).then(() => transport.deliver(message, classification), reject);
    });
  }

  async #serveThroughSdk(req: IncomingMessage, res: ServerResponse, mcpRequest: EndpointRequest): Promise<void> {
    const { body, callerGone } = mcpRequest;
    const methods = listMethods(body);
    const handlers = mcpRequest.handlersFor(readEra(req, body));
    if (methods.has('subscriptions/listen') && !hasAnnouncements(handlers)) {
      return writeRpcError(res, 404, { code: -32601, message: 'Method not found' }, { id: readId(body) });
    }
    const request = await createWebRequest(req, body, callerGone);
    this.#openRequests.set(request, { handlers, methods });
    await writeWebResponse(res, await this.#handler.fetch(request, { parsedBody: body }));
  }

  /** Answers a failure of ours that nothing else has answered. */
  fail(res: ServerResponse, body: unknown): void {
    writeRpcError(res, 500, { code: -32603, message: 'Internal server error' }, { id: readId(body) });
  }
}

/** Without anything to announce, a stream of announcements would only be held open. */
function hasAnnouncements({ capabilities: { tools, prompts, resources } }: McpHandlers): boolean {
  return Boolean(tools?.listChanged || prompts?.listChanged || resources?.listChanged || resources?.subscribe);
}

function remember(names: Set<string>, text: string): void {
  if (names.size < KNOWN_TEXTS_MAX) names.add(text);
}

/** Two requests under one id could not be told apart in the answer, and one of them may have been paid for. */
function findBatchFault(batch: readonly unknown[], batchMax: number, era: Era): string | undefined {
  if (era.modern) return `${MODERN_VERSION} has no batches: send each message by itself`;
  if (batch.length > batchMax) return `a batch may hold at most ${batchMax} messages`;
  const ids = batch.map(readId).filter((id) => id !== null);
  return new Set(ids).size < ids.length ? 'two requests of the batch have the same id' : undefined;
}

function listMethods(body: unknown): Set<string> {
  const methods = new Set<string>();
  for (const message of Array.isArray(body) ? body : [body]) {
    if (isRecord(message) && typeof message.method === 'string') methods.add(message.method);
  }
  return methods;
}

function readEra(req: IncomingMessage, body: unknown): Era {
  const header = req.headers['mcp-protocol-version'];
  const version = typeof header === 'string' ? header : '2025-03-26';
  if (version >= MODERN_VERSION) return { modern: true, version };
  const modern = Array.isArray(body) ? body.some(hasEnvelope) : hasEnvelope(body);
  return { modern, version };
}

function hasEnvelope(message: unknown): boolean {
  const params = isRecord(message) ? message.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  return isRecord(meta) && 'io.modelcontextprotocol/protocolVersion' in meta;
}
