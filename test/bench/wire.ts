/**
 * HTTP/1.1 messages on a raw socket, for the load generator and the upstream: both share two cores with what they
 * measure, and autocannon alone takes more of a core than the proxies under test.
 */

/** Cuts a stream of messages, whichever way they flow; bodies have a `Content-Length` or come in chunks. */
export class MessageReader {
  readonly #onMessage: (head: string, bytes: number) => void;
  #rest: Buffer | undefined;

  constructor(onMessage: (head: string, bytes: number) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    let data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    while (data.length > 0) {
      const headEnd = data.indexOf('\r\n\r\n');
      const head = headEnd < 0 ? '' : data.toString('latin1', 0, headEnd);
      const end = headEnd < 0 ? -1 : messageEnd(data, headEnd + 4, head);
      if (end < 0 || end > data.length) {
        this.#rest = data;
        return;
      }
      this.#onMessage(head, end);
      data = data.subarray(end);
    }
  }
}

const CHUNKS_END = '\r\n0\r\n\r\n';

/** Where the message ends, or -1 when that can't be told yet. */
function messageEnd(data: Buffer, bodyStart: number, head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bodyStart + Number(length);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyStart;
  const end = data.indexOf(CHUNKS_END, bodyStart);
  return end < 0 ? -1 : end + CHUNKS_END.length;
}

/** Eight digits in a request that the load generator counts up, so that no two requests are equal. */
export const COUNTER = '10000000';

/** The same in base64, for what is inside of it; a multiple of three characters stands before the zero. */
export const encodeCounter = (counter: number | string): string => Buffer.from(`0${counter}`).toString('base64');

export interface WireRequest {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The text `COUNTER` in it is replaced by a number of its own each time. Absent: a GET. */
  json?: string;
  /** So many numbers, again and again; one in a header goes before one in the text. Default: no two are equal. */
  numbers?: number;
}

/** The bytes of a POST, or of a GET. */
export function encodeRequest(host: string, { path, headers, json }: WireRequest): Buffer {
  const body = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json ?? '')) };
  const lines = Object.entries({
    host,
    accept: 'application/json',
    ...headers,
    ...(json === undefined ? {} : body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${json === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json ?? ''}`);
}
