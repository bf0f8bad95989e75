/** Connections before and beside their requests. */
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from './headers.ts';

const GARBAGE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not HTTP, or takes too long to become a request, is answered in HTTP as far as that is possible. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = GARBAGE[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ detail: status.slice(4) });
  const headers = [...SECURITY_HEADERS, 'Content-Type', 'application/json; charset=utf-8', 'Connection', 'close'];
  headers.push('Content-Length', String(body.length));
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${lines}\r\n${body}`);
}
