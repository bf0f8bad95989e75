/**
 * The MCP door: `/mcp/free` and `/mcp/proxy` with all their list choices, and `/mcp/debug/<handle>`, for every protocol
 * era, without sessions.
 * The HTTP layer has read the body, identified the caller and applied limits and headers before it calls `handle`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MCP_ROOT, mcpServers } from '../describe/mcp-servers.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { runOncePer } from '../lib/memoize.ts';
import { buildErrorContent } from './calls/error-content.ts';
import type { Catalogue } from './catalogue.ts';
import { buildChallenge, findScopeFault, needsKey } from './challenge.ts';
import { readId, writeRpcError } from './protocol/answers.ts';
import type { McpEndpoint } from './protocol/endpoint.ts';
import { readSelection } from './selection.ts';
import type { McpDoor, McpDoorDeps, McpRequest, RefusedRequest } from './types.ts';

/** The card of a server is a document beside it. */
const SERVED = new RegExp(`^${MCP_ROOT}/(?:${mcpServers.map(({ name }) => name).join('|')})(?!/server-card$)(?:/|$)`);

interface Protocol {
  /** At the prices of the caller. */
  catalogueFor(principal: Principal): Catalogue;
  endpoint: McpEndpoint;
}

/** Loaded with the first request: the protocol library is a tenth of an idle server's memory and start. */
async function openProtocol(deps: McpDoorDeps): Promise<Protocol> {
  const [{ Catalogue }, { McpEndpoint }] = await Promise.all([
    import('./catalogue.ts'),
    import('./protocol/endpoint.ts'),
  ]);
  const { allowedHosts, allowedOrigins, batchMax, log, registry, agreements } = deps;
  const report = (err: Error): void => log.debug({ err }, 'MCP request refused or failed');
  const catalogues = new WeakMap<Registry, Catalogue>();
  const openCatalogue = (own: Registry): Catalogue => {
    const existing = catalogues.get(own);
    if (existing) return existing;
    const catalogue = new Catalogue({ ...deps, registry: own });
    catalogues.set(own, catalogue);
    return catalogue;
  };
  return {
    catalogueFor: (principal) => openCatalogue(agreements?.registryFor(principal) ?? registry),
    endpoint: new McpEndpoint({ allowedHosts, allowedOrigins, batchMax, report }),
  };
}

export function createMcpDoor(deps: McpDoorDeps): McpDoor {
  const { registry, baseUrl, log } = deps;
  const readProtocol = runOncePer(
    () => registry.tools,
    () => openProtocol(deps),
  );

  const refuse = (res: ServerResponse, error: FareboxError, { pathname, requestId, body }: RefusedRequest): void => {
    const { status, facts } = error;
    const { text, structured } = buildErrorContent(error);
    const headers: Record<string, string> = {};
    const hadToken = /^bearer +\S/i.test(res.req.headers.authorization ?? '');
    if (status === 401 || status === 403) {
      headers['WWW-Authenticate'] = buildChallenge(baseUrl, pathname, error, hadToken);
    }
    if (facts.retryAfterSeconds !== undefined) headers['Retry-After'] = String(facts.retryAfterSeconds);
    // Our own codes stay outside the range that JSON-RPC keeps for itself: the HTTP status serves.
    const message = text.split('\n', 1)[0] ?? error.message;
    writeRpcError(
      res,
      status,
      { code: status, message, data: { ...structured, requestId } },
      { id: readId(body), headers },
    );
  };

  const handle = async (req: IncomingMessage, res: ServerResponse, request: McpRequest): Promise<void> => {
    const { pathname, query, body, principal, tokenError, requestId, callerGone, trace } = request;
    let protocol: Protocol | undefined;
    try {
      protocol = await readProtocol();
      const { catalogueFor, endpoint } = protocol;
      const selection = readSelection(registry, pathname, query, req.headers);
      if (!selection) return refuse(res, new FareboxError('NOT_FOUND'), request);
      if (!endpoint.admits(req, res, request)) return;
      if (selection.server === 'proxy' && principal.kind === 'anonymous' && !deps.calls.acceptsPayments()) {
        return refuse(res, new FareboxError('UNAUTHENTICATED'), request);
      }
      const fault = tokenError && needsKey(registry, body) ? tokenError : findScopeFault(registry, principal, body);
      if (fault) return refuse(res, fault, request);
      const { server, readonly } = selection;
      const caller = { principal, requestId, callerGone, trace, server, readonly };
      await endpoint.serve(req, res, {
        body,
        callerGone,
        handlersFor: (era) => catalogueFor(principal).handlersFor(selection, { ...caller, era }),
      });
    } catch (thrown) {
      if (thrown instanceof FareboxError) return refuse(res, thrown, request);
      log.error({ requestId, err: thrown }, 'MCP exchange failed');
      if (protocol) protocol.endpoint.fail(res, body);
      else refuse(res, new FareboxError('INTERNAL'), request);
    }
  };

  const serves = (pathname: string): boolean => SERVED.test(pathname);
  return { serves, handle, refuse };
}
