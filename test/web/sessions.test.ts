/** Sessions of pages: what their cookie opens, for whom, from where, and until when. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

it('takes no changing request from another site, whichever it is', async () => {
  const server = await startFarebox();
  try {
    const { apiKey } = await server.account('test');
    const cookie = cookieOf(await server.request('POST', '/login/key', { body: { apiKey } }));
    const { tools } = await loadCatalogue();
    const routes = tools.flatMap(({ routes: all }) => all).filter(({ method }) => method !== 'GET');
    expect(routes.length).toBeGreaterThan(50);
    const headers = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const taken: string[] = [];
    for (const { method, path } of routes) {
      const { status } = await server.request(method, path.replace(/\{[^}]+\}/g, 'x'), { headers, body: {} });
      if (status !== 403) taken.push(`${method} ${path}: ${status}`);
    }
    expect(taken).toEqual([]);
  } finally {
    await server.stop();
  }
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
