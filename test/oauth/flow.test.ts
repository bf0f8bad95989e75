/** Access through the front door: asked for, given, used, refreshed, ended. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import {
  callOf,
  codeFor,
  consent,
  exchange,
  grantFor,
  mcp,
  newPkce,
  openPage,
  parametersOf,
  postForm,
  REDIRECT,
  refresh,
  register,
  ticketOf,
  tokensIn,
} from './a-client.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox();
});
afterAll(() => server.stop());

const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: expect.any(String) } };

describe('the documents', () => {
  it('name this server and every endpoint, with CORS', async () => {
    const metadata = await server.request('GET', '/.well-known/oauth-authorization-server');
    expect(metadata).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } });
    expect(metadata.body).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of ['', '/mcp/proxy']) {
      const { body } = await server.request('GET', `/.well-known/oauth-protected-resource${path}`);
      expect(body).toMatchObject({ resource: `${server.url}${path}`, authorization_servers: [server.url] });
    }
  });

  it('are where a 401 points to', async () => {
    const refused = await mcp(server, undefined);
    expect(refused.status).toBe(401);
    const [, address] = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate'])) ?? [];
    expect(address).toBe(`${server.url}/.well-known/oauth-protected-resource/mcp/proxy`);
  });
});

describe('an account without a company, by its root key', () => {
  it('gives access that pays within its caps, as a sub-key named after the client', async () => {
    const { apiKey, agentId } = await server.account('test');
    const client = await register(server, { client_name: 'Editor <b>of</b>\u202e text' });
    const pkce = newPkce();
    const page = await openPage(server, parametersOf(client, pkce));
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(page.text).toContain('Editor &lt;b>of&lt;/b> text');
    expect(page.text).toContain('127.0.0.1:8765');
    const agreed = await consent(server, ticketOf(page), apiKey, { perDay: 0.003 });
    const redirect = new URL(String(agreed.body.redirectTo));
    expect(redirect.href.startsWith(`${REDIRECT}?code=fbo_c_`)).toBe(true);
    expect([redirect.searchParams.get('state'), redirect.searchParams.get('iss')]).toEqual(['a state', server.url]);

    const answer = await exchange(server.url, client, redirect.searchParams.get('code') ?? '', pkce);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
      body: { token_type: 'Bearer', expires_in: 3600, scope: 'tools' },
    });
    const { access } = tokensIn(answer, client);
    expect(access).toMatch(/^fbo_[\w-]{43}$/);
    const paid = await mcp(server, access, callOf('llm-fast', { prompt: 'hi' }));
    expect(paid.text).toContain(`"agentId":"${agentId}"`);
    const over = await mcp(server, access, callOf('llm-fast', { prompt: 'hi' }));
    expect(over.text).toContain('CAP_REACHED');

    const { body } = await server.request('GET', '/api/account/keys', { key: apiKey });
    expect(body.keys).toMatchObject([
      { name: 'Editor <b>of</b> text', status: 'active', caps: { perDay: 0.003 }, spent: 0.002 },
    ]);
  });

  it('is asked by nobody else: not a sub-key, not a token, not nobody, not a stranger', async () => {
    const { apiKey } = await server.account('test');
    const { access } = await grantFor(server, apiKey, { resource: server.url, scope: 'tools account newsroom' });
    const sub = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'sub' } });
    const ticket = ticketOf(await openPage(server, parametersOf(await register(server), newPkce())));
    expect((await consent(server, ticket, String(sub.body.apiKey))).status).toBe(403);
    expect((await consent(server, ticket, access)).status).toBe(403);
    expect((await consent(server, ticket, undefined)).status).toBe(401);
    expect((await consent(server, ticket, `fbx_test_${'x'.repeat(43)}`)).status).toBe(401);
    expect((await consent(server, ticket, `fbs_${'x'.repeat(43)}`)).status).toBe(401);
    const forged = `${ticket.slice(0, 40)}A${ticket.slice(41)}`;
    expect(await consent(server, forged, apiKey)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await consent(server, '', apiKey)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('can end the access at once, and keeps it when its root key is rotated', async () => {
    const { apiKey } = await server.account('test');
    const first = await grantFor(server, apiKey);
    const rotated = await server.request('POST', '/api/proxy/account/rotate-key', { key: apiKey, body: {} });
    const key = String(rotated.body.newApiKey);
    expect((await mcp(server, first.access)).status).toBe(200);
    const { body } = await server.request('GET', '/api/account/keys', { key });
    const [{ id }] = body.keys as [{ id: string }];
    expect((await server.request('DELETE', `/api/account/keys/${id}`, { key })).status).toBe(200);
    expect((await mcp(server, first.access)).status).toBe(401);
    expect(await refresh(server.url, first)).toMatchObject(invalidGrant);
    const second = await grantFor(server, key);
    await server.request('POST', '/api/proxy/account/rotate-key', { key, body: { revokeSubKeys: true } });
    expect((await mcp(server, second.access)).status).toBe(401);
  });

  it('is not left with a key by whoever has a token', async () => {
    const { apiKey } = await server.account('test');
    const { access } = await grantFor(server, apiKey, { resource: server.url, scope: 'tools account newsroom' });
    const rotate = await server.request('POST', '/api/proxy/account/rotate-key', { key: access, body: {} });
    expect(rotate.status).toBe(403);
    const create = await server.request('POST', '/api/account/keys', { key: access, body: { name: 'x' } });
    expect(create.status).toBe(403);
    expect((await server.request('GET', '/api/account/keys', { key: access })).status).toBe(403);
  });
});

describe('a token', () => {
  it('works at its own resource: the whole server, or the paid MCP server alone', async () => {
    const { apiKey } = await server.account('test');
    const here = await grantFor(server, apiKey, { resource: `${server.url}/` });
    const there = await grantFor(server, apiKey, { resource: `${server.url}/mcp/proxy` });
    const rest = (key: string) => server.request('GET', '/api/account/balance', { key });
    expect([(await rest(here.access)).status, (await mcp(server, here.access)).status]).toEqual([200, 200]);
    expect([(await rest(there.access)).status, (await mcp(server, there.access)).status]).toEqual([401, 200]);
    expect((await mcp(server, there.access, undefined, '/mcp/proxy/x/all')).status).toBe(200);
    const checkout = { body: { amount: 5, apiKey: there.access } };
    expect((await server.request('POST', '/api/stripe/checkout', checkout)).status).toBe(401);
  });

  it('opens what its scopes say, and tells what is missing', async () => {
    const { apiKey } = await server.account('test');
    const { access } = await grantFor(server, apiKey, { scope: 'account' });
    const refused = await mcp(server, access, callOf('weather', { latitude: 1, longitude: 1 }));
    expect(refused.status).toBe(403);
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp/proxy", scope="account tools"`,
    );
    const listed = await mcp(server, access, undefined, '/mcp/proxy/x/all');
    expect(listed.text).not.toContain('"llm-fast"');
  });

  it('is not known in another account', async () => {
    const [one, other] = [await server.account('test'), await server.account('test')];
    const { access } = await grantFor(server, one.apiKey, { resource: server.url });
    const seen = await server.request('GET', '/api/proxy/account/balance', { key: access });
    expect(seen.body.agentId).toBe(one.agentId);
    const { body } = await server.request('GET', '/api/account/keys', { key: other.apiKey });
    expect(body.keys).toEqual([]);
  });
});

describe('a code', () => {
  it('works once; the second use ends what the first has given', async () => {
    const { apiKey } = await server.account('test');
    const client = await register(server);
    const pkce = newPkce();
    const code = await codeFor(server, client, pkce, apiKey);
    const first = tokensIn(await exchange(server.url, client, code, pkce), client);
    expect((await mcp(server, first.access)).status).toBe(200);
    expect(await exchange(server.url, client, code, pkce)).toMatchObject(invalidGrant);
    expect((await mcp(server, first.access)).status).toBe(401);
    expect(await refresh(server.url, first)).toMatchObject(invalidGrant);
  });

  it('is won by one of two who come at once', async () => {
    const { apiKey } = await server.account('test');
    const client = await register(server);
    const pkce = newPkce();
    const code = await codeFor(server, client, pkce, apiKey);
    const both = await Promise.all([1, 2].map(() => exchange(server.url, client, code, pkce)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is for the client, the redirect, the resource and the verifier that it was made for', async () => {
    const { apiKey } = await server.account('test');
    const [client, other] = [await register(server), await register(server)];
    const pkce = newPkce();
    const code = await codeFor(server, client, pkce, apiKey);
    const wrong = (fields: Record<string, string>) => exchange(server.url, client, code, pkce, fields);
    expect(await exchange(server.url, other, code, pkce)).toMatchObject(invalidGrant);
    expect(await wrong({ redirect_uri: 'http://127.0.0.1:9/callback' })).toMatchObject(invalidGrant);
    expect(await wrong({ code_verifier: newPkce().verifier })).toMatchObject(invalidGrant);
    expect(await wrong({ resource: server.url })).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    expect(await wrong({ code: 'fbo_c_made-up' })).toMatchObject(invalidGrant);
    expect((await exchange(server.url, client, code, pkce)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('gives the next pair; using an old one again ends everything', async () => {
    const { apiKey } = await server.account('test');
    const first = await grantFor(server, apiKey);
    const second = tokensIn(await refresh(server.url, first), first.client);
    const third = tokensIn(await refresh(server.url, second), first.client);
    for (const { access } of [first, second, third]) expect((await mcp(server, access)).status).toBe(200);
    expect(await refresh(server.url, first)).toMatchObject(invalidGrant);
    for (const { access } of [first, second, third]) expect((await mcp(server, access)).status).toBe(401);
    expect(await refresh(server.url, third)).toMatchObject(invalidGrant);
  });

  it('may narrow the scope for one token, and widens nothing', async () => {
    const { apiKey } = await server.account('test');
    const first = await grantFor(server, apiKey, { scope: 'tools account' });
    const narrow = await refresh(server.url, first, { scope: 'account' });
    expect(narrow.body).toMatchObject({ scope: 'account' });
    const next = tokensIn(narrow, first.client);
    expect((await mcp(server, next.access, callOf('weather', {}))).status).toBe(403);
    const wide = await refresh(server.url, next, { scope: 'tools newsroom' });
    expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    expect((await refresh(server.url, next)).body).toMatchObject({ scope: 'tools account' });
  });

  it('is refused to another client and for another resource, and stays good', async () => {
    const { apiKey } = await server.account('test');
    const first = await grantFor(server, apiKey);
    const other = await register(server);
    expect(await refresh(server.url, { ...first, client: other })).toMatchObject(invalidGrant);
    const elsewhere = await refresh(server.url, first, { resource: server.url });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    expect((await refresh(server.url, first, { resource: `${server.url}/mcp/proxy` })).status).toBe(200);
  });

  it('is not given to a client that did not ask for one, and is no bearer token', async () => {
    const { apiKey } = await server.account('test');
    const client = await register(server, { grant_types: ['authorization_code'] });
    const pkce = newPkce();
    const { body } = await exchange(server.url, client, await codeFor(server, client, pkce, apiKey), pkce);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    const granted = await grantFor(server, apiKey);
    expect((await mcp(server, granted.refresh)).status).toBe(401);
  });
});

describe('revocation', () => {
  it('of an access token ends that one, of a refresh token all; what is not known counts as revoked', async () => {
    const { apiKey } = await server.account('test');
    const first = await grantFor(server, apiKey);
    const second = tokensIn(await refresh(server.url, first), first.client);
    const revoke = (token: string, client_id?: string) => postForm(server.url, '/oauth/revoke', { token, client_id });
    const other = await register(server);
    expect(await revoke(second.access, other.id)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await revoke(second.access, first.client.id)).toMatchObject({ status: 200, body: {} });
    expect((await mcp(server, second.access)).status).toBe(401);
    expect((await mcp(server, first.access)).status).toBe(200);
    expect((await revoke(second.refresh)).status).toBe(200);
    expect((await mcp(server, first.access)).status).toBe(401);
    for (const token of [second.refresh, 'fbo_made-up', 'x']) expect((await revoke(token)).status).toBe(200);
    const missing = await postForm(server.url, '/oauth/revoke', {});
    expect(missing).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
