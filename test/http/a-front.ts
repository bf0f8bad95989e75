/** A front on a free port with real calls, a ledger in memory and a small catalogue of its own. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { type Dispatcher, request } from 'undici';
import * as fastApi from '../../src/fastapi/request.ts';
import { createFront, type FrontDeps } from '../../src/http/front.ts';
import { MemoryLimiter } from '../../src/http/limits/limits.ts';
import { createLog } from '../../src/http/monitoring/log.ts';
import { Metrics } from '../../src/http/monitoring/metrics.ts';
import { type HttpConfig, httpDefaults } from '../../src/http/settings.ts';
import { Calls } from '../../src/kernel/call/call.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Receipt } from '../../src/kernel/ports.ts';
import type { Mode, Principal } from '../../src/kernel/principal.ts';
import type { UpstreamEnvironment } from '../../src/kernel/tool/context.ts';
import type { McpDoor } from '../../src/mcp/types.ts';
import { createQuotes } from '../harness/context.ts';
import { MemoryLedger } from '../harness/memory-ledger.ts';
import { neverLocked } from '../harness/never-locked.ts';
import { catalogue } from './a-catalogue.ts';

export const RICH_KEY = 'fbx_test_rich0000000000000000000000000000000000000000';
export const SECOND_KEY = 'fbx_test_more0000000000000000000000000000000000000000';
export const POOR_KEY = 'fbx_test_poor0000000000000000000000000000000000000000';
export const SUSPENDED_KEY = 'fbx_test_susp0000000000000000000000000000000000000000';
export const ADMIN_TOKEN = 'operator-token-of-the-test-0123456789';
export const BALANCE_MICROS = 250_000;

export interface Front {
  url: string;
  port: number;
  ledger: MemoryLedger;
  metrics: Metrics;
  /** Log lines so far, parsed. */
  logs(): Record<string, unknown>[];
  logText(): string;
  /** Waits for the log line of a request, which is written after its answer has left. */
  logged(requestId: string): Promise<Record<string, unknown>>;
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
  /** Bytes on a socket as they are; resolves with all that came back when the server closes or `untilMs` passes. */
  raw(text: string | Buffer, untilMs?: number): Promise<string>;
  server: ReturnType<typeof createFront>;
  close(): Promise<void>;
}

export interface SendOptions {
  key?: string;
  headers?: Record<string, string>;
  /** JSON unless it is text or bytes already. */
  body?: unknown;
}

export interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  /** The parsed body; empty when it is none. */
  json: Record<string, unknown>;
}

export type FrontOptions = Partial<HttpConfig> &
  Partial<Pick<FrontDeps, 'limiter' | 'lockout' | 'checkReadiness' | 'documents' | 'files' | 'mcp'>>;

export async function startFront(options: FrontOptions = {}): Promise<Front> {
  const {
    limiter = new MemoryLimiter(),
    lockout = neverLocked,
    checkReadiness = ready,
    documents = [],
    files = [],
    mcp = echoDoor,
    ...settings
  } = options;
  const lines: string[] = [];
  const log = createLog({
    level: 'debug',
    secrets: ['a-provider-secret-value'],
    stream: { write: (line) => void lines.push(line) },
  });
  const ledger = new MemoryLedger({ agt_rich: BALANCE_MICROS, agt_second: BALANCE_MICROS, agt_poor: 0 });
  const metrics = new Metrics();
  const calls = new Calls({
    registry: catalogue,
    ledger,
    services: Object.create(null),
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environments: { live: environmentFor('live'), test: environmentFor('test') },
    log,
    metrics,
    listPaymentLinks: () => [{ url: 'https://pay.example/x', amount: 10, currency: 'USD' }],
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 1_000,
  });
  const config = { ...httpDefaults, version: '9.9.9', baseUrl: 'https://farebox.example', rateLimitPerMinute: 100_000 };
  const server = createFront({
    registry: catalogue,
    calls,
    identify,
    limiter,
    lockout,
    mcp,
    log,
    metrics,
    signReceipt: (receipt: Receipt) => `signed.${receipt.callId}.jws`,
    checkReadiness: checkReadiness,
    documents,
    files,
    config: { ...config, otherRateLimitPerMinute: 100_000, ...settings },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const logs = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));
  return {
    url,
    port,
    ledger,
    metrics,
    server,
    logs,
    logText: () => lines.join(''),
    logged: async (requestId) => {
      for (let tries = 0; tries < 200; tries++) {
        const line = logs().find((fields) => fields.requestId === requestId && fields.msg === 'request');
        if (line) return line;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`No log line of ${requestId}`);
    },
    send: (method, path, sendOptions) => send(url, method, path, sendOptions),
    raw: (text, untilMs) => raw(port, text, untilMs),
    close: async () => {
      metrics.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ready = (): { isReady: true; checks: { ledger: 'ok' } } => ({ isReady: true, checks: { ledger: 'ok' } });

function environmentFor(mode: Mode): UpstreamEnvironment {
  return {
    mode,
    transport: {
      send: () => Promise.reject(new Error('no network here')),
      admit: () => Promise.reject(new Error('no network here')),
    },
    health: { pausedForMs: () => 0, guard: (_id, run) => run() },
    settings: () => ({}),
    observe: () => {},
  };
}

export function identify(token: string | undefined, ip: string): Principal {
  if (token === undefined) return { kind: 'anonymous', mode: 'live', ip };
  if (token === ADMIN_TOKEN) return { kind: 'operator', mode: 'live', ip };
  const names = new Map([
    [RICH_KEY, 'rich'],
    [SECOND_KEY, 'second'],
    [POOR_KEY, 'poor'],
    [SUSPENDED_KEY, 'suspended'],
  ]);
  const name = names.get(token);
  if (name === undefined) {
    throw new FareboxError('UNAUTHENTICATED', { message: 'This API key is invalid.', guess: token });
  }
  return {
    kind: 'account',
    mode: 'test',
    ip,
    accountId: `agt_${name}`,
    keyId: `key_${name}`,
    lineage: `lin_${name}`,
    isRoot: true,
    status: name === 'suspended' ? 'suspended' : 'active',
    caps: {},
  };
}

/** Answers with what it was handed, so that the mount can be seen. */
const echoDoor: McpDoor = {
  serves: (pathname) => pathname === '/mcp' || pathname.startsWith('/mcp/'),
  handle: (req, res, { pathname, query, body, bodyError, principal, requestId }) => {
    const seen = { method: req.method, pathname, query: query.toString(), body, bodyError, principal, requestId };
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(seen));
    return Promise.resolve();
  },
  refuse: (res, error, { pathname, requestId }) => {
    const metadata = `https://farebox.example/.well-known/x${pathname}`;
    const challenge =
      error.status === 401 ? { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}", scope="tools"` } : {};
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { message: error.code, data: { requestId } } });
    res.writeHead(error.status, { 'Content-Type': 'application/json', ...challenge }).end(body);
  },
};

async function send(url: string, method: string, path: string, options: SendOptions = {}): Promise<Sent> {
  const { key, headers = {}, body } = options;
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const {
    statusCode,
    headers: received,
    body: stream,
  }: Dispatcher.ResponseData = await request(`${url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : typeof body === 'string' || Buffer.isBuffer(body) ? body : null,
  });
  const bytes = Buffer.from(await stream.arrayBuffer());
  const text = bytes.toString();
  return { status: statusCode, headers: received, text, bytes, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}

function raw(port: number, text: string | Buffer, untilMs = 5_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    const timer = setTimeout(() => socket.destroy(), untilMs);
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}
