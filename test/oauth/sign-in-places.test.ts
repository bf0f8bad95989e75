/** Places where clients are asked to sign in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { newPkce, openPage, parametersOf, register } from './a-client.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox({ env: { CLIENT_ID_METADATA: 'off' } });
});
afterAll(() => server.stop());

const read = async (path: string): Promise<Record<string, unknown>> =>
  (await server.request('GET', `/.well-known/${path}`)).body;

it('only the paid server names an authorization server, and asks for the tools alone', async () => {
  const free = await read('oauth-protected-resource/mcp/free');
  expect(free).toMatchObject({ resource: `${server.url}/mcp/free`, authorization_servers: [], scopes_supported: [] });
  const debug = await read('oauth-protected-resource/mcp/debug/my-agent');
  expect(debug).toMatchObject({ resource: `${server.url}/mcp/debug/my-agent`, authorization_servers: [] });
  const paid = await read('oauth-protected-resource/mcp/proxy');
  expect(paid).toMatchObject({ authorization_servers: [server.url], scopes_supported: ['tools'] });
  expect((await read('oauth-protected-resource')).scopes_supported).toEqual(['tools', 'account', 'newsroom']);
});

it.each(['free', 'debug/my-agent'])('ends the search for an authorization server of /mcp/%s', async (place) => {
  const path = `/.well-known/oauth-authorization-server/mcp/${place}`;
  const { status, body } = await server.request('GET', path);
  expect({ status, body }).toEqual({ status: 501, body: { detail: expect.stringContaining('open to everybody') } });
});

it('a server that fetches no documents says so, and clients register', async () => {
  expect((await read('oauth-authorization-server')).client_id_metadata_document_supported).toBe(false);
  const client = await register(server);
  expect((await openPage(server, parametersOf(client, newPkce()))).status).toBe(200);
  const described = { client_id: 'https://client.example/metadata.json' };
  const refused = await openPage(server, parametersOf(client, newPkce(), described));
  expect([refused.status, refused.text.includes('Register the client instead')]).toEqual([400, true]);
});
