/** Every refusal of the authorization server, in the words of its RFCs. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import {
  codeFor,
  exchange,
  mcp,
  newPkce,
  openPage,
  parametersOf,
  postForm,
  REDIRECT,
  register,
  type TestClient,
} from './a-client.ts';

const ADMIN_TOKEN = 'an operator of the tests, long enough';

let server: Farebox;
let client: TestClient;
beforeAll(async () => {
  server = await startFarebox({ env: { ADMIN_TOKEN } });
  client = await register(server);
});
afterAll(() => server.stop());

const refused = (status: number, error: string) => ({
  status,
  body: { error, error_description: expect.stringMatching(/^[\x20-\x7e]{5,300}$/) },
});

describe('a request for access', () => {
  const open = (fields: Record<string, string | undefined>) =>
    openPage(server, parametersOf(client, newPkce(), fields));

  it.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'cli_made-up' }],
    ['a client by a bare host', { client_id: 'https://client.example/' }],
    ['a client by http', { client_id: 'http://client.example/client' }],
    ['a client by an address in another spelling', { client_id: 'https://CLIENT.example/client' }],
    ['a client at a private address', { client_id: 'https://127.0.0.1/client' }],
    ['a client at a name of the network', { client_id: 'https://metadata.internal/client' }],
    ['a client at an address that resolves to this machine', { client_id: 'https://localhost/client' }],
    ['no redirect_uri that the client has named', { redirect_uri: 'https://attacker.example/' }],
    ['a redirect_uri with another path', { redirect_uri: `${REDIRECT}/../other` }],
    ['a redirect_uri with a query', { redirect_uri: `${REDIRECT}?a=b` }],
    ['a redirect_uri in another spelling', { redirect_uri: REDIRECT.replace('callback', '%63allback') }],
    ['a redirect_uri with a user name', { redirect_uri: 'http://127.0.0.1:8765@attacker.example/callback' }],
  ])('that names %s is answered with a page, and the client hears nothing', async (_case, fields) => {
    const page = await open(fields);
    expect(page).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers).not.toHaveProperty('location');
    expect(page.text).not.toContain('attacker.example');
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
  ])('is refused to the client as %s for %j', async (error, fields) => {
    const { status, headers } = await open(fields);
    expect(status).toBe(302);
    const { origin, pathname, searchParams } = new URL(String(headers.location));
    expect(`${origin}${pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/./),
      state: 'a state',
      iss: server.url,
    });
  });

  it('takes another port of a loopback address, and no state', async () => {
    const page = await open({ redirect_uri: 'http://127.0.0.1:61234/callback', state: undefined });
    expect(page.status).toBe(200);
    const [, denied] = /id="deny" href="([^"]+)"/.exec(page.text) ?? [];
    const { host, searchParams } = new URL(String(denied).replaceAll('&amp;', '&'));
    expect([host, searchParams.get('error'), searchParams.has('state')]).toEqual([
      '127.0.0.1:61234',
      'access_denied',
      false,
    ]);
  });
});

describe('a request for a token', () => {
  const ask = (fields: Record<string, string | undefined>, basic?: [string, string]) =>
    postForm(server.url, '/oauth/token', fields, basic);
  const verifier = 'v'.repeat(43);

  it.each([
    [400, 'invalid_request', {}],
    [400, 'unsupported_grant_type', { grant_type: 'password' }],
    [400, 'invalid_request', { grant_type: 'authorization_code', code: 'x', code_verifier: verifier }],
    [
      401,
      'invalid_client',
      { grant_type: 'authorization_code', client_id: 'cli_x', code: 'x', code_verifier: verifier },
    ],
    [401, 'invalid_client', { grant_type: 'refresh_token', client_id: 'cli_x', refresh_token: 'x' }],
    [401, 'invalid_client', { grant_type: 'client_credentials' }],
    [401, 'invalid_client', { grant_type: 'client_credentials', client_id: 'key_1', client_secret: 'no key' }],
    [401, 'invalid_client', { grant_type: 'client_credentials', client_id: 'key_1', client_secret: ADMIN_TOKEN }],
    [
      401,
      'invalid_client',
      { grant_type: 'client_credentials', client_id: 'key_1', client_secret: `fbx_test_${'x'.repeat(43)}` },
    ],
  ])('is refused with %i %s for %j', async (status, error, fields) => {
    const answer = await ask(fields);
    expect(answer).toMatchObject(refused(status, error));
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });

  it.each([
    ['invalid_request', { code: undefined }],
    ['invalid_request', { code_verifier: undefined }],
    ['invalid_request', { code_verifier: 'short' }],
    ['invalid_grant', { code: 'fbo_c_unknown' }],
    ['invalid_target', { resource: 'https://other.example' }],
  ])('by code is refused with %s for %j', async (error, fields) => {
    const whole = { grant_type: 'authorization_code', client_id: client.id, code: 'x', code_verifier: verifier };
    expect(await ask({ ...whole, ...fields })).toMatchObject(refused(400, error));
  });

  it.each([
    ['invalid_request', { refresh_token: undefined }],
    ['invalid_grant', {}],
    ['invalid_grant', { scope: 'everything' }],
    ['invalid_target', { resource: 'https://other.example' }],
  ])('by refresh token is refused with %s for %j', async (error, fields) => {
    const whole = { grant_type: 'refresh_token', client_id: client.id, refresh_token: 'fbo_r_unknown' };
    expect(await ask({ ...whole, ...fields })).toMatchObject(refused(400, error));
  });

  it('is refused when it is no form, or a field comes twice', async () => {
    const json = await server.request('POST', '/oauth/token', { body: { grant_type: 'refresh_token' } });
    expect(json).toMatchObject({ status: 415, body: { error: 'invalid_request' } });
    const reply = await request(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&grant_type=authorization_code',
    });
    expect([reply.statusCode, await reply.body.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('is read without a bearer token that came along', async () => {
    const reply = await request(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer fbo_${'x'.repeat(43)}`,
      },
      body: `grant_type=refresh_token&client_id=${client.id}&refresh_token=x`,
    });
    expect([reply.statusCode, await reply.body.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  it('takes no field from the address', async () => {
    const answer = await postForm(server.url, `/oauth/token?grant_type=password`, {});
    expect(answer.body.error_description).toContain('grant_type is missing');
  });

  it('of a client with a secret needs it, in the body or in the header, once', async () => {
    const { apiKey } = await server.account('test');
    const known = await register(server, { token_endpoint_auth_method: 'client_secret_basic' });
    const secret = known.secret ?? '';
    expect(secret).toMatch(/^fbo_s_[\w-]{43}$/);
    const pkce = newPkce();
    const code = await codeFor(server, known, pkce, apiKey);
    const basic = await ask({ grant_type: 'authorization_code', code, code_verifier: pkce.verifier }, [
      known.id,
      'wrong',
    ]);
    expect(basic).toMatchObject(refused(401, 'invalid_client'));
    expect(basic.headers['www-authenticate']).toBe('Basic realm="OAuth clients"');
    for (const wrong of [undefined, 'fbo_s_wrong']) {
      const answer = await exchange(server.url, known, code, pkce, { client_secret: wrong });
      expect(answer).toMatchObject(refused(401, 'invalid_client'));
    }
    const fields = {
      grant_type: 'authorization_code',
      code,
      code_verifier: pkce.verifier,
      redirect_uri: REDIRECT,
    };
    const both = await ask({ ...fields, client_secret: secret }, [known.id, secret]);
    expect(both).toMatchObject(refused(400, 'invalid_request'));
    const other = await ask({ ...fields, client_id: client.id }, [known.id, secret]);
    expect(other).toMatchObject(refused(400, 'invalid_request'));
    expect((await ask(fields, [known.id, secret])).status).toBe(200);
  });
});

describe('a key as a client', () => {
  it('gets a token that works where and as far as it was asked for, and dies with the key', async () => {
    const { apiKey } = await server.account('test');
    const made = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'machine' } });
    const { id, apiKey: secret } = made.body as { id: string; apiKey: string };
    const fields = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const whole = await postForm(server.url, '/oauth/token', fields);
    expect(whole.body).toEqual({
      access_token: expect.stringMatching(/^fbo_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'tools account newsroom',
    });
    const key = String(whole.body.access_token);
    const balance = () => server.request('GET', '/api/proxy/account/balance', { key });
    expect([(await balance()).status, (await mcp(server, key)).status]).toEqual([200, 200]);
    const basic = await postForm(
      server.url,
      '/oauth/token',
      { grant_type: 'client_credentials', scope: 'tools', resource: `${server.url}/mcp/proxy` },
      [id, secret],
    );
    expect(basic.body).toMatchObject({ scope: 'tools' });
    expect((await mcp(server, String(basic.body.access_token))).status).toBe(200);
    const another = await postForm(server.url, '/oauth/token', { ...fields, client_id: 'key_another' });
    expect(another).toMatchObject(refused(401, 'invalid_client'));
    const elsewhere = { ...fields, resource: 'https://other.example' };
    expect(await postForm(server.url, '/oauth/token', elsewhere)).toMatchObject(refused(400, 'invalid_target'));
    const unknown = await postForm(server.url, '/oauth/token', { ...fields, scope: 'everything' });
    expect(unknown.body).toMatchObject({ scope: 'tools' });
    expect((await server.request('DELETE', `/api/account/keys/${id}`, { key: apiKey })).status).toBe(200);
    expect((await balance()).status).toBe(401);
    expect(await postForm(server.url, '/oauth/token', fields)).toMatchObject(refused(401, 'invalid_client'));
  });
});

describe('a registration', () => {
  it('answers 201 with what it has kept', async () => {
    const body = {
      client_name: '  An  editor ',
      redirect_uris: ['com.example.editor:/done', 'https://client.example/cb'],
    };
    const answer = await server.request('POST', '/oauth/register', { body });
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^cli_/),
      client_id_issued_at: expect.any(Number),
      client_name: 'An editor',
      redirect_uris: body.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^fbo_s_/),
      client_secret_expires_at: 0,
    });
  });

  it.each([
    ['invalid_redirect_uri', {}],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: 'https://client.example/' }],
    ['invalid_redirect_uri', { redirect_uris: ['http://client.example/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
    ['invalid_redirect_uri', { redirect_uris: ['JavaScript:alert(1)'] }],
    ['invalid_redirect_uri', { redirect_uris: ['data:text/html,x'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://client.example/#fragment'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://user:word@client.example/'] }],
    ['invalid_redirect_uri', { redirect_uris: ['http://127.0.0.1@attacker.example/'] }],
    ['invalid_redirect_uri', { redirect_uris: ['/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://client.example/"><script>'] }],
    ['invalid_redirect_uri', { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://client.example/${i}`) }],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt' }],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], grant_types: ['implicit'] }],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], response_types: ['token'] }],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], client_name: { en: 'x' } }],
  ])('is refused with %s for %j', async (error, body) => {
    expect(await server.request('POST', '/oauth/register', { body })).toMatchObject(refused(400, error));
  });

  it('is refused when it is no JSON object, or too large', async () => {
    expect(await server.request('POST', '/oauth/register', { body: [1] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    const body = { redirect_uris: [REDIRECT], client_name: 'x'.repeat(20_000) };
    expect((await server.request('POST', '/oauth/register', { body })).status).toBe(413);
  });
});
