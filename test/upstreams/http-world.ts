/** Servers over HTTP that stand behind Farebox in tests: with sessions, of the old kind, and plain APIs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Server as OldServer } from 'mcp-sdk-1-12/server/index.js';
import { SSEServerTransport } from 'mcp-sdk-1-12/server/sse.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from 'mcp-sdk-1-12/types.js';
import { root } from '../harness/sources.ts';

export interface HttpUpstream {
  url: string;
  close(): void;
}

export async function listen(handler: RequestListener): Promise<HttpUpstream> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${readPort(server)}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function readPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export async function findFreePort(): Promise<number> {
  const { url, close } = await listen(() => {});
  close();
  return Number(new URL(url).port);
}

const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** The npm server over Streamable HTTP: it refuses calls outside of a session. */
export async function startEverything(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const chunk of child.stderr) if (String(chunk).includes('listening')) break;
  return child;
}

export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** HTTP with SSE, as servers of 2024 and early 2025 speak it, by an SDK of that time. */
export function listenForSse(): Promise<HttpUpstream> {
  const transports = new Map<string, SSEServerTransport>();
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '', 'http://old.test');
    if (req.method === 'GET' && url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', res);
      transports.set(transport.sessionId, transport);
      await createOldServer().connect(transport);
    } else {
      const transport = transports.get(url.searchParams.get('sessionId') ?? '');
      if (req.method === 'POST' && transport) await transport.handlePostMessage(req, res);
      else res.writeHead(404).end();
    }
  };
  return listen((req, res) => void handle(req, res));
}

function createOldServer(): OldServer {
  const server = new OldServer({ name: 'old', version: '1.0.0' }, { capabilities: { tools: {} } });
  const properties = { name: { type: 'string' } };
  const greet = { name: 'greet', inputSchema: { type: 'object', properties, required: ['name'] } };
  const fail = { name: 'fail', inputSchema: { type: 'object' } };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [greet, fail] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    params.name === 'greet'
      ? { content: [{ type: 'text', text: `Hello, ${String(params.arguments?.name)}.` }] }
      : { content: [{ type: 'text', text: 'SECRET' }], isError: true },
  );
  return server;
}

/** A public API of 120 operations: Star Trek (stapi.co), as described by OpenAPI 3.0. */
export const STAR_TREK = join(root, 'node_modules/@readme/oas-examples/3.0/json/star-trek.json');

/** What the stub got, and how it answers the names of animals. */
export interface StarTrekApi extends HttpUpstream {
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
}

export async function listenForStarTrek(): Promise<StarTrekApi> {
  const requests: StarTrekApi['requests'] = [];
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { method = '', url = '', headers } = req;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(new URL(url, 'http://api.test').searchParams.get('uid') ?? '', res);
  };
  const upstream = await listen((req, res) => void handle(req, res));
  return { ...upstream, requests };
}

function answer(uid: string, res: ServerResponse): void {
  const json = (status: number, value: unknown, headers: Record<string, string> = {}): void =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  const [word, status] = uid.split(' ');
  switch (word) {
    case 'status':
      json(Number(status), { error: 'SECRET WORDS OF THE UPSTREAM' });
      break;
    case 'redirect':
      json(302, {}, { location: 'http://127.0.0.1:1/elsewhere' });
      break;
    case 'broken':
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"animal":');
      break;
    case 'lying':
      json(200, { animal: { uid: 7 } });
      break;
    case 'cut':
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      res.write('{', () => res.destroy());
      break;
    case 'endless': {
      res.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => void (res.destroyed || res.write('x'.repeat(65_536), more));
      more();
      break;
    }
    case 'hang':
      break;
    default:
      json(200, { animal: { uid: uid || 'ANMA0000264633', name: 'Dog', earthAnimal: true } });
  }
}
