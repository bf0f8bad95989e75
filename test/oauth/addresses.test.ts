/** The addresses, scopes and stale tokens that real clients send. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import {
  callOf,
  codeFor,
  exchange,
  grantFor,
  mcp,
  newPkce,
  openPage,
  parametersOf,
  refresh,
  register,
  tokensIn,
} from './a-client.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox();
});
afterAll(() => server.stop());

const balance = (key: string) => server.request('GET', '/api/account/balance', { key });

describe('a resource', () => {
  /** `isWhole`: it covers the REST operations too. */
  it.each([
    ['the origin', (url: string) => url, true],
    ['the origin with a slash', (url: string) => `${url}/`, true],
    ['the MCP server', (url: string) => `${url}/mcp/proxy`, false],
    ['a final slash', (url: string) => `${url}/mcp/proxy/`, false],
    ['a query', (url: string) => `${url}/mcp/proxy?tools=weather,llm-fast`, false],
    ['a toolset', (url: string) => `${url}/mcp/proxy/x/all`, false],
    ['a toolset, readonly and a query', (url: string) => `${url}/mcp/proxy/x/all/readonly?tools=weather`, false],
    ['an upper-case scheme', (url: string) => `${url.replace('http', 'HTTP')}/mcp/proxy`, false],
  ])('%s is accepted at authorize, token and refresh, and its token works', async (_name, build, isWhole) => {
    const resource = build(server.url);
    const { apiKey } = await server.account('test');
    const client = await register(server);
    const pkce = newPkce();
    const code = await codeFor(server, client, pkce, apiKey, { resource });
    const first = tokensIn(await exchange(server.url, client, code, pkce, { resource }), client);
    const second = tokensIn(await refresh(server.url, first, { resource }), client);
    for (const { access } of [first, second]) {
      for (const path of ['/mcp/proxy', '/mcp/proxy?tools=weather', '/mcp/proxy/x/all']) {
        expect.soft((await mcp(server, access, undefined, path)).status, path).toBe(200);
      }
      expect((await balance(access)).status).toBe(isWhole ? 200 : 401);
    }
  });

  it('of another spelling of the host is the same', async () => {
    const named = await startFarebox({ env: { BASE_URL: 'https://Pay.example' } });
    try {
      const { apiKey } = await named.account('test');
      for (const resource of ['https://pay.example', 'HTTPS://PAY.EXAMPLE:443/', 'https://PAY.example/mcp/proxy?x=1']) {
        const { access } = await grantFor(named, apiKey, { resource });
        expect.soft((await mcp(named, access)).status, resource).toBe(200);
      }
    } finally {
      await named.stop();
    }
  });

  it('may be narrowed for one token, and widened never', async () => {
    const { apiKey } = await server.account('test');
    const whole = await grantFor(server, apiKey, { resource: server.url, scope: 'tools account' });
    const narrow = tokensIn(
      await refresh(server.url, whole, { resource: `${server.url}/mcp/proxy/x/all` }),
      whole.client,
    );
    expect([(await balance(narrow.access)).status, (await mcp(server, narrow.access)).status]).toEqual([401, 200]);
    const again = tokensIn(await refresh(server.url, narrow), whole.client);
    expect((await balance(again.access)).status).toBe(200);
    const paid = await grantFor(server, apiKey);
    expect((await refresh(server.url, paid, { resource: server.url })).body).toMatchObject({ error: 'invalid_target' });
  });

  it.each(['#part', '/mcp/proxyx', '/mcp/free', '/MCP/proxy', '/x'])('%s is none of this server', async (end) => {
    const client = await register(server);
    const page = await openPage(server, parametersOf(client, newPkce(), { resource: `${server.url}${end}` }));
    expect(new URL(String(page.headers.location)).searchParams.get('error')).toBe('invalid_target');
  });

  it.each(['', '/x/all', '/x/account,llm', '/readonly/x/all', '/x/all?tools=weather,llm-fast', '/'])(
    'has its metadata at /mcp/proxy%s, which names that address',
    async (end) => {
      const path = `/mcp/proxy${end}`;
      const { status, body } = await server.request('GET', `/.well-known/oauth-protected-resource${path}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ resource: `${server.url}${path}`, authorization_servers: [server.url] });
    },
  );

  it.each(['free/x/all', 'free/readonly', 'debug/my-agent/readonly'])('asks nobody to sign in at %s', async (place) => {
    const read = (name: string) => server.request('GET', `/.well-known/${name}/mcp/${place}`);
    expect((await read('oauth-protected-resource')).body).toMatchObject({ authorization_servers: [] });
    expect((await read('oauth-authorization-server')).status).toBe(501);
  });
});

describe('scopes', () => {
  it.each([
    ['tools offline_access', 'tools'],
    ['openid profile email offline_access', 'tools'],
    ['account openid', 'account'],
  ])('%s give %s, and every answer says so', async (scope, granted) => {
    const { apiKey } = await server.account('test');
    const client = await register(server, { scope });
    const pkce = newPkce();
    const code = await codeFor(server, client, pkce, apiKey, { scope });
    const answer = await exchange(server.url, client, code, pkce);
    expect(answer.body).toMatchObject({ scope: granted, refresh_token: expect.any(String) });
    const next = await refresh(server.url, tokensIn(answer, client), { scope });
    expect(next.body).toMatchObject({ scope: granted, refresh_token: expect.any(String) });
  });
});

describe('a token that is not valid', () => {
  const stale = `fbo_${'x'.repeat(43)}`;
  const challengeOf = async (path: string, key?: string, method = 'POST'): Promise<string> => {
    const { statusCode, headers, body } = await request(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(method === 'POST' ? { body: JSON.stringify(callOf('account-balance', {})) } : {}),
    });
    await body.dump();
    expect(statusCode).toBe(401);
    return String(headers['www-authenticate']);
  };

  it.each(['/mcp/proxy', '/mcp/proxy?tools=weather', '/mcp/proxy/x/all', '/mcp/proxy/readonly'])(
    'is named in the challenge of %s, and no error where none was sent',
    async (path) => {
      for (const key of [stale, 'fbo_expired', `fbx_test_${'x'.repeat(43)}`, 'anything']) {
        for (const method of ['POST', 'GET']) {
          expect.soft(await challengeOf(path, key, method), `${method} ${key}`).toContain('error="invalid_token"');
        }
      }
      const bare = await challengeOf(path);
      expect(bare).not.toContain('error=');
      const [pathname] = path.split('?');
      expect(bare).toContain(`resource_metadata="${server.url}/.well-known/oauth-protected-resource${pathname}"`);
    },
  );

  it.each(['/mcp/free', '/mcp/free/x/all', '/mcp/debug/my-agent'])('at %s refuses no free call', async (path) => {
    const { apiKey } = await server.account('test');
    const ended = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'x' } });
    await server.request('DELETE', `/api/account/keys/${ended.body.id}`, { key: apiKey });
    const { access } = await grantFor(server, apiKey);
    const weather = callOf('exchange-rate', { from: 'USD', to: 'USD', amount: 1 });
    for (const key of [String(ended.body.apiKey), stale, access]) {
      expect.soft((await mcp(server, key, undefined, path)).status, key).toBe(200);
      const answer = await mcp(server, key, weather, path);
      expect.soft([answer.status, answer.text.includes('"isError":true')], key).toEqual([200, false]);
      expect(await challengeOf(path, key)).toContain('error="invalid_token"');
    }
  });

  it('is counted as a guess at /mcp/free as everywhere', async () => {
    const guarded = await startFarebox({ env: { UNKNOWN_KEYS_PER_MINUTE: '5' } });
    try {
      const answers: number[] = [];
      for (let i = 0; i < 8; i++) answers.push((await mcp(guarded, `guess-${i}`, undefined, '/mcp/free')).status);
      expect(answers).toContain(429);
    } finally {
      await guarded.stop();
    }
  });
});

it.each([
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/mcp/proxy',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/mcp/proxy',
  '/.well-known/oauth-authorization-server/mcp/free',
  '/.well-known/oauth-protected-resource/mcp/proxy/x/all',
  '/.well-known/jwks.json',
  '/.well-known/nothing',
])('%s answers JSON whatever Accept says', async (path) => {
  for (const accept of ['text/html,*/*', 'text/html', 'image/png', '*/*']) {
    const { headers, status } = await server.request('GET', path, { headers: { accept } });
    expect.soft(String(headers['content-type']), `${accept} ${status}`).toContain('application/json');
  }
});
