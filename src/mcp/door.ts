/**
 * The MCP door: `/mcp/free` and `/mcp/proxy` with all their list choices, and `/mcp/debug/<handle>`, for every protocol
 * era, without sessions.
 * The HTTP layer has read the body, identified the caller and applied limits and headers before it calls `handle`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindMember } from '../kernel/access.ts';
import type { Calls } from '../kernel/call.ts';
import type { EndSignal } from '../kernel/ending.ts';
import { FareboxError, toMcpErrorContent } from '../kernel/errors.ts';
import type { Log } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Registry } from '../kernel/registry.ts';
import type { CallOptions } from '../kernel/types.ts';
import type { Catalogue } from './catalogue.ts';
import { buildChallenge, findScopeFault } from './challenge.ts';
import { readId, writeRpcError } from './protocol/answers.ts';
import type { McpEndpoint } from './protocol/endpoint.ts';
import { readSelection } from './selection.ts';

/** A document shown as an MCP resource. */
export interface McpDocument {
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Equal for every caller: clients and proxies may cache it for everybody. */
  public: boolean;
  /** The document's text; throws a FareboxError when this caller may not read it. */
  read(principal: Principal, request: Pick<CallOptions, 'requestId' | 'callerGone'>): string | Promise<string>;
}

/** A preset shown as an MCP prompt. */
export interface McpPreset {
  id: string;
  name: string;
  description: string;
  /** What the model is told to be and to do. */
  instructions: string;
  /** Names of the tools it works with. */
  tools: readonly string[];
}

export interface McpMedia {
  /** Keeps bytes for a while; resolves with an unguessable URL that expires. */
  put(bytes: Uint8Array, type: string, filename: string, principal: Principal): Promise<string>;
}

export interface McpDoorDeps {
  calls: Calls;
  registry: Registry;
  version: string;
  /** Public address of the server without a slash at the end. */
  baseUrl: string;
  /** Host names (no ports) that may stand in `Host`; IPv6 in brackets. */
  allowedHosts: readonly string[];
  /** Host names (no ports) that may stand in `Origin`. */
  allowedOrigins: readonly string[];
  /** Calls that one JSON-RPC batch of an old client may hold. */
  batchMax: number;
  /** Without it, media come inline. */
  media?: McpMedia;
  /** Without it, nobody belongs to a company. */
  findMember?: FindMember;
  /** By URI, e.g. `farebox://capabilities`. */
  documents: Readonly<Record<string, McpDocument>>;
  presets: readonly McpPreset[];
  /** 32 bytes or more, the same on every instance: seals what a client hands back. */
  secretKey: Uint8Array;
  log: Log;
}

export interface McpRequest {
  /** `/mcp/proxy/x/account`, without query. */
  pathname: string;
  query: URLSearchParams;
  /** The parsed JSON body; undefined when there was none. */
  body: unknown;
  /** The body was not valid JSON. */
  bodyError?: true;
  principal: Principal;
  requestId: string;
  /** Aborted when the connection closes before the answer is written. */
  callerGone: EndSignal;
}

export interface McpDoor {
  /** Whether the path belongs to this door. */
  serves(pathname: string): boolean;
  /** Answers one HTTP request of any method; never throws. */
  handle(req: IncomingMessage, res: ServerResponse, request: McpRequest): Promise<void>;
  /**
   * Answers with an error found before the protocol was reached (a key that is not valid, a limit, a body too large):
   * the HTTP status, a JSON-RPC error body, and on 401 and 403 the `WWW-Authenticate` challenge.
   */
  refuse(res: ServerResponse, pathname: string, error: FareboxError, requestId: string, body?: unknown): void;
}

interface Protocol {
  catalogue: Catalogue;
  endpoint: McpEndpoint;
}

/** Loaded with the first request: the protocol library is a tenth of an idle server's memory and start. */
async function openProtocol(deps: McpDoorDeps): Promise<Protocol> {
  const [{ Catalogue }, { McpEndpoint }] = await Promise.all([
    import('./catalogue.ts'),
    import('./protocol/endpoint.ts'),
  ]);
  const { allowedHosts, allowedOrigins, batchMax, log } = deps;
  const report = (err: Error): void => log.debug({ err }, 'MCP request refused or failed');
  return {
    catalogue: new Catalogue(deps),
    endpoint: new McpEndpoint({ allowedHosts, allowedOrigins, batchMax, report }),
  };
}

export function createMcpDoor(deps: McpDoorDeps): McpDoor {
  const { registry, baseUrl, log } = deps;
  let protocolPromise: Promise<Protocol> | undefined;

  const refuse = (
    res: ServerResponse,
    pathname: string,
    error: FareboxError,
    requestId: string,
    body?: unknown,
  ): void => {
    const { status, facts } = error;
    const { text, structured } = toMcpErrorContent(error);
    const headers: Record<string, string> = {};
    if (status === 401 || status === 403) headers['WWW-Authenticate'] = buildChallenge(baseUrl, pathname, error);
    if (facts.retryAfterSeconds !== undefined) headers['Retry-After'] = String(facts.retryAfterSeconds);
    // Our own codes stay outside the range that JSON-RPC keeps for itself: the HTTP status serves.
    const message = text.split('\n', 1)[0] ?? error.message;
    writeRpcError(res, status, { code: status, message, data: { ...structured, requestId } }, readId(body), headers);
  };

  const handle = async (req: IncomingMessage, res: ServerResponse, request: McpRequest): Promise<void> => {
    const { pathname, query, body, principal, requestId, callerGone } = request;
    let protocol: Protocol | undefined;
    try {
      protocolPromise ??= openProtocol(deps);
      protocol = await protocolPromise;
      const { catalogue, endpoint } = protocol;
      const selection = readSelection(registry, pathname, query, req.headers);
      if (!selection) return refuse(res, pathname, new FareboxError('NOT_FOUND'), requestId, body);
      if (!endpoint.admits(req, res, request)) return;
      if (selection.server === 'proxy' && principal.kind === 'anonymous') {
        return refuse(res, pathname, new FareboxError('UNAUTHENTICATED'), requestId, body);
      }
      const fault = findScopeFault(registry, principal, body);
      if (fault) return refuse(res, pathname, fault, requestId, body);
      const { readonly } = selection;
      await endpoint.serve(req, res, {
        body,
        callerGone,
        handlersFor: (era) => catalogue.handlersFor(selection, { principal, requestId, callerGone, era, readonly }),
      });
    } catch (thrown) {
      if (thrown instanceof FareboxError) return refuse(res, pathname, thrown, requestId, body);
      log.error({ requestId, err: thrown }, 'MCP exchange failed');
      if (protocol) protocol.endpoint.fail(res, body);
      else refuse(res, pathname, new FareboxError('INTERNAL'), requestId, body);
    }
  };

  // The card of a server is a document beside it.
  const serves = (pathname: string): boolean => /^\/mcp\/(free|proxy|debug)(?!\/server-card$)(\/|$)/.test(pathname);
  return { serves, handle, refuse };
}
