/** Concurrent requests per provider, over real sockets. */
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';

const arrivals = new EventEmitter();
const held: { path: string; reply: ServerResponse }[] = [];
const upstream = createServer((request, reply) => {
  held.push({ path: request.url ?? '', reply });
  arrivals.emit('request');
});
await once(upstream.listen(0, '127.0.0.1'), 'listening');
const address = upstream.address();
const port = typeof address === 'object' ? address?.port : undefined;
const transport = createLiveTransport({
  guard: createAddressGuard(),
  userAgent: 'test',
  countRequestsMax: (provider) => (provider === 'narrow' ? 1 : 2_000),
});

afterAll(async () => {
  for (const { reply } of held) reply.end();
  await transport.close();
  upstream.close();
});

function send(provider: string, path: string, signal: AbortSignal = new AbortController().signal) {
  const url = new URL(path, `http://127.0.0.1:${port}`);
  return transport.send({ provider, method: 'GET', headers: {}, isGuarded: false, url, signal });
}

const paths = (): string[] => held.map(({ path }) => path).sort();

async function hasArrived(count: number): Promise<void> {
  while (held.length < count) await once(arrivals, 'request');
}

it('gives a provider as many requests at once as it may have, and others theirs beside it', async () => {
  const first = send('narrow', '/narrow/1');
  await hasArrived(1);
  const second = send('narrow', '/narrow/2');
  const wide = Array.from({ length: 300 }, (_, at) => send('wide', `/wide/${at}`));
  await hasArrived(301);
  expect(paths().filter((path) => path.startsWith('/narrow'))).toEqual(['/narrow/1']);
  held.find(({ path }) => path === '/narrow/1')?.reply.end('done');
  for await (const _ of (await first).body);
  await hasArrived(302);
  expect(paths()).toContain('/narrow/2');
  for (const { reply } of held) reply.end();
  for (const { status } of await Promise.all([second, ...wide])) expect(status).toBe(200);
});

it('lets who waits for a place leave without a request', async () => {
  held.length = 0;
  const running = send('narrow', '/running');
  await hasArrived(1);
  const leaving = new AbortController();
  const waiting = send('narrow', '/left', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  held[0]?.reply.end();
  for await (const _ of (await running).body);
  const next = send('narrow', '/next');
  await hasArrived(2);
  expect(paths()).toEqual(['/next', '/running']);
  held[1]?.reply.end();
  expect((await next).status).toBe(200);
});
