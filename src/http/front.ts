/** Entry point for every HTTP request, from its headers to its response. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Calls } from '../kernel/call/call.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Identify, IdentifyPage, Limiter, LimitState, Lockout, Log, SignReceipt } from '../kernel/ports.ts';
import type { Tracing } from '../kernel/tracing.ts';
import { createRandomBase62 } from '../lib/ids.ts';
import { runOncePer } from '../lib/memoize.ts';
import type { McpDoor } from '../mcp/types.ts';
import { Downloads } from './documents/downloads.ts';
import { Exchange, splitTarget } from './exchange.ts';
import { countRequest } from './limits/counting.ts';
import { findPageOrigin, serveMcp } from './mcp-mount.ts';
import { Health, type HealthReport, OPERATIONAL_PATHS, type Readiness } from './monitoring/health.ts';
import type { RequestLog } from './monitoring/log.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { traceRequest } from './monitoring/trace-request.ts';
import { Addresses } from './requests/addresses.ts';
import { drainBody, RequestAbortedError } from './requests/body.ts';
import {
  assertHost,
  assertMayConnect,
  type Connection,
  Connections,
  hasTooManyHeaders,
  refuseGarbage,
  refuseHeaders,
} from './requests/connections.ts';
import { createIdentifyByPath } from './requests/credentials.ts';
import { type FailureDeps, sendFailure } from './requests/failures.ts';
import { Guards } from './requests/guards.ts';
import { buildPreflightHeaders } from './requests/headers.ts';
import { createMethodError, explainMissingToken, explainUnknownTool, type MissDeps } from './requests/near-misses.ts';
import { Uploads } from './requests/uploads.ts';
import { type RestDeps, serveTool } from './rest.ts';
import type { RouteMatch } from './routes.ts';
import type { LimitGroup } from './rules.ts';
import { buildServedCatalogue, type CatalogueDeps, type ServedCatalogue } from './served-catalogue.ts';

export interface FrontDeps extends Pick<FailureDeps, 'renderErrorPage'>, CatalogueDeps {
  calls: Calls;
  identify: Identify;
  identifyPage?: IdentifyPage;
  limiter: Limiter;
  lockout: Lockout;
  mcp: McpDoor;
  log: Log & RequestLog;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  signReceipt: SignReceipt;
  /** Asked by `/health` and `/health/ready`. */
  checkReadiness(): Readiness | Promise<Readiness>;
  describeHealth?(): HealthReport;
  /** `X-Forwarded-For` came, and nobody is trusted to send it; told once. */
  onForwarded?(): void;
  isSetUp?: MissDeps['isSetUp'];
}

/** Interval at which node:http looks for connections whose request takes too long. */
const TIMEOUT_CHECK_MS = 1_000;
/** Nothing that a log line would have to escape, and no key that was sent in the wrong header. */
const CALLERS_REQUEST_ID = /^[\w.:-]{1,64}$/;
const FORWARDED =
  'X-Forwarded-For was sent but TRUST_PROXY is not set: it is ignored, and callers behind a proxy share its address';

/** A server that is not listening yet. */
export function createFront(deps: FrontDeps): Server {
  const { config } = deps;
  const front = new Front(deps);
  const server = createServer({
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    maxHeaderSize: config.headerBytesMax,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Refused by us, with the headers that every answer has.
    requireHostHeader: false,
    noDelay: true,
  });
  server.maxConnections = config.connectionsMax;
  server.timeout = config.idleTimeoutMs;
  server.on('connection', (socket) => front.connections.accept(socket));
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => front.handleRequest(server, req, res);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, onRequest);
  server.on('clientError', refuseGarbage);
  return server;
}

class Front {
  readonly #deps: FrontDeps;
  readonly #rest: RestDeps;
  /** Rebuilt when the tools change. */
  readonly #readCatalogue: () => ServedCatalogue;
  readonly #addresses: Addresses;
  readonly connections: Connections;
  readonly #health: Health;
  readonly #guards: Guards;
  readonly #identifyAt: (pathname: string) => Identify;
  readonly #failures: FailureDeps;
  /** Different on every start, so that ids of several servers don't meet. */
  readonly #idPrefix = `req_${createRandomBase62(10)}`;
  #idCount = 0;

