/**
 * The load generator, a process of its own: a number of connections, each with one request in flight. It says what it
 * was told to do, by messages: one `LoadOrder` in, one `LoadResult` out.
 */
import { connect, type Socket } from 'node:net';
import { COUNTER, encodeCounter, encodeRequest, MessageReader, type WireRequest } from './wire.ts';

export interface LoadOrder {
  url: string;
  request: WireRequest;
  connections: number;
  /** Not measured. */
  warmMs: number;
  measureMs: number;
  /** Requests that become due, whatever the answers; each is measured from when it was due. Absent: as fast as it goes. */
  perSecond?: number;
  /** Ends earlier when this many requests have been answered. */
  requestsMax?: number;
}

export interface LoadResult {
  /** Answers of status 2xx or 3xx a second. */
  perSecond: number;
  answered: number;
  /** Answers of any other status, and broken connections. */
  failed: number;
  /** Head of the first failed answer. */
  firstFailure?: string;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const COUNTER_SPAN = 90_000_000;
const SAMPLES_MAX = 1_000_000;
const FAILED_MAX = 1_000;

class Run {
  readonly #order: LoadOrder;
  readonly #bytes: Buffer;
  readonly #sockets = new Set<Socket>();
  readonly #samples: number[] = [];
  readonly #resolve: (result: LoadResult) => void;
  readonly #startMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #counter = Math.floor(Math.random() * COUNTER_SPAN);
  #answered = 0;
  #failed = 0;
  #firstFailure: string | undefined;
  #over = false;
  /** With a pace: when those that nobody has sent yet were due, and who is free to send them. */
  readonly #due: number[] = [];
  readonly #idle: ((dueMs: number) => void)[] = [];
  #paced = 0;
  readonly #pacer: NodeJS.Timeout | undefined;

  constructor(order: LoadOrder, resolve: (result: LoadResult) => void) {
    this.#order = order;
    this.#resolve = resolve;
    const { host } = new URL(order.url);
    this.#bytes = encodeRequest(host, order.request);
    this.#timer = setTimeout(() => this.#finish(), order.warmMs + order.measureMs);
    for (let i = 0; i < order.connections; i++) this.#connect();
    if (order.perSecond !== undefined) this.#pacer = setInterval(() => this.#pace(), 1);
  }

  #pace(): void {
    const { perSecond = 0 } = this.#order;
    const nowMs = performance.now();
    for (; this.#startMs + (this.#paced * 1_000) / perSecond <= nowMs; this.#paced++)
      this.#due.push(this.#startMs + (this.#paced * 1_000) / perSecond);
    this.#sendDue();
  }

  #sendDue(): void {
    while (this.#due.length > 0 && this.#idle.length > 0) this.#idle.shift()?.(this.#due.shift() ?? 0);
  }

  #connect(): void {
    const { hostname, port } = new URL(this.#order.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const bytes = Buffer.from(this.#bytes);
    const encodedAt = bytes.indexOf(encodeCounter(COUNTER));
    const counterAt = encodedAt < 0 ? bytes.indexOf(COUNTER) : encodedAt;
    const write = encodedAt < 0 ? String : encodeCounter;
    const { numbers = COUNTER_SPAN } = this.#order.request;
    let sentMs = 0;
    const send = (dueMs: number): void => {
      if (this.#over) return;
      if (counterAt >= 0) bytes.write(write(Number(COUNTER) + (this.#counter++ % numbers)), counterAt, 'latin1');
      sentMs = dueMs;
      // A copy, since the socket may still hold these bytes when the next request is written.
      socket.write(counterAt >= 0 ? Buffer.from(bytes) : bytes);
    };
    const reader = new MessageReader((head) => {
      this.#note(head, sentMs);
      next();
    });
    const next = (): void => {
      if (this.#order.perSecond === undefined) send(performance.now());
      else this.#idle.push(send);
      this.#sendDue();
    };
    socket.on('connect', next);
    socket.on('data', (chunk) => reader.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (this.#over) return;
      this.#fail('The connection was closed');
      if (!this.#over) setTimeout(() => this.#connect(), 5);
    });
    this.#sockets.add(socket);
  }

  #note(head: string, sentMs: number): void {
    if (this.#over) return;
    const nowMs = performance.now();
    if (head.charCodeAt(9) !== 0x32 && head.charCodeAt(9) !== 0x33) {
      this.#fail(head);
      return;
    }
    if (nowMs - this.#startMs < this.#order.warmMs) return;
    this.#answered++;
    if (this.#samples.length < SAMPLES_MAX) this.#samples.push(nowMs - sentMs);
    if (this.#order.requestsMax !== undefined && this.#answered >= this.#order.requestsMax) this.#finish();
  }

  #fail(head: string): void {
    this.#failed++;
    this.#firstFailure ??= head;
    if (this.#failed >= FAILED_MAX) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pacer);
    for (const socket of this.#sockets) socket.destroy();
    const seconds = (performance.now() - this.#startMs - this.#order.warmMs) / 1000;
    const sorted = this.#samples.sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
    this.#resolve({
      perSecond: this.#answered / seconds,
      answered: this.#answered,
      failed: this.#failed,
      ...(this.#firstFailure === undefined ? {} : { firstFailure: this.#firstFailure }),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
    });
  }
}

process.on('message', (order: LoadOrder) => {
  new Run(order, (result) => process.send?.(result));
});
