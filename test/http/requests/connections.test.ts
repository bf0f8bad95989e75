/** Limits on connections and on the requests of one connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Front, type FrontOptions, startFront } from '../a-front.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function front(options: FrontOptions): Promise<Front> {
  const started = await startFront(options);
  open.push(() => started.close());
  return started;
}

/** An open connection, and all that has come back on it. */
async function connection({ port }: Front): Promise<{ socket: Socket; text(): string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  open.push(() => socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, text: () => text, ended };
}

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
const statusesOf = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);

async function answered(from: Front): Promise<string> {
  const { socket, text } = await connection(from);
  socket.write(LIVE);
  await expect.poll(text).toContain('\r\n\r\n');
  return text();
}

describe('connections of one address', () => {
  it('beyond its limit are told so and closed, until one of the others goes', async () => {
    const limited = await front({ connectionsPerAddressMax: 3 });
    const first = await connection(limited);
    await connection(limited);
    await connection(limited);
    const refused = await connection(limited);
    refused.socket.write(LIVE);
    await refused.ended;
    expect(statusesOf(refused.text())).toEqual(['429']);
    expect(refused.text()).toContain('Connection: close');
    expect(refused.text()).toContain('Retry-After: 1');
    first.socket.destroy();
    await expect.poll(async () => statusesOf(await answered(limited))).toEqual(['200']);
  });

  it('far beyond it are cut without a word', async () => {
    const limited = await front({ connectionsPerAddressMax: 1 });
    const all = await Promise.all(Array.from({ length: 66 }, () => connection(limited)));
    await Promise.race(all.map(({ ended }) => ended));
    expect(all.filter(({ socket }) => socket.closed)).toHaveLength(1);
  });

  it('are not counted for a proxy that is trusted', async () => {
    const behind = await front({ connectionsPerAddressMax: 1, trustProxy: ['127.0.0.1'] });
    await connection(behind);
    await connection(behind);
    expect(statusesOf(await answered(behind))).toEqual(['200']);
  });
});

describe('connections in all', () => {
  it('have a limit too', async () => {
    const limited = await front({ connectionsMax: 2 });
    await connection(limited);
    const last = await connection(limited);
    const dropped = await connection(limited);
    await dropped.ended;
    expect(dropped.text()).toBe('');
    last.socket.write(LIVE);
    await expect.poll(() => statusesOf(last.text())).toEqual(['200']);
  });

  it('end when nothing is asked on them any more, and when nothing moves', async () => {
    const hasty = await front({ keepAliveTimeoutMs: 100, idleTimeoutMs: 400 });
    const idle = await connection(hasty);
    idle.socket.write(LIVE);
    await idle.ended;
    expect(statusesOf(idle.text())).toEqual(['200']);
    const stuck = await connection(hasty);
    const body = '{"ms":4000}';
    stuck.socket.write(`POST /api/proxy/slow HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await stuck.ended;
    expect(stuck.text()).toBe('');
  });
});

describe('requests on one connection', () => {
  it('may be sent before the answers have come, which come in order', async () => {
    const plain = await front({});
    const { socket, text } = await connection(plain);
    const paths = ['/health/live', '/nowhere', '/hello', '/health/live'];
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await expect.poll(() => statusesOf(text())).toEqual(['200', '404', '200', '200']);
  });

  it('in great numbers are refused, and the connection ends', async () => {
    const plain = await front({});
    const { socket, text, ended } = await connection(plain);
    const body = '{"ms":300}';
    const one = `POST /api/proxy/slow HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.write(one.repeat(100));
    await ended;
    expect(statusesOf(text())).toEqual([...Array.from({ length: 32 }, () => '200'), '429']);
    expect(text()).toContain('without waiting');
  });

  it('have up to 100 headers', async () => {
    const plain = await front({});
    const asked = (count: number): Promise<string> =>
      plain.raw(`GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X-A: b\r\n'.repeat(count - 2)}\r\n`);
    expect(statusesOf(await asked(100))).toEqual(['200']);
    expect(statusesOf(await asked(101))).toEqual(['431']);
    // Where node:http would silently leave the last ones out.
    expect(statusesOf(await plain.raw(`GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(2_500)}\r\n`))).toEqual(['431']);
  });
});