  constructor(deps: FrontDeps) {
    const { registry, config, log } = deps;
    this.#deps = deps;
    this.#guards = new Guards(deps);
    this.#identifyAt = createIdentifyByPath(config.baseUrl, this.#guards.identify);
    const identify = this.#identifyAt('/');
    const rest = { identifyPage: async () => null, downloads: new Downloads(), uploads: new Uploads() };
    this.#rest = { ...rest, ...deps, identify };
    this.#readCatalogue = runOncePer(
      () => registry.tools,
      () => buildServedCatalogue(deps),
    );
    this.#readCatalogue();
    const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`;
    this.#failures = { ...deps, metadata };
    this.#addresses = new Addresses(config.trustProxy, () => {
      log.warn({}, FORWARDED);
      deps.onForwarded?.();
    });
    this.connections = new Connections(this.#addresses, config.connectionsPerAddressMax);
    const { metricsToken, version } = config;
    this.#health = new Health({
      version,
      ...(metricsToken === undefined ? {} : { metricsToken }),
      metrics: deps.metrics,
      guards: this.#guards,
      checkReadiness: () => deps.checkReadiness(),
      ...(deps.describeHealth ? { describeHealth: deps.describeHealth } : {}),
    });
  }

  handleRequest(server: Server, req: IncomingMessage, res: ServerResponse): void {
    if (hasTooManyHeaders(req)) {
      refuseHeaders(res);
      return;
    }
    const connection = this.connections.get(req.socket);
    const [pathname, search] = splitTarget(req.url ?? '/');
    const address = this.#addresses.findCaller(req, connection.peer);
    const requestId = this.#chooseRequestId(req);
    const exchange = new Exchange(server, req, res, { requestId, address, pathname, search });
    connection.unanswered++;
    res.on('close', () => {
      connection.unanswered--;
      this.#finishExchange(exchange);
    });
    const { tracing } = this.#deps;
    const serve = (): Promise<void> => this.#serve(exchange, connection);
    (tracing ? traceRequest(tracing, exchange, serve) : serve()).catch((thrown: unknown) => {
      this.#deps.log.error({ requestId: exchange.requestId, err: thrown }, 'could not write the response');
      res.destroy();
    });
  }

  #chooseRequestId(req: IncomingMessage): string {
    const requestId = req.headers['x-request-id'];
    const isHarmless =
      typeof requestId === 'string' && CALLERS_REQUEST_ID.test(requestId) && !this.#deps.log.holdsSecret(requestId);
    if (isHarmless) return requestId;
    this.#idCount++;
    return `${this.#idPrefix}${this.#idCount.toString(36)}`;
  }

  async #serve(exchange: Exchange, connection: Connection): Promise<void> {
    const isMcp = this.#deps.mcp.serves(exchange.pathname);
    try {
      const { routes, rules } = this.#readCatalogue();
      const match = routes.find(exchange.method, exchange.pathname);
      exchange.apply(match.kind === 'route' ? match.route.rules : rules.findForPath(exchange.pathname));
      if (isMcp) exchange.pageOrigin = findPageOrigin(exchange.req, this.#deps.config.allowedOrigins);
      const group = exchange.limitGroup;
      const counted = group && this.#countRequest(exchange, group);
      const limit = counted instanceof Promise ? await counted : counted;
      exchange.limit = limit;
      const isOver = limit?.isAllowed === false;
      assertMayConnect(connection, exchange);
      assertHost(exchange.req);
      if (isOver && group?.limitsUnknownPaths) throw createOverLimitError(limit.resetSeconds);
      if (isMcp) {
        await this.#serveMcp(exchange);
        return;
      }
      const isKnown = match.kind === 'route' || OPERATIONAL_PATHS.has(exchange.pathname);
      if (isOver && isKnown) throw createOverLimitError(limit.resetSeconds);
      // A preflight tells nothing, and without it a page could not read why it is refused.
      if (group?.isForOperators && exchange.method !== 'OPTIONS') {
        await this.#deps.lockout.assertOpen(exchange.address.limitKey);
      }
      await this.#serveMatch(exchange, match);
    } catch (thrown) {
      await this.#fail(exchange, thrown, isMcp);
    }
  }

