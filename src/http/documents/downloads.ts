/**
 * Long texts on their way to readers: packed for those who unpack, a piece at a time, and no faster than they are read. A
 * text arrives whole, or its connection is reset.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Exchange } from '../exchange.ts';
import { acceptsGzip } from '../requests/negotiation.ts';

/** Shorter ones gain nothing. */
const PACKED_BYTES_MIN = 1_024;
const PIECE_BYTES = 65_536;
/** Of all that is on its way at once. */
const PENDING_BYTES_MAX = 134_217_728;
/** A reader that is slower than this loses its connection. */
const SEND_MS_MAX = 120_000;

export class Downloads {
  #pendingBytes = 0;

  /** Resolves when it is sent, or when the reader has gone. Throws OVERLOADED when too much waits for slow readers. */
  async send(exchange: Exchange, headers: string[], type: string, data: Uint8Array): Promise<void> {
    const isPacked = data.length >= PACKED_BYTES_MIN && acceptsGzip(exchange.req.headers['accept-encoding']);
    const isShort = data.length <= PIECE_BYTES && !isPacked;
    if (isShort || exchange.method === 'HEAD') {
      exchange.send(200, headers, type, data);
      return;
    }
    if (this.#pendingBytes + data.length > PENDING_BYTES_MAX)
      throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    this.#pendingBytes += data.length;
    try {
      exchange.begin(
        200,
        [...headers, ...(isPacked ? ['Content-Encoding', 'gzip'] : [])],
        type,
        isPacked ? null : data.length,
      );
      await sendPieces(exchange.res, data, isPacked);
    } finally {
      this.#pendingBytes -= data.length;
    }
  }
}

async function sendPieces(res: ServerResponse, data: Uint8Array, isPacked: boolean): Promise<void> {
  const timer = setTimeout(() => res.destroy(), SEND_MS_MAX);
  try {
    const pieces = Readable.from(cutPieces(data));
    if (isPacked) await pipeline(pieces, createGzip({ flush: constants.Z_SYNC_FLUSH }), res);
    else await pipeline(pieces, res);
  } catch (thrown) {
    // The reader has left, or was too slow: nobody is there who could be told.
    if (!res.destroyed) throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

function* cutPieces(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
}
