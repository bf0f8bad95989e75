/** Spans of MCP requests, by the conventions for MCP. The context comes in `_meta` (SEP-414), else in the headers. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { OpenSpan, TraceContext, Tracing } from '../kernel/tracing.ts';
import type { McpHandlers } from './protocol/handlers.ts';

export interface TracedServer {
  tracing: Tracing;
  /** Of the protocol. */
  version: string;
  /** The span of the HTTP request. */
  parent: TraceContext | undefined;
  /** Only names of tools that exist are told. */
  isTool(name: string): boolean;
}

export function traceHandlers(handlers: McpHandlers, server: TracedServer): McpHandlers {
  const { callTool, listTools, readResource, getPrompt } = handlers;
  return {
    ...handlers,
    ...(callTool && {
      callTool: (params, ctx) =>
        trace(server, { method: 'tools/call', tool: params.name }, ctx, (span) => callTool(params, ctx, span)),
    }),
    ...(listTools && {
      listTools: (params, ctx) => trace(server, { method: 'tools/list' }, ctx, (span) => listTools(params, ctx, span)),
    }),
    ...(readResource && {
      readResource: (params, ctx) =>
        trace(server, { method: 'resources/read' }, ctx, (span) => readResource(params, ctx, span)),
    }),
    ...(getPrompt && {
      getPrompt: (params, ctx) => trace(server, { method: 'prompts/get' }, ctx, (span) => getPrompt(params, ctx, span)),
    }),
  };
}

function trace<T extends object>(
  { tracing, version, parent, isTool }: TracedServer,
  { method, tool }: { method: string; tool?: string },
  { mcpReq }: ServerContext,
  work: (span: OpenSpan) => T | Promise<T>,
): Promise<T> {
  const name = tool !== undefined && isTool(tool) ? tool : undefined;
  const facts = {
    'mcp.method.name': method,
    'mcp.protocol.version': version,
    'jsonrpc.request.id': typeof mcpReq.id === 'number' ? String(mcpReq.id) : undefined,
    'network.transport': 'tcp',
    'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
    'gen_ai.tool.name': name,
  };
  const start = { name: name === undefined ? method : `${method} ${name}`, kind: 'server', facts, parent } as const;
  return tracing.run({ ...start, carrier: mcpReq._meta }, async (span) => {
    const result = await work(span);
    if ('isError' in result && result.isError === true) span.fail('tool_error');
    return result;
  });
}
