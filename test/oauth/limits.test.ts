/** OAuth limits per address, and state shared by servers of one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { grantFor, mcp, newPkce, openPage, parametersOf, postForm, REDIRECT, refresh, tokensIn } from './a-client.ts';

describe('registrations', () => {
  it('are limited for each address', async () => {
    const server = await startFarebox();
    const body = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await server.request('POST', '/oauth/register', { body })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    const last = await server.request('POST', '/oauth/register', { body });
    expect(last).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await server.stop();
  });
});

describe('documents of clients', () => {
  it('are fetched so often for each address', async () => {
    const server = await startFarebox();
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) {
      const client = { id: `https://127.0.0.1/client/${i}` };
      statuses.push((await openPage(server, parametersOf(client, newPkce()))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429, 429]);
    await server.stop();
  });
});

describe('two servers of one database', () => {
  let database: FreshDatabase;
  let servers: [Farebox, Farebox];
  beforeAll(async () => {
    database = await freshDatabase('postgres');
    if (!database.shared) return;
    // Behind one public address, as a load balancer would have them.
    const env = { BASE_URL: 'http://farebox.example', FAREBOX_SECRET: 's'.repeat(32) };
    servers = [await startFarebox({ database, env }), await startFarebox({ database, env })];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await database.drop();
  });

  it('agree on every token from one request to the next', async ({ skip }) => {
    if (!database.shared) skip();
    const [one, two] = servers;
    const { apiKey } = await one.account('test');
    const first = await grantFor(one, apiKey);
    const next = tokensIn(await refresh(two.url, first), first.client);
    for (const server of servers) expect((await mcp(server, next.access)).status).toBe(200);
    await postForm(two.url, '/oauth/revoke', { token: first.access });
    expect((await mcp(one, first.access)).status).toBe(401);
    const { body } = await two.request('GET', '/api/account/keys', { key: apiKey });
    const [{ id }] = body.keys as [{ id: string }];
    await two.request('DELETE', `/api/account/keys/${id}`, { key: apiKey });
    expect((await mcp(one, next.access)).status).toBe(401);
    expect(await refresh(one.url, next)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('let one of two win a code, and one of two a refresh', async ({ skip }) => {
    if (!database.shared) skip();
    const [one, two] = servers;
    const { apiKey } = await one.account('test');
    const granted = await grantFor(one, apiKey);
    const both = await Promise.all([refresh(one.url, granted), refresh(two.url, granted)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
