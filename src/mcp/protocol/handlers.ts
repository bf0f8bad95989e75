/**
 * Handlers of an MCP server at protocol level for one exchange, independent of HTTP, protocol eras and JSON-RPC. An
 * absent member means an unsupported method.
 */
import type {
  HandlerResultTypeMap,
  Implementation,
  RequestMethod,
  RequestTypeMap,
  ServerCapabilities,
  ServerContext,
  ServerOptions,
} from '@modelcontextprotocol/server';
import type { TraceContext } from '../../kernel/tracing.ts';

type Handler<M extends RequestMethod> = (
  params: RequestTypeMap[M]['params'],
  ctx: ServerContext,
  /** The span of this message, where tracing is on. */
  trace?: TraceContext,
) => HandlerResultTypeMap[M] | Promise<HandlerResultTypeMap[M]>;

export interface McpHandlers {
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  readonly cacheHints?: NonNullable<ServerOptions['cacheHints']>;
  readonly listTools?: Handler<'tools/list'>;
  readonly callTool?: Handler<'tools/call'>;
  readonly listResources?: Handler<'resources/list'>;
  readonly listResourceTemplates?: Handler<'resources/templates/list'>;
  readonly readResource?: Handler<'resources/read'>;
  readonly subscribe?: Handler<'resources/subscribe'>;
  readonly unsubscribe?: Handler<'resources/unsubscribe'>;
  readonly listPrompts?: Handler<'prompts/list'>;
  readonly getPrompt?: Handler<'prompts/get'>;
  readonly complete?: Handler<'completion/complete'>;
}

/** Facts of the HTTP exchange that an implementation may need. */
export interface Era {
  /** 2026-07-28 or later: every request carries its own envelope. */
  modern: boolean;
  /** As the request's header or envelope says; old clients that send none speak 2025-03-26 or older. */
  version: string;
}
