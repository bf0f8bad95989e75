/** The MCP door behind the real front on a free port: real calls, a ledger in memory, three callers. */

import { once } from 'node:events';
import { request } from 'undici';
import * as fastApi from '../../src/fastapi/request.ts';
import { createFront } from '../../src/http/front.ts';
import { MemoryLimiter } from '../../src/http/limits/limits.ts';
import { createLog } from '../../src/http/monitoring/log.ts';
import { Metrics } from '../../src/http/monitoring/metrics.ts';
import { httpDefaults } from '../../src/http/settings.ts';
import { Calls } from '../../src/kernel/call/call.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Caps, Mode, Principal } from '../../src/kernel/principal.ts';
import type { UpstreamEnvironment } from '../../src/kernel/tool/context.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { createMcpDoor } from '../../src/mcp/door.ts';
import type { McpDoorDeps } from '../../src/mcp/types.ts';
import { createQuotes } from '../harness/context.ts';
import { MemoryLedger } from '../harness/memory-ledger.ts';
import { neverLocked } from '../harness/never-locked.ts';
import { catalogue } from './a-catalogue.ts';

export const RICH_KEY = 'fbx_test_rich0000000000000000000000000000000000000000';
export const POOR_KEY = 'fbx_test_poor0000000000000000000000000000000000000000';
/** A sub-key of the rich account that may call one paid tool. */
export const SUB_KEY = 'fbx_test_sub00000000000000000000000000000000000000000';
export const PAY_URL = 'https://pay.example/deposit';

export interface World {
  url: string;
  ledger: MemoryLedger;
  logText(): string;
  /** Posts one JSON-RPC body with plain headers. */
  post(path: string, body: unknown, options?: PostOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface PostOptions {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The JSON body, or the last message of an event stream. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

const silentOutside = (mode: Mode): UpstreamEnvironment => ({
  mode,
  transport: { send: () => Promise.reject(new Error('no network')), admit: () => Promise.reject(new Error('none')) },
  health: { pausedForMs: () => 0, guard: (_id, run) => run() },
  settings: () => ({}),
  observe: () => {},
});

export async function startWorld(
  options: Partial<Pick<McpDoorDeps, 'files' | 'batchMax' | 'allowedHosts' | 'isSetUp'>> & {
    registry?: Registry;
    links?: boolean;
    /** Origins of pages that the operator has named, besides those of this machine. */
    pages?: readonly string[];
  } = {},
): Promise<World> {
  const { registry = catalogue, links = true, pages = [], ...doorOptions } = options;
  const lines: string[] = [];
  const log = createLog({ level: 'debug', secrets: [], stream: { write: (line) => void lines.push(line) } });
  const ledger = new MemoryLedger({ agt_rich: 1_000_000, agt_poor: 0 });
  const metrics = new Metrics();
  const calls = new Calls({
    registry,
    ledger,
    services: Object.create(null),
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environments: { live: silentOutside('live'), test: silentOutside('test') },
    log,
    metrics,
    listPaymentLinks: () => (links ? [{ url: PAY_URL, amount: 10, currency: 'USD' }] : []),
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 1_000,
  });
  const baseUrl = 'https://farebox.example';
  const mcp = createMcpDoor({
    calls,
    registry,
    version: '9.9.9',
    baseUrl,
    allowedHosts: ['127.0.0.1', 'localhost'],
    allowedOrigins: ['127.0.0.1', 'localhost', ...pages],
    batchMax: 10,
    documents: {
      'farebox://capabilities': {
        name: 'capabilities',
        title: 'Capabilities',
        description: 'What this server offers.',
        mimeType: 'application/json',
        public: true,
        read: () => '{"protocol":"farebox-concierge"}',
      },
    },
    presets: [
      {
        id: 'researcher',
        name: 'Researcher',
        description: 'Looks things up.',
        instructions: 'Search.',
        tools: ['echo'],
      },
    ],
    secretKey: new Uint8Array(32).fill(3),
    log,
    ...doorOptions,
  });
  const front = createFront({
    registry,
    calls,
    identify,
    limiter: new MemoryLimiter(),
    lockout: neverLocked,
    mcp,
    log,
    metrics,
    signReceipt: ({ callId }) => `signed.${callId}`,
    checkReadiness: () => ({ isReady: true, checks: {} }),
    documents: [],
    config: {
      ...httpDefaults,
      version: '9.9.9',
      baseUrl,
      allowedOrigins: pages,
      rateLimitPerMinute: 100_000,
      otherRateLimitPerMinute: 100_000,
    },
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return {
    url,
    ledger,
    logText: () => lines.join(''),
    post: (path, body, postOptions) => post(`${url}${path}`, body, postOptions),
    close: async () => {
      metrics.close();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function identify(token: string | undefined, ip: string): Principal {
  if (token === undefined) return { kind: 'anonymous', mode: 'live', ip };
  const callers = new Map<string, { name: string; isRoot: boolean; caps: Caps }>([
    [RICH_KEY, { name: 'rich', isRoot: true, caps: {} }],
    [POOR_KEY, { name: 'poor', isRoot: true, caps: {} }],
    [SUB_KEY, { name: 'rich', isRoot: false, caps: { tools: ['translate'] } }],
  ]);
  const caller = callers.get(token);
  if (!caller) throw new FareboxError('UNAUTHENTICATED', { message: 'This API key is invalid.' });
  const { name, isRoot, caps } = caller;
  const ids = { accountId: `agt_${name}`, keyId: `key_${name}`, lineage: `lin_${name}` };
  return { kind: 'account', mode: 'test', ip, ...ids, isRoot, status: 'active', caps };
}

async function post(
  url: string,
  body: unknown,
  { key, method = 'POST', headers = {} }: PostOptions = {},
): Promise<Answer> {
  const reply = await request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  const data = text.startsWith('event:') || text.includes('\ndata: ') ? text.split('data: ').at(-1) : text;
  try {
    return JSON.parse(data ?? '');
  } catch {
    return null;
  }
}

const VERSION = '2026-07-28';

/** A 2026-07-28 request as a client sends it, with headers that agree with the body. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  capabilities: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
): { body: Record<string, unknown>; headers: Record<string, string> } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    ...meta,
  };
  const name = params.name ?? params.uri;
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

/** Sends a modern request and answers with what came back. */
export function ask(
  world: World,
  path: string,
  key: string | undefined,
  ...what: Parameters<typeof modern>
): Promise<Answer> {
  const { body, headers } = modern(...what);
  return world.post(path, body, { headers, ...(key === undefined ? {} : { key }) });
}
