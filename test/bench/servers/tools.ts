/** An MCP server with one tool, made with the SDK: what an operator puts behind Farebox. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ready } from './ready.ts';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  server.registerTool(
    'echo',
    { description: 'Returns the text.', inputSchema: z.object({ message: z.string() }) },
    ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  return server;
});

const serve = toNodeHandler(handler);
ready(
  createServer((req, res) => {
    const { method = 'GET', url = '/', headers } = req;
    const request = { method, url, headers, [Symbol.asyncIterator]: () => req[Symbol.asyncIterator]() };
    serve(request, res).catch(() => res.writeHead(500).end());
  }),
);
