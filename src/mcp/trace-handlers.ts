/** Spans of MCP requests, by the conventions for MCP. The context comes in `_meta` (SEP-414), else in the headers. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Tracing } from '../kernel/tracing.ts';
import type { McpHandlers } from './protocol/handlers.ts';

export interface TracedServer {
  tracing: Tracing;
  /** Of the protocol. */
  version: string;
  /** Only names of tools that exist are told. */
  isTool(name: string): boolean;
}

export function traceHandlers(handlers: McpHandlers, server: TracedServer): McpHandlers {
  const { callTool, listTools, readResource, getPrompt } = handlers;
  return {
    ...handlers,
    ...(callTool && {
      callTool: (params, ctx) =>
        trace(server, { method: 'tools/call', tool: params.name }, ctx, () => callTool(params, ctx)),
    }),
    ...(listTools && {
      listTools: (params, ctx) => trace(server, { method: 'tools/list' }, ctx, () => listTools(params, ctx)),
    }),
    ...(readResource && {
      readResource: (params, ctx) => trace(server, { method: 'resources/read' }, ctx, () => readResource(params, ctx)),
    }),
    ...(getPrompt && {
      getPrompt: (params, ctx) => trace(server, { method: 'prompts/get' }, ctx, () => getPrompt(params, ctx)),
    }),
  };
}

function trace<T extends object>(
  { tracing, version, isTool }: TracedServer,
  { method, tool }: { method: string; tool?: string },
  { mcpReq }: ServerContext,
  work: () => T | Promise<T>,
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
  const start = { name: name === undefined ? method : `${method} ${name}`, kind: 'server', facts } as const;
  return tracing.run({ ...start, carrier: mcpReq._meta }, async (span) => {
    const result = await work();
    if ('isError' in result && result.isError === true) span.fail('tool_error');
    return result;
  });
}