  #countRequest(exchange: Exchange, group: LimitGroup): LimitState | Promise<LimitState> {
    return countRequest(this.#deps, exchange, group);
  }

  async #serveMcp(exchange: Exchange): Promise<void> {
    const identify = this.#identifyAt(exchange.pathname);
    exchange.route = 'mcp';
    if (exchange.pathname.endsWith('/')) {
      exchange.redirect(exchange.pathname.slice(0, -1));
      return;
    }
    const countRequest = () => exchange.limitGroup && this.#countRequest(exchange, exchange.limitGroup);
    const { mcp: door, config } = this.#deps;
    const { bodyLimitBytes } = config;
    const takesPayments = this.#deps.calls.acceptsPayments();
    await serveMcp({ door, identify, bodyLimitBytes, countRequest, guards: this.#guards, takesPayments }, exchange);
  }

  #serveMatch(exchange: Exchange, match: RouteMatch): Promise<void> | undefined {
    switch (match.kind) {
      case 'route': {
        const { route, params } = match;
        exchange.route = route.label;
        if (route.kind === 'document') return this.#readCatalogue().site.serve(exchange);
        exchange.tool = route.tool.name;
        return serveTool(this.#rest, exchange, route, params);
      }
      case 'method':
        exchange.hasCors = match.hasCors;
        if (exchange.method === 'OPTIONS' && match.hasCors) {
          const own = buildPreflightHeaders(match.allow, exchange.shape === 'gateway');
          exchange.send(204, [...exchange.buildHeaders(), ...own], '', '');
          return undefined;
        }
        this.#refuseMethod(exchange, match.allow);
        return undefined;
      case 'slash':
        exchange.redirect(match.path);
        return undefined;
      case 'nothing':
        return this.#serveUnknown(exchange);
    }
  }

  async #serveUnknown(exchange: Exchange): Promise<void> {
    const { pathname, method } = exchange;
    if (OPERATIONAL_PATHS.has(pathname)) {
      if (method !== 'GET' && method !== 'HEAD') {
        this.#refuseMethod(exchange, ['GET', 'HEAD']);
        return;
      }
      exchange.route = `GET ${pathname}`;
      await this.#health.serve(exchange);
      return;
    }
    const name = this.#readCatalogue().roots.guessToolName(pathname);
    if (name === null) throw new FareboxError('NOT_FOUND');
    throw await explainUnknownTool({ ...this.#deps, identify: this.#rest.identify }, exchange, name);
  }

  #refuseMethod(exchange: Exchange, allow: readonly string[]): void {
    const error = createMethodError(exchange.method, allow, exchange.shape);
    sendFailure(exchange, error, this.#failures, ['Allow', allow.join(', ')]);
  }

  async #fail(exchange: Exchange, failure: unknown, isMcp: boolean): Promise<void> {
    const thrown = explainMissingToken(await this.#guards.answerFailure(failure, exchange), exchange.req);
    if (thrown instanceof RequestAbortedError || exchange.isCallerGone) return;
    const { requestId, res, route } = exchange;
    if (!(thrown instanceof FareboxError)) this.#deps.log.error({ requestId, route, err: thrown }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    await drainBody(exchange.req);
    if (thrown instanceof FareboxError) exchange.showLimit(thrown.facts);
    if (!isMcp) {
      sendFailure(exchange, thrown, this.#failures);
      return;
    }
    exchange.presetHeaders();
    const error = thrown instanceof FareboxError ? thrown : new FareboxError('INTERNAL', { cause: thrown });
    this.#deps.mcp.refuse(res, error, exchange);
  }

  /** The connection has closed, or the answer is written. */
  #finishExchange(exchange: Exchange): void {
    const { res, requestId, method, route, tool, mode, startedMs } = exchange;
    const isComplete = res.writableFinished;
    if (!isComplete) exchange.callerGone.abort();
    const status = isComplete ? res.statusCode : 499;
    this.#deps.metrics.recordRequest(route, status);
    const ms = Math.round((performance.now() - startedMs) * 1000) / 1000;
    this.#deps.log.request({ requestId, method, route, status, ms, tool, mode });
  }
}

function createOverLimitError(retryAfterSeconds: number): FareboxError {
  return new FareboxError('RATE_LIMITED', { retryAfterSeconds });
}
