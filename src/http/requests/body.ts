/** Reads a request's body within a limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FareboxError } from '../../kernel/errors/errors.ts';

/** The caller went away before its request was complete: nobody is there to be answered. */
export class RequestAbortedError extends Error {}

/**
 * Throws TOO_LARGE beyond `bytesMax`, UNSUPPORTED_MEDIA_TYPE for a compressed body, CallerGone when it is cut short.
 * The server's `requestTimeout` limits the time.
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, bytesMax: number): Promise<Buffer> {
  expectBody(req, res, bytesMax);
  // Most bodies come with their headers: a moment later they are there, and nobody has to listen for their pieces.
  await undefined;
  const length = req.readableLength;
  if (length > 0 && length <= bytesMax && Number(req.headers['content-length']) === length) {
    const whole: Buffer | null = req.read();
    req.resume();
    if (whole) return whole;
  }
  return await new Promise((resolve, reject) => new BodyReader(req, bytesMax, resolve, reject).start());
}

/** Checks the headers of a body before it is read; answers `Expect: 100-continue`. */
export function expectBody(req: IncomingMessage, res: ServerResponse, bytesMax: number): void {
  const { 'content-encoding': encoding, 'content-length': length, expect } = req.headers;
  if (encoding !== undefined && encoding !== 'identity' && encoding !== '') {
    throw new FareboxError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Compressed request bodies are not supported.',
      next: 'Send the body without Content-Encoding.',
    });
  }
  if (expect !== undefined) {
    if (Number(length) > bytesMax) throw createTooLargeError(bytesMax);
    res.writeContinue();
  }
}

class BodyReader {
  readonly #req: IncomingMessage;
  readonly #bytesMax: number;
  readonly #resolve: (body: Buffer) => void;
  readonly #reject: (error: Error) => void;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(req: IncomingMessage, bytesMax: number, resolve: (body: Buffer) => void, reject: (error: Error) => void) {
    this.#req = req;
    this.#bytesMax = bytesMax;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(): void {
    if (this.#req.destroyed && !this.#req.complete) this.#reject(new RequestAbortedError('The body was cut short'));
    this.#req.on('data', (chunk: Buffer) => this.#append(chunk));
    this.#req.on('end', () => this.#finish());
    this.#req.on('error', (cause) => this.#reject(new RequestAbortedError('The body was cut short', { cause })));
    this.#req.on('close', () => {
      if (!this.#req.complete) this.#reject(new RequestAbortedError('The body was cut short'));
    });
  }

  #append(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#bytesMax) {
      this.#chunks.push(chunk);
    } else {
      this.#chunks = [];
      this.#reject(createTooLargeError(this.#bytesMax));
    }
  }

  #finish(): void {
    const [first] = this.#chunks;
    this.#resolve(first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks));
  }
}

export function createTooLargeError(bytesMax: number): FareboxError {
  return new FareboxError('TOO_LARGE', { details: { maxBytes: bytesMax } });
}

/** A body of up to this size that nobody wanted is read away by node:http, and the connection goes on. */
const SMALL_BODY_BYTES = 65_536;
const DRAIN_BYTES_MAX = 16 * 1_048_576;
const DRAIN_MS_MAX = 2_000;

/** More of the body is to come than is worth waiting for: the connection ends with the answer. */
export function hasLongUnreadBody(req: IncomingMessage): boolean {
  if (req.complete) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  return encoding !== undefined || Number(length) > SMALL_BODY_BYTES;
}

/**
 * Takes the rest of an unwanted body off the wire, within bounds, so that the caller gets to see the refusal instead of a
 * reset connection. A caller that waits for `100 Continue` has not begun to send.
 */
export async function drainBody(req: IncomingMessage): Promise<void> {
  if (!hasLongUnreadBody(req) || req.headers.expect !== undefined || req.destroyed) return;
  let size = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS_MAX);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > DRAIN_BYTES_MAX) finish();
    });
    req.once('end', finish);
    req.once('close', finish);
  });
  if (!req.complete) req.pause();
}
