import { Server, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { McpHandlers } from './handlers.ts';

export const MODERN_VERSION = '2026-07-28';

const ALL_VERSIONS = [MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS];

/**
 * An SDK server for one exchange over `handlers`, and registers just the methods that the exchange names: making one
 * is part of every call's cost. Instances are never shared between exchanges.
 */
export function createServer(handlers: McpHandlers, methods: Iterable<string>): Server {
  const server = new Server(handlers.info, {
    capabilities: handlers.capabilities,
    supportedProtocolVersions: ALL_VERSIONS,
    inputRequired: { legacyShim: false },
    ...(handlers.instructions === undefined ? {} : { instructions: handlers.instructions }),
    ...(handlers.cacheHints === undefined ? {} : { cacheHints: handlers.cacheHints }),
  });
  // A cancellation must not lose the answer of a call that has been charged: it is acknowledged and changes nothing.
  server.setNotificationHandler('notifications/cancelled', () => {});
  for (const method of methods) registerHandler(server, handlers, method);
  return server;
}

function registerHandler(server: Server, handlers: McpHandlers, method: string): void {
  const { listTools, callTool, listResources, listResourceTemplates, readResource } = handlers;
  const { subscribe, unsubscribe, listPrompts, getPrompt, complete } = handlers;
  switch (method) {
    case 'tools/call':
      if (callTool) server.setRequestHandler(method, ({ params }, ctx) => callTool(params, ctx));
      break;
    case 'tools/list':
      if (listTools) server.setRequestHandler(method, ({ params }, ctx) => listTools(params, ctx));
      break;
    case 'resources/list':
      if (listResources) server.setRequestHandler(method, ({ params }, ctx) => listResources(params, ctx));
      break;
    case 'resources/templates/list':
      if (listResourceTemplates)
        server.setRequestHandler(method, ({ params }, ctx) => listResourceTemplates(params, ctx));
      break;
    case 'resources/read':
      if (readResource) server.setRequestHandler(method, ({ params }, ctx) => readResource(params, ctx));
      break;
    case 'resources/subscribe':
      if (subscribe) server.setRequestHandler(method, ({ params }, ctx) => subscribe(params, ctx));
      break;
    case 'resources/unsubscribe':
      if (unsubscribe) server.setRequestHandler(method, ({ params }, ctx) => unsubscribe(params, ctx));
      break;
    case 'prompts/list':
      if (listPrompts) server.setRequestHandler(method, ({ params }, ctx) => listPrompts(params, ctx));
      break;
    case 'prompts/get':
      if (getPrompt) server.setRequestHandler(method, ({ params }, ctx) => getPrompt(params, ctx));
      break;
    case 'completion/complete':
      if (complete) server.setRequestHandler(method, ({ params }, ctx) => complete(params, ctx));
      break;
  }
}
