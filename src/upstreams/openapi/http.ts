/** HTTP to the operator's APIs: no redirects, bounded answers. */
import { Agent } from 'undici';

const CONNECTIONS_MAX = 64;

export interface HttpReply {
  status: number;
  /** Media type in lower case, without parameters. */
  type: string;
  retryAfter: string | undefined;
  bytes: Buffer;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal | null;
  bytesMax: number;
}

export class TooLargeError extends Error {}

export class HttpClient {
  readonly #agent = new Agent({ connections: CONNECTIONS_MAX });

  async send(address: URL, { method, headers, body, signal, bytesMax }: HttpRequest): Promise<HttpReply> {
    const reply = await this.#agent.request({
      origin: address.origin,
      path: `${address.pathname}${address.search}`,
      method,
      headers: { ...headers },
      body,
      signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of reply.body) {
      const bytes = Buffer.from(chunk);
      size += bytes.byteLength;
      // Leaving the loop destroys the body.
      if (size > bytesMax) throw new TooLargeError(`The answer is larger than ${bytesMax} bytes`);
      chunks.push(bytes);
    }
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
    const signal = AbortSignal.timeout(20_000);
    const { status, bytes } = await this.send(new URL(address), {
      method: 'GET',
      headers: {},
      body: null,
      signal,
      bytesMax,
    });
    if (status !== 200) throw new Error(`${address} answers HTTP ${status}.`);
    return bytes.toString('utf8');
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
