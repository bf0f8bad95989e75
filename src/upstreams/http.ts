/** HTTP to the operator's upstreams: no redirects, bounded answers. An address in the file may be any, of the own network too. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent, type Dispatcher } from 'undici';

/** Calls at the same time, and one stream for each session of an account. */
const CONNECTIONS_MAX = 1_200;
const STREAM_BYTES_MAX = 16 * 1024 * 1024;
const DOCUMENT_MS = 20_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof METHODS)[number];

export interface HttpReply {
  status: number;
  /** Media type in lower case, without parameters. */
  type: string;
  retryAfter: string | undefined;
  bytes: Buffer;
}

export interface HttpRequest {
  method: HttpMethod;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal | null;
  bytesMax: number;
}

export class TooLargeError extends Error {}

export class HttpClient {
  /** Each request has a signal of its own, and streams stay open. */
  readonly #agent = new Agent({ connections: CONNECTIONS_MAX, bodyTimeout: 0, headersTimeout: 0 });

  /** Reads the whole answer. */
  async send(address: URL, { bytesMax, ...request }: HttpRequest): Promise<HttpReply> {
    const reply = await this.#request(address, request);
    const chunks: Buffer[] = [];
    for await (const chunk of limitBytes(reply.body, bytesMax)) chunks.push(Buffer.from(chunk));
    const type = String(reply.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const { 'retry-after': retryAfter } = reply.headers;
    return {
      status: reply.statusCode,
      type: type.trim().toLowerCase(),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      bytes: Buffer.concat(chunks),
    };
  }

  async readText(address: string, bytesMax: number): Promise<string> {
    const signal = AbortSignal.timeout(DOCUMENT_MS);
    const request: HttpRequest = { method: 'GET', headers: {}, body: null, signal, bytesMax };
    const { status, bytes } = await this.send(new URL(address), request);
    if (status !== 200) throw new Error(`${address} answers HTTP ${status}.`);
    return bytes.toString('utf8');
  }

  /** For the protocol's client, which reads streams. */
  readonly fetch: FetchLike = async (url, { body, headers, method = 'GET', signal = null } = {}) => {
    const reply = await this.#request(new URL(url), {
      method: METHODS.find((one) => one === method) ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' || body instanceof Uint8Array ? body : null,
      signal,
    });
    const answered = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      if (value !== undefined) answered.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const isEmpty = [204, 205, 304].includes(reply.statusCode);
    if (isEmpty) await reply.body.dump();
    const stream: ReadableStream<Uint8Array> | null = isEmpty
      ? null
      : Readable.toWeb(limitBytes(reply.body, STREAM_BYTES_MAX));
    return new Response(stream, { status: reply.statusCode, headers: answered });
  };

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #request(
    { origin, pathname, search }: URL,
    { headers, ...request }: Omit<HttpRequest, 'body' | 'bytesMax'> & { body: string | Uint8Array | null },
  ): Promise<Dispatcher.ResponseData> {
    return this.#agent.request({ origin, path: `${pathname}${search}`, headers: { ...headers }, ...request });
  }
}

function limitBytes(body: Readable, bytesMax: number): Readable {
  let bytes = 0;
  return body.map((chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new TooLargeError(`The answer is larger than ${bytesMax} bytes`);
    return chunk;
  });
}
