/** Callers who hang up, ten thousand of them in a long run: before their request is complete, while it runs, and as the answer comes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../crash/random.ts';
import { isLong } from '../harness/long.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';

const DISCONNECTS = isLong ? 10_000 : 1_500;
const WARM_UP = isLong ? 2_000 : 500;
const AT_ONCE = 64;
const LEAVE_MS_MAX = 12;
/** Of the rest: 8,000 of them leave well below a kilobyte each; few tell little, as the heap moves by megabytes of itself. */
const HEAP_GROWTH_BYTES_MAX = isLong ? 6_000_000 : 10_000_000;
/** As long as the long run may take. */
const TEST_MS_MAX = isLong ? 280_000 : 60_000;

interface Memory {
  heapUsed: number;
  external: number;
  handles: number;
}

let world: PaidWorld;
let apiKey: string;
let testKey: string;
beforeAll(async () => {
  world = await openPaidWorld({ engine: 'sqlite' });
  ({ apiKey } = await world.account(1_000));
  testKey = (await world.servers[0]?.account('test'))?.apiKey ?? '';
  // The same folder, served by a process that can tell its memory.
  await world.servers[0]?.stop();
});
afterAll(() => world.close());

async function measuredServer(): Promise<{ url: string; memory(): Promise<Memory>; end(): Promise<unknown> }> {
  const child = fork(fileURLToPath(new URL('./measured-server.mjs', import.meta.url)), [], {
    cwd: world.database.dataDir,
    env: { ...world.env },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [started]: { url: string }[] = await once(child, 'message');
  return {
    url: started?.url ?? '',
    async memory() {
      const reply = once(child, 'message');
      child.send('memory');
      const [memory]: Memory[] = await reply;
      if (!memory) throw new Error('The server is gone');
      return memory;
    },
    async end() {
      const exit = once(child, 'exit');
      child.disconnect();
      return exit;
    },
  };
}

function post(path: string, body: unknown, headers: Record<string, string>): Buffer {
  const text = JSON.stringify(body);
  const lines = {
    host: '127.0.0.1',
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...headers,
  };
  const head = Object.entries({ ...lines, 'content-length': String(Buffer.byteLength(text)) });
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${text}`);
}

/** Paid and free, REST and MCP of both eras. A free call ends with its caller. */
function someRequest(random: Random, id: number): Buffer {
  const prompt = `slow ${random.between(0, 20)} hang up ${id}`;
  const params = { name: 'llm-fast', arguments: { prompt } };
  const call = { jsonrpc: '2.0', id, method: 'tools/call' };
  const accept = 'application/json, text/event-stream';
  const free = { authorization: `Bearer ${testKey}` };
  switch (random.between(0, 3)) {
    case 0:
      return post('/api/proxy/llm-fast', { prompt }, {});
    case 1:
      return post('/api/proxy/geocode', { q: `Rome sandbox:slow=${random.between(5, 30)}` }, free);
    case 2:
      return post('/mcp/proxy', { ...call, params }, { accept, 'mcp-protocol-version': '2025-06-18' });
    default: {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'leaver', version: '1.0.0' },
      };
      const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'llm-fast' };
      return post('/mcp/proxy', { ...call, params: { ...params, _meta } }, { accept, ...modern });
    }
  }
}

/** Sends a request, or a part of it, and hangs up at a random moment, politely or with a reset. */
async function leave(url: URL, random: Random, id: number): Promise<void> {
  const bytes = someRequest(random, id);
  const sent = random.chance(0.15) ? bytes.subarray(0, random.between(1, bytes.length - 1)) : bytes;
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.once('connect', () => {
    socket.write(sent);
    const hangUp = random.chance(0.5) ? () => socket.resetAndDestroy() : () => socket.destroy();
    setTimeout(hangUp, random.between(0, LEAVE_MS_MAX));
  });
  await closed;
}

async function leavers(url: URL, count: number, seed: number): Promise<void> {
  const random = new Random(seed);
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await leave(url, random, seed * 100_000 + next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

it('leave no open call and no growing memory', { timeout: TEST_MS_MAX }, async () => {
  const server = await measuredServer();
  const settled = () => expect.poll(() => world.inspector.openCalls()).toBe(0);
  await leavers(new URL(server.url), WARM_UP, 1);
  await settled();
  const before = await server.memory();
  await leavers(new URL(server.url), DISCONNECTS - WARM_UP, 2);
  await settled();
  const after = await server.memory();
  expect(after.heapUsed - before.heapUsed).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
  expect(after.external - before.external).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
  // Connections to the upstream are kept, as many as there were calls at once.
  expect(after.handles).toBeLessThanOrEqual(before.handles + AT_ONCE);
  expect(world.upstream.asked.size).toBeGreaterThan(WARM_UP / 4);
  // A call of somebody who left early may have been opened a moment ago.
  await expect.poll(() => world.inspector.oddCalls()).toEqual([]);
  expect(await world.verify()).toMatchObject({ code: 0 });
  await server.end();
});
