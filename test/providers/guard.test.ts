/** The address guard on real sockets: every way to write a private address is refused, nothing is ever sent there. */
import { createServer, type Server } from 'node:http';
import { buildConnector } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../src/kernel/ports.ts';
import { type AddressGuardOptions, createAddressGuard, isPublic } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';

let server: Server;
let port = 0;
let seen = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    seen++;
    response.end('private');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends a guarded GET; resolves with the status. */
async function get(url: string, options: AddressGuardOptions = {}): Promise<number> {
  const transport = createLiveTransport({ guard: createAddressGuard(options), userAgent: 'test' });
  const request: OutgoingRequest = {
    provider: 'web',
    method: 'GET',
    url: new URL(url),
    headers: {},
    signal: AbortSignal.timeout(3_000),
    isGuarded: true,
  };
  try {
    const reply = await transport.send(request);
    reply.discard();
    return reply.status;
  } finally {
    await transport.close();
  }
}

const refusedUrl = { code: 'INVALID_INPUT', facts: { details: { issues: [{ path: 'url' }] } } };
const written = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'deep.localhost',
  '[::1]',
  '[::]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '0',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '169.254.169.254',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  'metadata.google.internal',
  'metadata',
  'postgres',
  'printer.local',
  'nas.home.arpa',
  'router.lan',
];

describe('as it is written', () => {
  it.each(written)('%s is refused', async (host) => {
    await expect(get(`http://${host}:${port}/`)).rejects.toMatchObject(refusedUrl);
    await expect(createAddressGuard().admit(new URL(`http://${host}/`))).rejects.toMatchObject(refusedUrl);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hi',
    'http://user:password@example.com/',
    'http://example.com:22/',
    'http://example.com:25/',
    'https://example.com:6667/',
  ])('%s is refused', async (url) => {
    await expect(createAddressGuard().admit(new URL(url))).rejects.toMatchObject(refusedUrl);
  });

  it.each(['https://example.com/', 'http://example.com:8080/', 'https://8.8.8.8/', 'http://[2606:4700::1111]/'])(
    '%s is let through',
    (url) => {
      expect(() => createAddressGuard().admitWritten(new URL(url))).not.toThrow();
    },
  );
});

describe('as it resolves', () => {
  it.each([
    ['a private address', ['10.0.0.5']],
    ['loopback', ['127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['one private address among public ones', ['93.184.215.14', '127.0.0.1']],
    ['nothing', []],
  ])('%s is refused', async (_what, addresses) => {
    const resolve = async (): Promise<string[]> => addresses;
    await expect(get(`http://example.com:${port}/`, { resolve })).rejects.toMatchObject(refusedUrl);
    await expect(createAddressGuard({ resolve }).admit(new URL('https://example.com/'))).rejects.toMatchObject(
      refusedUrl,
    );
  });

  it.each([
    ['ENOTFOUND', { code: 'UNREADABLE_TARGET', message: expect.stringContaining('does not exist') }],
    ['EAI_AGAIN', { kind: 'unreachable', source: 'web' }],
  ])('tells a name that is not there from name servers that keep silent: %s', async (code, failure) => {
    const resolve = (): Promise<string[]> => Promise.reject(Object.assign(new Error(code), { code }));
    const url = new URL('https://example.com/');
    await expect(createAddressGuard({ resolve }).admit(url)).rejects.toMatchObject(failure);
  });

  it('refuses a name that turns private between check and connect', async () => {
    let asked = 0;
    const resolve = async (): Promise<string[]> => (asked++ < 2 ? ['93.184.215.14'] : ['127.0.0.1']);
    const guard = createAddressGuard({ resolve });
    const url = new URL(`http://rebind.example.com:${port}/`);
    await guard.admit(url);
    const transport = createLiveTransport({ guard, userAgent: 'test' });
    const signal = AbortSignal.timeout(3_000);
    const request = { provider: 'web', method: 'GET', url, headers: {}, signal, isGuarded: true } as const;
    await expect(transport.send(request)).rejects.toMatchObject(refusedUrl);
    expect(asked).toBe(3);
    await transport.close();
  });

  it('dials the very address that was checked, and looks at what it is connected to once more', async () => {
    let asked = 0;
    const dialled: string[] = [];
    const toLoopback = buildConnector({});
    const resolve = async (): Promise<string[]> => {
      asked++;
      return ['93.184.215.14'];
    };
    const dial: buildConnector.connector = (options, callback) => {
      dialled.push(options.hostname);
      toLoopback({ ...options, hostname: '127.0.0.1' }, callback);
    };
    await expect(get(`http://example.com:${port}/`, { resolve, dial })).rejects.toMatchObject(refusedUrl);
    expect({ asked, dialled }).toEqual({ asked: 2, dialled: ['93.184.215.14'] });
  });

  it('tries the next checked address when one does not answer, and not for ever', async () => {
    const dialled: string[] = [];
    const addresses = ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4'];
    const dial: buildConnector.connector = (options, callback) => {
      dialled.push(options.hostname);
      callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), null);
    };
    const options = { resolve: async () => addresses, dial };
    await expect(get(`http://example.com:${port}/`, options)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(dialled).toEqual(addresses.slice(0, 3));
  });

  it('never reached the private server', () => {
    expect(seen).toBe(0);
  });
});

describe('what the operator allows', () => {
  it('lets a named host and port through, and no other port of it', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, { allowHosts: [`127.0.0.1:${port}`] })).toBe(200);
    expect(await get(`http://localhost:${port}/`, { allowHosts: [' LOCALHOST '] })).toBe(200);
    await expect(get(`http://127.0.0.1:${port}/`, { allowHosts: ['127.0.0.1:1'] })).rejects.toMatchObject(refusedUrl);
    await expect(get(`http://localhost:${port}/`, { allowHosts: ['127.0.0.1'] })).rejects.toMatchObject(refusedUrl);
  });

  it('admits it for providers that read addresses', async () => {
    await createAddressGuard({ allowHosts: ['intranet'] }).admit(new URL('http://intranet/'));
  });
});

it('knows the addresses of this machine itself as not public', () => {
  expect(isPublic('not an address')).toBe(false);
  expect(isPublic('')).toBe(false);
  expect(isPublic('8.8.8.8')).toBe(true);
});
