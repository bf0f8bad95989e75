/** Look-ups of callers' hosts, at a name server on loopback that keeps silent, lies or knows. */
import { lookup } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNameResolver } from '../../src/providers/shared/names.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';
import { type Answer, type NameServer, openNameServer } from '../harness/name-server.ts';

const known: Record<string, Answer> = {
  'public.example': ['93.184.215.14', '93.184.215.15'],
  'inside.example': ['10.0.0.5'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'empty.example': [],
};

let server: NameServer;
beforeAll(async () => {
  server = await openNameServer((name) => (name.startsWith('slow') ? null : known[name]));
});
afterAll(() => server.close());

const openResolver = (timeoutMs = 1_000) => createNameResolver({ servers: [server.address], timeoutMs });
const askAs = (owner: string, isPaid = false, signal = AbortSignal.timeout(10_000)) => ({
  share: { owner, isPaid },
  signal,
});

it('finds the addresses of a name, and asks once in a while', async () => {
  const resolve = openResolver();
  const both = ['93.184.215.14', '93.184.215.15'];
  expect(await Promise.all([resolve('public.example'), resolve('PUBLIC.example.')])).toEqual([both, both]);
  expect(await resolve('public.example')).toEqual(both);
  expect(server.asked.filter((name) => name === 'public.example')).toHaveLength(2);
});

it('tells names that do not exist from servers that do not answer', async () => {
  const resolve = openResolver(200);
  await expect(resolve('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolve('empty.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolve(`${'a'.repeat(64)}.example`)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const startedMs = performance.now();
  await expect(resolve('slow.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  expect(performance.now() - startedMs).toBeLessThan(1_500);
});

it('keeps the promises of the guard', async () => {
  const guard = createAddressGuard({ resolve: openResolver(200) });
  const refusal = { code: 'INVALID_INPUT' };
  await guard.admit(new URL('https://public.example/'));
  for (const host of ['inside.example', 'mixed.example', 'localhost'])
    await expect(guard.admit(new URL(`https://${host}/`))).rejects.toMatchObject(refusal);
  const absent = { code: 'UNREADABLE_TARGET' };
  await expect(guard.admit(new URL('https://nowhere.example/'))).rejects.toMatchObject(absent);
  const transport = createLiveTransport({ guard, userAgent: 'test' });
  const request = { provider: 'web', method: 'GET', headers: {}, isGuarded: true } as const;
  const send = (url: string) => transport.send({ ...request, url: new URL(url), signal: AbortSignal.timeout(5_000) });
  await expect(send('http://inside.example/')).rejects.toMatchObject(refusal);
  await expect(send('http://mixed.example/')).rejects.toMatchObject(refusal);
  await expect(send('http://slow.example/')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  await transport.close();
});

it('lets the hosts file go first', async () => {
  const hostsFile = join(tmpdir(), `farebox-hosts-${process.pid}`);
  await writeFile(
    hostsFile,
    '# mine\n10.1.2.3\tWiki.example wiki # old\n::1 six.example\nnonsense x\n10.1.2.4 wiki.example',
  );
  const resolve = createNameResolver({ servers: [server.address], hostsFile });
  expect(await resolve('wiki.example')).toEqual(['10.1.2.3', '10.1.2.4']);
  expect(await resolve('six.example')).toEqual(['::1']);
  const guard = createAddressGuard({ resolve });
  await expect(guard.admit(new URL('https://wiki.example/'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

it('gives nobody all places, and keeps the look-ups of upstreams out of it', async () => {
  const resolve = openResolver(400);
  const slow = Array.from({ length: 40 }, (_, at) => resolve(`slow${at}.example`, askAs('greedy')));
  const others = Array.from({ length: 12 }, (_, at) => resolve(`slow-${at}.example`, askAs(`other ${at}`)));
  const outcomes = Promise.allSettled([...slow, ...others]);
  const startedMs = performance.now();
  await lookup('localhost');
  await resolve('public.example', askAs('paying', true));
  await resolve('public.example', askAs('another'));
  expect(performance.now() - startedMs).toBeLessThan(500);
  expect(new Set(server.asked.filter((name) => /^slow\d/.test(name))).size).toBe(8);
  for (const { status } of await outcomes) expect(status).toBe('rejected');
});

it('refuses who waits for too many, and lets a caller leave', async () => {
  const resolve = openResolver(300);
  const leaving = new AbortController();
  const left = resolve('slow-left.example', askAs('leaving', false, leaving.signal));
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const asked = Array.from({ length: 80 }, (_, at) =>
    resolve(`slow.${at}.example`, askAs('greedy', false, AbortSignal.timeout(200))),
  );
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((one) => one.status === 'rejected' && one.reason.code === 'OVERLOADED');
  expect(refused).toHaveLength(8);
});
