/**
 * Receives one reply from undici. A plain queue instead of Node's streams: a small reply costs a third as much, and
 * the socket is paused while nobody reads.
 */
import type { Dispatcher } from 'undici';
import type { IncomingReply } from '../../../kernel/ports.ts';
import { createDeferred, type Deferred } from '../../../lib/deferred.ts';
import type { Abortable } from '../../../lib/lazy-abort.ts';

const QUEUED_BYTES_MAX = 256 * 1024;

/** It is the reply that it receives, and the pieces of its body: small replies are many, and each object costs. */
export class ReplyReceiver implements Dispatcher.DispatchHandler, IncomingReply, AsyncIterable<Uint8Array> {
  status = 0;
  headers: Record<string, string> = {};
  readonly body: AsyncIterable<Uint8Array> = this;
  /** Resolves with the headers; the body follows. */
  readonly reply: Promise<IncomingReply>;
  #resolve: (reply: IncomingReply) => void = ignore;
  #reject: (error: Error) => void = ignore;
  readonly #decode: (reply: IncomingReply) => IncomingReply;
  readonly #signal: Abortable;
  readonly #onAbort = (): void => this.#abort(toError(this.#signal.reason));
  readonly #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #waiting: Deferred<void> | null = null;
  #ended = false;
  #error: Error | null = null;

  /** `decode` makes what is handed on of what came. */
  constructor(signal: Abortable, decode: (reply: IncomingReply) => IncomingReply) {
    this.#signal = signal;
    this.#decode = decode;
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#error) controller.abort(this.#error);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = flattenHeaders(headers);
    this.#resolve(this.#decode(this));
  }

  getArrivedChunks(): readonly Uint8Array[] | undefined {
    return this.#ended && !this.#error ? this.#queue.splice(0) : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#queue.push(chunk);
    this.#queuedBytes += chunk.byteLength;
    if (this.#queuedBytes > QUEUED_BYTES_MAX) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#queue.shift();
      if (chunk) {
        this.#queuedBytes -= chunk.byteLength;
        if (this.#queuedBytes <= QUEUED_BYTES_MAX && this.#controller?.paused) this.#controller.resume();
        yield chunk;
      } else if (this.#error) {
        throw this.#error;
      } else if (this.#ended) {
        return;
      } else {
        this.#waiting = createDeferred();
        await this.#waiting.promise;
      }
    }
  }

  /** The rest is not wanted: the connection is closed unless the reply has come to its end already. */
  discard(): void {
    if (this.#ended) return;
    this.#abort(new Error('The rest of the reply is not wanted'));
  }

  #abort(error: Error): void {
    this.#end(error);
    this.#controller?.abort(error);
  }

  #end(error: Error | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (error) this.#reject(error);
    this.#wake();
  }

  #wake(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flattened: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flattened[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flattened;
}

function ignore(): void {}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The exchange has ended', { cause: reason });
}
