/** Limits the number of connections, and of requests that wait on one connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Addresses, CallerAddress } from './addresses.ts';
import { SECURITY_HEADERS } from './headers.ts';

/** Of one address beyond its limit: so many more are told why they are refused, the rest are cut. */
const TOLD_MAX = 64;
/** Requests that may follow each other on one connection without waiting for their answers. */
const UNANSWERED_MAX = 32;
const HEADERS_MAX = 100;

export interface Connection {
  /** Who opened it: a proxy, where there is one. */
  peer: CallerAddress;
  /** Requests that have arrived and are not answered yet. */
  unanswered: number;
  isOneTooMany: boolean;
}

export class Connections {
  readonly #addresses: Addresses;
  readonly #perAddressMax: number;
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #open = new Map<string, number>();

  constructor(addresses: Addresses, perAddressMax: number) {
    this.#addresses = addresses;
    this.#perAddressMax = perAddressMax;
  }

  /** A connection has been made. Those of a proxy that is trusted are not counted: they are everybody's. */
  accept(socket: Socket): void {
    const peer = this.#addresses.readPeer(socket);
    const connection = { peer, unanswered: 0, isOneTooMany: false };
    this.#bySocket.set(socket, connection);
    if (this.#addresses.isProxy(peer)) return;
    const key = peer.limitKey;
    const count = (this.#open.get(key) ?? 0) + 1;
    this.#open.set(key, count);
    socket.once('close', () => this.#forget(key));
    connection.isOneTooMany = count > this.#perAddressMax;
    if (count > this.#perAddressMax + TOLD_MAX) socket.destroy();
  }

  get(socket: Socket): Connection {
    const existing = this.#bySocket.get(socket);
    if (existing) return existing;
    const connection = { peer: this.#addresses.readPeer(socket), unanswered: 0, isOneTooMany: false };
    this.#bySocket.set(socket, connection);
    return connection;
  }

  #forget(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left === 0) this.#open.delete(key);
    else this.#open.set(key, left);
  }
}

/** Throws RATE_LIMITED for a request on a connection that should not be; it is to be the last one. */
export function assertMayConnect({ isOneTooMany, unanswered }: Connection, exchange: Exchange): void {
  if (!isOneTooMany && unanswered <= UNANSWERED_MAX) return;
  exchange.isLast = true;
  if (isOneTooMany) {
    throw new FareboxError('RATE_LIMITED', {
      message: 'Too many connections are open from this address.',
      next: 'Use fewer connections, or reuse them.',
      retryAfterSeconds: 1,
    });
  }
  // What else has been sent on it is not even read.
  exchange.req.socket.pause();
  throw new FareboxError('RATE_LIMITED', {
    message: `More than ${UNANSWERED_MAX} requests were sent on one connection without waiting for their responses.`,
    next: 'Wait for responses, or use more connections.',
    retryAfterSeconds: 1,
  });
}

/** Throws INVALID_INPUT. node:http would refuse it as well, but without the headers of every answer. */
export function assertHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return;
  // What stands between may have gone by the other one.
  const message = hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.';
  throw new FareboxError('INVALID_INPUT', { message, next: 'Send exactly one Host header.' });
}

export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > HEADERS_MAX * 2;
}

/** Headers that node:http may have dropped can't be trusted to say who calls: nothing else is looked at. */
export function refuseHeaders(res: ServerResponse): void {
  const { status, headers, body } = buildPlainRefusal(TOO_MANY_HEADERS);
  res.writeHead(Number(status.slice(0, 3)), headers).end(body);
}

const TOO_MANY_HEADERS = '431 Request Header Fields Too Large';
const GARBAGE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: TOO_MANY_HEADERS,
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** So long the refusal has to be read. */
const REFUSED_MS_MAX = 250;

/** Answers input that isn't HTTP, or takes too long to become a request, in HTTP as far as possible. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = buildPlainRefusal(GARBAGE[error.code ?? ''] ?? '400 Bad Request');
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${lines}\r\n${body}`);
  // Its other end may stay open for as long as it likes, with all that waits for the rest of the request.
  setTimeout(() => socket.destroy(), REFUSED_MS_MAX).unref();
}

function buildPlainRefusal(status: string): { status: string; headers: string[]; body: string } {
  const body = JSON.stringify({ detail: status.slice(4) });
  const headers = [...SECURITY_HEADERS, 'Content-Type', 'application/json; charset=utf-8', 'Connection', 'close'];
  headers.push('Content-Length', String(body.length));
  return { status, headers, body };
}
