/** Clients described by a document of their own: a real one, and those that somebody made to do harm. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFareboxProcess } from '../harness/farebox.ts';
import { consent, exchange, mcp, newPkce, openPage, parametersOf, REDIRECT, ticketOf } from './a-client.ts';

/** A certificate for localhost, made on the spot; null where there is no openssl. */
function newCertificate(folder: string): { key: string; cert: string } | null {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2', '-nodes'];
  try {
    execFileSync('openssl', ['req', '-x509', ...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key, cert };
  } catch {
    return null;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'farebox-tls-'));
const certificate = newCertificate(folder);
let server: Farebox;
let site: Server;
let origin = '';
const asked: string[] = [];

type Reply = { status?: number; headers?: Record<string, string>; body: string | Buffer };
const describing = (path: string, others: object = {}): Reply => {
  const described = { client_id: `${origin}${path}`, client_name: 'An editor', redirect_uris: [REDIRECT], ...others };
  return { body: JSON.stringify(described) };
};
const pages: Record<string, (path: string) => Reply | null> = {
  '/good': (path) => describing(path),
  '/public': (path) => describing(path, { token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] }),
  '/fresh': (path) => ({ ...describing(path), headers: { 'cache-control': 'no-store' } }),
  '/script': (path) =>
    describing(path, {
      client_name: '<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202e\u0000',
      client_uri: 'javascript:alert(3)',
    }),
  '/nameless': (path) => describing(path, { client_name: '\u200b\u202e ' }),
  '/long': (path) => describing(path, { client_name: `Ж${'щ'.repeat(1_500)}` }),
  '/slow': (path) => describing(path),
  '/other': () => describing('/good'),
  '/secret': (path) => describing(path, { token_endpoint_auth_method: 'client_secret_post' }),
  '/schemes': (path) => describing(path, { redirect_uris: ['javascript:alert(1)'] }),
  '/none': (path) => describing(path, { redirect_uris: [] }),
  '/html': (path) => ({ ...describing(path), headers: { 'content-type': 'text/html' } }),
  '/broken': () => ({ body: '{"client_id":' }),
  '/list': () => ({ body: '[]' }),
  '/absent': () => ({ status: 404, body: '{}' }),
  '/moved': () => ({ status: 302, headers: { location: `${origin}/good` }, body: '' }),
  '/inside': () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, body: '' }),
  '/huge': (path) => ({ body: Buffer.concat([Buffer.from(describing(path).body), Buffer.alloc(10_000_000, ' ')]) }),
  '/bomb': (path) => ({
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.concat([Buffer.from(describing(path).body), Buffer.alloc(10_000_000, ' ')])),
  }),
  '/silent': () => null,
};

beforeAll(async () => {
  if (!certificate) return;
  const { key, cert } = certificate;
  site = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url = '' }, res) => {
    asked.push(url);
    const reply = pages[url]?.(url);
    if (!reply) return;
    const answer = () =>
      res.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
    setTimeout(answer, url === '/slow' ? 600 : 0);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  origin = `https://localhost:${port}`;
  const env = { NODE_EXTRA_CA_CERTS: cert, FETCH_ALLOW_HOSTS: `localhost:${port}`, TRUST_PROXY: '127.0.0.1' };
  // What Node itself trusts is settled when a process starts.
  server = await startFareboxProcess({ env });
});
afterAll(async () => {
  await server?.stop();
  site?.closeAllConnections();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(certificate === null)('the document of a client', () => {
  const open = (path: string, fields: Record<string, string> = {}) =>
    openPage(server, parametersOf({ id: `${origin}${path}` }, newPkce(), fields));

  it('makes it known: its host vouches for it, and it gets its tokens without having registered', async () => {
    const { apiKey } = await server.account('test');
    const client = { id: `${origin}/good` };
    const pkce = newPkce();
    const page = await openPage(server, parametersOf(client, pkce));
    expect(page.text).toContain('An editor');
    expect(page.text).toContain(new URL(origin).host);
    const { body } = await consent(server, ticketOf(page), apiKey);
    const code = new URL(String(body.redirectTo)).searchParams.get('code') ?? '';
    const answer = await exchange(server.url, client, code, pkce);
    expect(answer.body).toHaveProperty('refresh_token');
    expect((await mcp(server, String(answer.body.access_token))).status).toBe(200);
  });

  it('is kept for a while, unless it says otherwise, and by one fetch for all who ask at once', async () => {
    asked.length = 0;
    await Promise.all([open('/public'), open('/public'), open('/public')]);
    expect((await open('/public')).status).toBe(200);
    await open('/fresh');
    await open('/fresh');
    expect(asked).toEqual(['/public', '/fresh', '/fresh']);
  });

  it('comes for those who wait when the first who asked has left', async () => {
    asked.length = 0;
    const leaving = new AbortController();
    const client = { id: `${origin}/slow` };
    const address = new URL('/oauth/authorize', server.url);
    for (const [name, value = ''] of Object.entries(parametersOf(client, newPkce()))) {
      address.searchParams.set(name, value);
    }
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const first = fetch(address, { signal: leaving.signal, headers }).catch(() => null);
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = open('/slow');
    setTimeout(() => leaving.abort(), 100);
    expect(await first).toBeNull();
    expect((await second).status).toBe(200);
    expect(asked).toEqual(['/slow']);
  });

  it('is shown as text, whatever it says', async () => {
    const page = await open('/script');
    expect(page.text).toContain('&lt;script>alert(1)&lt;/script>');
    expect(page.text).not.toMatch(/<script>|<img|javascript:|\u202e/);
    expect((await open('/nameless')).text).toContain(`<bdi>${new URL(origin).host}</bdi>`);
    expect((await open('/long')).text).toContain(`<bdi>Ж${'щ'.repeat(99)}</bdi>`);
  });

  it.each([
    '/other',
    '/secret',
    '/schemes',
    '/none',
    '/html',
    '/broken',
    '/list',
    '/absent',
    '/moved',
    '/inside',
    '/huge',
    '/bomb',
  ])('that does not hold is refused: %s', async (path) => {
    asked.length = 0;
    const page = await open(path);
    expect(page).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(asked).toEqual([path]);
  });

  it('is not waited for', { timeout: 20_000 }, async () => {
    expect((await open('/silent')).status).toBe(400);
  });
});
