/** Serves one interface on loopback, unauthenticated, straight through the protocol module. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpEndpoint } from '../../src/mcp/protocol/endpoint.ts';
import type { McpHandlers } from '../../src/mcp/protocol/handlers.ts';

export interface Served {
  url: string;
  close(): Promise<void>;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

export function serveInterface(face: McpHandlers): Promise<Served> {
  const endpoint = new McpEndpoint({
    allowedHosts: loopback,
    allowedOrigins: loopback,
    batchMax: 10,
    report: () => {},
  });
  const server = createServer((req, res) => {
    const gone = new AbortController();
    res.on('close', () => res.writableFinished || gone.abort());
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const exchange = { ...parsed(Buffer.concat(parts).toString()), callerGone: gone.signal, handlersFor: () => face };
      if (!endpoint.admits(req, res, exchange)) return;
      endpoint.serve(req, res, exchange).catch(() => endpoint.fail(res, exchange.body));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}/mcp`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

function parsed(text: string): { body: unknown; bodyError?: string } {
  if (text === '') return { body: undefined };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: undefined, bodyError: 'The request body is not valid JSON.' };
  }
}
