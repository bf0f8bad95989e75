/**
 * The MCP door: `/mcp/free` and `/mcp/proxy` with all their list choices, for every protocol era, without sessions.
 * The HTTP layer has read the body, identified the caller and applied limits and headers before it calls `handle`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Calls } from '../kernel/call.ts';
import type { FareboxError } from '../kernel/errors.ts';
import type { Log } from '../kernel/ports.ts';
import type { AccountPrincipal, Principal } from '../kernel/principal.ts';
import type { Registry } from '../kernel/registry.ts';

/** A document shown as an MCP resource. */
export interface McpDocument {
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Equal for every caller: clients and proxies may cache it for everybody. */
  public: boolean;
  /** The document's text; throws a FareboxError when this caller may not read it. */
  read(principal: Principal): string | Promise<string>;
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
  put(bytes: Uint8Array, type: string, filename: string, principal: AccountPrincipal): Promise<string>;
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
  /** By URI, e.g. `farebox://capabilities`. */
  documents: Readonly<Record<string, McpDocument>>;
  presets: readonly McpPreset[];
  /** 32 bytes or more, the same on every instance: seals what a client hands back. */
  secretKey: Uint8Array;
  log: Log;
}

export interface McpExchange {
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
  callerGone: AbortSignal;
}

export interface McpDoor {
  /** Whether the path belongs to this door. */
  serves(pathname: string): boolean;
  /** Answers one HTTP request of any method; never throws. */
  handle(req: IncomingMessage, res: ServerResponse, exchange: McpExchange): Promise<void>;
  /**
   * Answers with an error found before the protocol was reached (a key that is not valid, a limit, a body too large):
   * the HTTP status, a JSON-RPC error body, and on 401 and 403 the `WWW-Authenticate` challenge.
   */
  refuse(res: ServerResponse, pathname: string, error: FareboxError, requestId: string): void;
  /** Value of `WWW-Authenticate` for a path of this door. */
  challenge(pathname: string): string;
}

export type CreateMcpDoor = (deps: McpDoorDeps) => McpDoor;
