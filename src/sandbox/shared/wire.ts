/**
 * A twin as a real server on loopback, so that resets, stalls and chunking happen on sockets: point the provider's
 * `<ID>_BASE_URL` at `url`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildTwinRequest,
  type Counter,
  createCounter,
  DRIP_MS,
  HUGE_BYTES,
  type PlayedReply,
  playTwin,
} from './play.ts';
import type { Twin } from './twin.ts';

export interface WireServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string;
  /** Requests that have arrived. */
  readonly requests: number;
  close(): Promise<void>;
}

const REQUEST_BYTES_MAX = 32 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Listens on a free port of 127.0.0.1; `now` is the clock of its replies. */
export async function serveTwin(twin: Twin, now: () => number = Date.now): Promise<WireServer> {
  const counter = createCounter();
  const state = { requests: 0 };
  const server = createServer((incoming, outgoing) => {
    state.requests++;
    answer(twin, { incoming, outgoing, counter, now }).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get requests() {
      return state.requests;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface WireExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  counter: Counter;
  now(): number;
}

async function answer(twin: Twin, { incoming, outgoing, counter, now }: WireExchange): Promise<void> {
  const body = await readBody(incoming);
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const request = buildTwinRequest({ method: incoming.method ?? 'GET', url, headers, body, nowMs: now() });
  const played = await playTwin(twin, request, counter);
  if (played.delayMs > 0) await sleep(played.delayMs);
  await act(played, incoming, outgoing);
}

async function act(played: PlayedReply, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = played;
  const half = body.subarray(0, Math.ceil(body.byteLength / 2));
  switch (played.act) {
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'cut':
      outgoing.writeHead(status, headers);
      outgoing.write(half, () => incoming.socket.resetAndDestroy());
      return;
    case 'stall':
      outgoing.writeHead(status, headers);
      outgoing.write(half);
      return;
    case 'drip':
      outgoing.writeHead(status, headers);
      for (let at = 0; at < body.byteLength && !outgoing.destroyed; at++) {
        outgoing.write(body.subarray(at, at + 1));
        await sleep(DRIP_MS);
      }
      outgoing.end();
      return;
    case 'huge':
      outgoing.writeHead(status, headers);
      await flood(outgoing);
      return;
    default:
      outgoing.writeHead(status, { ...headers, 'content-length': String(body.byteLength) });
      outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  }
}

async function flood(outgoing: ServerResponse): Promise<void> {
  const chunk = new Uint8Array(CHUNK_BYTES).fill(32);
  for (let bytes = 0; bytes < HUGE_BYTES && !outgoing.destroyed; bytes += CHUNK_BYTES) {
    if (!outgoing.write(chunk)) await waitForDrain(outgoing);
  }
  outgoing.end();
}

function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      outgoing.off('drain', finish).off('close', finish);
      resolve();
    };
    outgoing.once('drain', finish).once('close', finish);
  });
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.byteLength;
    if (length > REQUEST_BYTES_MAX) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
