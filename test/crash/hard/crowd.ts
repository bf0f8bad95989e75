/** Connections that rest and bodies that trickle in, beside callers who buy: in turn without and with them. */
import { connect, type Socket } from 'node:net';
import { judge, median } from '../../bench/measure.ts';
import type { Engine } from '../../harness/databases.ts';
import { openPaidProcesses } from '../../harness/paid-world.ts';
import { createTimer, PaidSpan, Payers } from '../../soak/paid.ts';
import type { HardResult } from './run.ts';

const RESTING = 2_000;
const UPLOADS = 200;
/** Of one address a server takes fewer. */
const ADDRESSES = 4;
const PER_SECOND = 20;
const ROUNDS = 3;
const SPAN_MS = 8_000;
const UPLOAD_BYTES = 20_000;
const TRICKLE_MS = 250;
const TRICKLE_BYTES = 100;
const P99_TIMES_MAX = 2;

export async function runCrowd(engine: Engine): Promise<HardResult> {
  const world = await openPaidProcesses({ engine });
  const [server] = world.servers;
  if (!server) throw new Error('No server');
  try {
    const { apiKey } = await world.account(1_000);
    const payers = new Payers(server.url, apiKey, PER_SECOND);
    await payers.call(new PaidSpan(), createTimer(SPAN_MS));
    const ratios: number[] = [];
    const faults: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [alone, beside] = [new PaidSpan(), new PaidSpan()];
      await payers.call(alone, createTimer(SPAN_MS));
      const crowd = new Crowd(server.url, apiKey);
      await crowd.gather();
      await payers.call(beside, createTimer(SPAN_MS));
      if (crowd.resting < RESTING) faults.push(`${RESTING - crowd.resting} resting connections were cut`);
      await crowd.leave();
      ratios.push(beside.findQuantile(0.99) / alone.findQuantile(0.99));
      faults.push(...alone.faults, ...beside.faults);
    }
    const what = `p99 of paid calls beside ${RESTING} resting connections and ${UPLOADS} slow uploads / alone`;
    judge(what, median(ratios), P99_TIMES_MAX, 'at most');
    return { faults, told: `${ROUNDS} rounds, every call answered` };
  } finally {
    await world.close();
  }
}

class Crowd {
  readonly #url: URL;
  readonly #apiKey: string;
  readonly #resting: Socket[] = [];
  readonly #uploads: Socket[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string, apiKey: string) {
    this.#url = new URL(url);
    this.#apiKey = apiKey;
  }

  /** Connections that are still open. */
  get resting(): number {
    return this.#resting.filter((socket) => !socket.destroyed).length;
  }

  async gather(): Promise<void> {
    const host = `Host: ${this.#url.host}`;
    while (this.#resting.length < RESTING) {
      const more = Array.from({ length: 50 }, (_, n) => this.#open(this.#resting.length + n));
      const sockets = await Promise.all(more);
      await Promise.all(sockets.map((socket) => askOnce(socket, `GET /health HTTP/1.1\r\n${host}\r\n\r\n`)));
      this.#resting.push(...sockets);
    }
    const head = `POST /api/proxy/llm-fast HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${this.#apiKey}\r\n`;
    const start = `${head}Content-Type: application/json\r\nContent-Length: ${UPLOAD_BYTES}\r\n\r\n{"prompt":"`;
    for (let n = 0; n < UPLOADS; n++) {
      const socket = await this.#open(n);
      socket.resume().write(start);
      this.#uploads.push(socket);
    }
    this.#timer = setInterval(() => {
      for (const socket of this.#uploads) if (socket.writable) socket.write('a'.repeat(TRICKLE_BYTES));
    }, TRICKLE_MS);
  }

  async leave(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    const sockets = [...this.#resting, ...this.#uploads].filter((socket) => !socket.closed);
    const ends = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(ends);
  }

  #open(n: number): Promise<Socket> {
    const localAddress = `127.0.0.${2 + (n % ADDRESSES)}`;
    const socket = connect({ port: Number(this.#url.port), host: this.#url.hostname, localAddress });
    socket.on('error', () => socket.destroy());
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket)).once('close', () => reject(new Error('A connection was refused')));
    });
  }
}

function askOnce(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve()).once('close', () => reject(new Error('A connection was cut')));
    socket.write(request);
  });
}
