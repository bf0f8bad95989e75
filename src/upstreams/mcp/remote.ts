/** HTTP to remote MCP servers: no redirects, bounded answers. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { Agent } from 'undici';

const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const CONNECTIONS_MAX = 64;

/** An address that the operator has written may be any, of the own network too. */
export class RemoteHttp {
  readonly #agent = new Agent({ connections: CONNECTIONS_MAX, bodyTimeout: 0, headersTimeout: 0 });

  readonly fetch: FetchLike = async (url, init = {}) => {
    const target = new URL(url);
    const { body, signal } = init;
    const reply = await this.#agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: toMethod(init.method),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof body === 'string' || body instanceof Uint8Array ? body : null,
      signal: signal ?? null,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const isEmpty = [204, 205, 304].includes(reply.statusCode);
    if (isEmpty) await reply.body.dump();
    return new Response(isEmpty ? null : limitBytes(reply.body), { status: reply.statusCode, headers });
  };

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function toMethod(method = 'GET'): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}

function limitBytes(body: Readable): ReadableStream<Uint8Array> {
  let bytes = 0;
  const limited = body.map((chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('The answer is larger than 16 MiB');
    return chunk;
  });
  return Readable.toWeb(limited);
}

export function createRemoteTransports(
  url: string,
  headers: Readonly<Record<string, string>>,
  { fetch }: RemoteHttp,
): (() => Transport)[] {
  const requestInit = { headers: { ...headers } };
  return [
    () => new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit }),
    () => new SSEClientTransport(new URL(url), { fetch, requestInit }),
  ];
}
