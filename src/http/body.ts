/** Reads a request's body within a limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FareboxError } from '../kernel/errors.ts';

/** The caller went away before its request was complete: nobody is there to be answered. */
export class CallerGone extends Error {}

/**
 * What is too large is still taken off the wire for a while, unread, so that the caller gets to see the answer instead of
 * a reset connection.
 */
const DRAIN_BYTES_MAX = 16 * 1_048_576;
const DRAIN_MS_MAX = 2_000;

/**
 * Throws TOO_LARGE beyond `bytesMax`, UNSUPPORTED_MEDIA_TYPE for a compressed body, CallerGone when it is cut short.
 * How long it may take is the server's `requestTimeout`.
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, bytesMax: number): Promise<Buffer> {
  const { 'content-encoding': encoding, 'content-length': length, expect } = req.headers;
  if (encoding !== undefined && encoding !== 'identity' && encoding !== '') {
    throw new FareboxError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Compressed bodies are not read.',
      next: 'Send the body without Content-Encoding.',
    });
  }
  if (expect !== undefined) {
    if (Number(length) > bytesMax) throw tooLarge(bytesMax);
    res.writeContinue();
  }
  return new Promise((resolve, reject) => {
    const reading = new Reading(req, bytesMax, resolve, reject);
    reading.start();
  });
}

class Reading {
  readonly #req: IncomingMessage;
  readonly #bytesMax: number;
  readonly #resolve: (body: Buffer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(req: IncomingMessage, bytesMax: number, resolve: (body: Buffer) => void, reject: (error: Error) => void) {
    this.#req = req;
    this.#bytesMax = bytesMax;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(): void {
    this.#req.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#req.on('end', () => this.#end());
    this.#req.on('error', (cause) => this.#reject(new CallerGone('The body was cut short', { cause })));
    this.#req.on('close', () => this.#reject(new CallerGone('The body was cut short')));
  }

  #take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#bytesMax) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks.length = 0;
    if (this.#size > this.#bytesMax + DRAIN_BYTES_MAX) this.#end();
    else this.#drainTimer ??= setTimeout(() => this.#end(), DRAIN_MS_MAX);
  }

  #end(): void {
    clearTimeout(this.#drainTimer);
    const [first] = this.#chunks;
    if (this.#size > this.#bytesMax) {
      if (!this.#req.complete) this.#req.pause();
      this.#reject(tooLarge(this.#bytesMax));
    } else {
      this.#resolve(first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#size));
    }
  }
}

export function tooLarge(bytesMax: number): FareboxError {
  return new FareboxError('TOO_LARGE', { details: { maxBytes: bytesMax } });
}
