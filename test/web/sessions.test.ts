/** Sessions of pages: what their cookie opens, for whom, from where, and until when. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasToolCors } from '../../src/http/rules.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { engines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeInMail } from '../oauth/a-person.ts';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0] ?? '';

describe.each(engines)('on %s', (engine) => {
  let database: FreshDatabase;
  let server: Farebox;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    server = await startFarebox({ database, env: { SIGNUP: 'open' } });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  async function signIn(email: string): Promise<string> {
    await server.request('POST', '/login/send-code', { body: { email } });
    const code = await codeInMail(join(database.dataDir, 'data'), email);
    const answer = await server.request('POST', '/login/verify', { body: { email, code } });
    expect(answer).toMatchObject({ status: 200, body: { email } });
    expect(answer.text).not.toMatch(/fb[sp]_/);
    return cookieOf(answer);
  }

  const readMe = async (cookie: string, headers: Record<string, string> = OWN_PAGE): Promise<number> =>
    (await server.request('GET', '/auth/me', { headers: { cookie, ...headers } })).status;

  it('opens what a sign-in opens, from pages of this server alone, and is no bearer', async () => {
    const cookie = await signIn('ada@studio.example');
    const { origin, host } = new URL(server.url);
    expect(await readMe(cookie)).toBe(200);
    expect(await readMe(`theme=dark; ${cookie}`, { referer: `http://${host}/app` })).toBe(200);
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { referer: 'https://evil.example/' }]) {
      expect.soft(await readMe(cookie, headers), JSON.stringify(headers)).toBe(401);
    }
    const value = cookie.split('=')[1] ?? '';
    for (const path of ['/auth/me', '/api/account/balance']) {
      expect.soft((await server.request('GET', path, { key: value })).status, path).toBe(401);
    }
    const make = (headers: Record<string, string>): Promise<Answer> =>
      server.request('POST', '/api/account/keys', { headers: { cookie, ...headers }, body: { name: 'mine' } });
    expect((await make({ origin })).status).toBe(200);
    expect((await make({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await make({})).status).toBe(403);
    // Pages are shown to whoever follows a link to them.
    const page = await server.request('GET', '/dashboard', { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(page.text).toContain('ada@studio.example');
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it('ends with a sign-out, wherever else it is used', async () => {
    const cookie = await signIn('bob@press.example');
    const left = await server.request('POST', '/login/leave', { headers: { cookie, ...OWN_PAGE } });
    expect(left).toMatchObject({ status: 303, headers: { location: '/login?left=1' } });
    expect(String(left.headers['set-cookie'])).toMatch(/^farebox=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    expect(await readMe(cookie)).toBe(401);
    const asked = await server.request('GET', '/dashboard/calls', { headers: { cookie } });
    expect(asked).toMatchObject({ status: 303, headers: { location: '/login?next=%2Fdashboard%2Fcalls' } });
  });

  it('is given for a key, acts as that key, and ends with it', async () => {
    const { apiKey, agentId } = await server.account('test');
    const entered = await server.request('POST', '/login/key', { body: { apiKey } });
    expect(entered).toMatchObject({ status: 200, body: { agentId, mode: 'test' } });
    const headers = { cookie: cookieOf(entered), ...OWN_PAGE };
    const balance = await server.request('GET', '/api/account/balance', { headers });
    expect(balance).toMatchObject({ status: 200, body: { agentId } });
    expect((await server.request('GET', '/dashboard', { headers })).text).toContain(agentId);
    const paid = await server.request('POST', '/dashboard/deposit?amount=25', { headers });
    expect(paid).toMatchObject({ status: 303, headers: { location: expect.stringContaining('/pay/') } });
    const link = await server.request('GET', new URL(String(paid.headers.location)).pathname);
    expect(link.text).toContain('$25.00');
    await server.request('POST', '/api/proxy/account/rotate-key', { key: apiKey, body: {} });
    expect((await server.request('GET', '/api/account/balance', { headers })).status).toBe(401);
    for (const wrong of [apiKey, 'fbx_test_nobody', 'an-operators-token']) {
      expect.soft((await server.request('POST', '/login/key', { body: { apiKey: wrong } })).status, wrong).toBe(401);
    }
  });
});

describe('a changing request of another site', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  /** As browsers send them: a form, `fetch` with an untyped body, a sibling host, a sandboxed frame, an old browser. */
  const kinds: [string, Record<string, string>][] = [
    ['a form', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', ...form }],
    ['an untyped fetch', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': '' }],
    ['JSON', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://shop.farebox.example' }],
    ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null', ...form }],
    ['a browser without Sec-Fetch-Site', { origin: 'https://evil.example', ...form }],
  ];
  let server: Farebox;
  let cookie: string;
  beforeAll(async () => {
    const limits = ['ADMIN_RATE_LIMIT_PER_MINUTE', 'OTHER_RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'];
    server = await startFarebox({ env: Object.fromEntries(limits.map((name) => [name, '100000'])) });
    const { apiKey } = await server.account('test');
    cookie = cookieOf(await server.request('POST', '/login/key', { body: { apiKey } }));
  });
  afterAll(() => server.stop());

  it.each(kinds)('is taken by no route: %s', async (_kind, headers) => {
    const { tools } = await loadCatalogue();
    const changing = tools.flatMap((tool) => tool.routes.map((route) => ({ tool, ...route })));
    const routes = changing.filter(({ method }) => method !== 'GET');
    expect(routes.length).toBeGreaterThan(50);
    const taken: string[] = [];
    for (const { tool, method, path } of routes) {
      const url = path.replace(/\{[^}]+\}/g, 'x');
      const withCookie = await server.request(method, url, { headers: { ...headers, cookie }, body: {} });
      if (withCookie.status !== 403) taken.push(`${method} ${path}: ${withCookie.status}`);
      // Bearer APIs are open to pages of others, which then bring a credential of their own.
      if (hasToolCors(tool)) continue;
      const { status } = await server.request(method, url, { headers, body: {} });
      if (status !== 403) taken.push(`${method} ${path} without the cookie: ${status}`);
    }
    expect(taken).toEqual([]);
  });

  it('neither signs a browser in nor out', async () => {
    const { apiKey } = await server.account('test');
    for (const [kind, headers] of kinds) {
      const entered = await server.request('POST', '/login/key', { headers, body: { apiKey } });
      const left = await server.request('POST', '/login/leave', { headers: { ...headers, cookie } });
      expect.soft([entered.status, entered.headers['set-cookie']], kind).toEqual([403, undefined]);
      expect.soft([left.status, left.headers['set-cookie']], kind).toEqual([403, undefined]);
    }
    const me = await server.request('GET', '/api/account/balance', { headers: { cookie, ...OWN_PAGE } });
    expect(me.status).toBe(200);
  });

  it('and an untyped body are told apart: a page of this server says that it sends JSON', async () => {
    const { apiKey } = await server.account('test');
    const body = { apiKey };
    const untyped = await server.request('POST', '/login/key', { headers: { ...OWN_PAGE, 'content-type': '' }, body });
    expect(untyped.status).toBe(415);
    expect((await server.request('POST', '/login/key', { headers: OWN_PAGE, body })).status).toBe(200);
  });
});

it('wears the prefix of a host under https', async () => {
  const server = await startFarebox({ env: { BASE_URL: 'https://farebox.example' } });
  try {
    const { apiKey } = await server.account('test');
    const entered = await server.request('POST', '/login/key', { body: { apiKey } });
    const cookie = String(entered.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-farebox=fbp_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    const read = async (headers: Record<string, string>): Promise<number> =>
      (await server.request('GET', '/api/account/balance', { headers: { ...OWN_PAGE, ...headers } })).status;
    expect(await read({ cookie: cookieOf(entered) })).toBe(200);
    expect(await read({ cookie: cookieOf(entered).replace('__Host-', '') })).toBe(401);
  } finally {
    await server.stop();
  }
});
