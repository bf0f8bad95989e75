/**
 * One modern exchange written straight to Node's response. It does what the SDK's per-request transport does (JSON, or
 * SSE once something is said before the result) without a web `Request`, `Response` and stream for every call, which
 * would cost more than the call.
 */
import type { ServerResponse } from 'node:http';
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageClassification,
  TransportSendOptions,
} from '@modelcontextprotocol/server';
import { PerRequestHTTPServerTransport, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { writeJson } from './answers.ts';

const KEEP_ALIVE_MS = 15_000;

export class NodeTransport extends PerRequestHTTPServerTransport {
  readonly #res: ServerResponse;
  readonly #done: () => void;
  #id: string | number | undefined;
  #streaming = false;
  #ended = false;
  #keepAlive: NodeJS.Timeout | undefined;

  /** `done` is called once, when the answer is written or nobody waits for it. */
  constructor(res: ServerResponse, classification: MessageClassification, done: () => void) {
    super({ classification });
    this.#res = res;
    this.#done = done;
  }

  /** Hands the request to the connected server; its answer comes through `send`. */
  deliver(message: JSONRPCRequest, classification: MessageClassification): void {
    this.#id = message.id;
    this.onmessage?.(message, { classification });
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!this.#ended) this.#write(message, options);
    return Promise.resolve();
  }

  #write(message: JSONRPCMessage, options: TransportSendOptions | undefined): void {
    if ('method' in message) {
      if (options?.relatedRequestId !== this.#id) return;
      this.#startStream();
      this.#writeFrame(message);
      return;
    }
    if (message.id !== this.#id) return;
    if (this.#streaming) {
      this.#writeFrame(message);
      this.#res.end();
    } else {
      writeJson(this.#res, 'error' in message ? chooseStatus(message.error.code) : 200, message);
    }
    this.#finish();
  }

  /** The caller has left: nothing more is written. What runs goes on to its own end. */
  override close(): Promise<void> {
    if (!this.#ended) {
      this.#finish();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  #finish(): void {
    this.#ended = true;
    clearInterval(this.#keepAlive);
    this.#done();
  }

  #startStream(): void {
    if (this.#streaming) return;
    this.#streaming = true;
    this.#res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.#keepAlive = setInterval(() => this.#res.write(': keepalive\n\n'), KEEP_ALIVE_MS);
    this.#keepAlive.unref();
  }

  #writeFrame(message: JSONRPCMessage): void {
    this.#res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }
}

/** Errors that a handler answers are ordinary answers; this one names a lack of the request itself. */
function chooseStatus(code: number): number {
  return code === ProtocolErrorCode.MissingRequiredClientCapability ? 400 : 200;
}
