/** Types of the MCP door. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Calls } from '../kernel/call/call.ts';
import type { CallOptions } from '../kernel/call/types.ts';
import type { FareboxError } from '../kernel/errors/errors.ts';
import type { Log } from '../kernel/ports.ts';
import type { Mode, Principal } from '../kernel/principal.ts';
import type { FindMember } from '../kernel/tool/access.ts';
import type { Agreements } from '../kernel/tool/agreements.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import type { Bytes } from '../kernel/tool/reply.ts';
import type { McpServerName } from '../kernel/tool/toolset.ts';
import type { TraceContext, Tracing } from '../kernel/tracing.ts';
import type { Abortable } from '../lib/lazy-abort.ts';
import type { Era } from './protocol/handlers.ts';

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

export interface McpFiles {
  /** Keeps bytes for a while; resolves with an unguessable URL that expires. */
  put(bytes: Uint8Array, type: string, filename: string, principal: Principal): Promise<string>;
  /** What is kept at such a URL: NOT_FOUND when its time has passed, undefined when it is no address of ours. */
  find(url: string): Promise<Bytes | undefined>;
}

export interface McpDoorDeps {
  calls: Calls;
  registry: Registry;
  /** Without them all callers pay the same. */
  agreements?: Agreements;
  version: string;
  /** Public address of the server without a slash at the end. */
  baseUrl: string;
  /** Host names (no ports) that may stand in `Host`; IPv6 in brackets. */
  allowedHosts: readonly string[];
  /** Host names (no ports) that may stand in `Origin`. */
  allowedOrigins: readonly string[];
  /** Calls that one JSON-RPC batch of an old client may hold. */
  batchMax: number;
  /** Without it, files come inline. */
  files?: McpFiles;
  /** Whether the tool has a source in these books; without it, every tool has. */
  isSetUp?(tool: RegisteredTool, mode: Mode): boolean;
  tracing?: Tracing | undefined;
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
  /** A sentence that says why the body could not be read. */
  bodyError?: string;
  principal: Principal;
  /** The token that came was refused, and the caller counts as anonymous: only calls that need no key go on. */
  tokenError?: FareboxError;
  requestId: string;
  /** Aborted when the connection closes before the answer is written. */
  callerGone: Abortable;
  /** The span of the HTTP request. */
  trace?: TraceContext | undefined;
}

export type RefusedRequest = Pick<McpRequest, 'pathname' | 'requestId'> & { body?: unknown };

export interface McpDoor {
  /** Whether the path belongs to this door. */
  serves(pathname: string): boolean;
  /** Answers one HTTP request of any method; never throws. */
  handle(req: IncomingMessage, res: ServerResponse, request: McpRequest): Promise<void>;
  /**
   * Answers with an error found before the protocol was reached (a key that is not valid, a limit, a body too large):
   * the HTTP status, a JSON-RPC error body, and on 401 and 403 the `WWW-Authenticate` challenge.
   */
  refuse(res: ServerResponse, error: FareboxError, request: RefusedRequest): void;
}

/** Facts about the caller of one exchange. */
export interface McpCaller {
  principal: Principal;
  requestId: string;
  callerGone: Abortable;
  /** The span of the HTTP request, or of the message. */
  trace: TraceContext | undefined;
  era: Era;
  /** Of the address that was called. */
  server: McpServerName;
  /** Only tools that read may be called. */
  readonly: boolean;
}
