/** The official clients sign in by themselves: from a 401 to a paid call, through refresh, and after revocation again. */
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as OldClient } from 'mcp-sdk-1-12/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'mcp-sdk-1-12/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { self } from '../mcp/drivers.ts';
import { consent, REDIRECT, ticketOf } from './a-client.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox();
});
afterAll(() => server.stop());

/** What a client remembers, and the person at its browser, who says yes with this root key. */
class Person<Information, Tokens extends { access_token: string }, Discovered> {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'An official client',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  readonly #rootKey: string;
  information: Information | undefined;
  kept: Tokens | undefined;
  discovered: Discovered | undefined;
  /** Where the browser came back to. */
  back: URL | undefined;
  asked = 0;
  #verifier = '';

  constructor(rootKey: string) {
    this.#rootKey = rootKey;
  }

  state = () => 'of this person';
  clientInformation = () => this.information;
  saveClientInformation = (information: Information) => {
    this.information = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: Tokens) => {
    this.kept = tokens;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;

  invalidateCredentials = (what: string) => {
    if (what === 'all' || what === 'tokens') this.kept = undefined;
    if (what === 'all' || what === 'client') this.information = undefined;
  };
  discoveryState = () => this.discovered;
  saveDiscoveryState = (discovered: Discovered) => {
    this.discovered = discovered;
  };

  redirectToAuthorization = async (url: URL): Promise<void> => {
    this.asked++;
    const page = await server.request('GET', `${url.pathname}${url.search}`);
    const { body } = await consent(server, ticketOf(page), this.#rootKey, { perDay: 1 });
    this.back = new URL(String(body.redirectTo));
  };

  /** As if the hour were over: the token is not good any more. */
  spoil(): void {
    if (this.kept) this.kept = { ...this.kept, access_token: `fbo_${'x'.repeat(43)}` };
  }
}

interface Driven {
  connect(): Promise<void>;
  finish(back: URL): Promise<void>;
  call(): Promise<unknown>;
  close(): Promise<void>;
}

type Tokens = { access_token: string; token_type: string };
type SomePerson = Person<{ client_id: string }, Tokens, { authorizationServerUrl: string }>;

function current(person: SomePerson, address = '/mcp/proxy'): Driven {
  const url = new URL(`${server.url}${address}`);
  const transport = new StreamableHTTPClientTransport(url, { authProvider: person });
  const client = new Client(self);
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams),
    call: () => client.callTool({ name: 'llm-fast', arguments: { prompt: 'hi' } }),
    close: () => client.close(),
  };
}

function legacy(person: SomePerson, address = '/mcp/proxy'): Driven {
  const url = new URL(`${server.url}${address}`);
  const transport = new LegacyTransport(url, { authProvider: person });
  const client = new LegacyClient(self);
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams.get('code') ?? ''),
    call: () => client.callTool({ name: 'llm-fast', arguments: { prompt: 'hi' } }),
    close: () => client.close(),
  };
}

/** It asks for no resource, and looks for the metadata at the root. */
function old(person: SomePerson): Driven {
  const transport = new OldTransport(new URL(`${server.url}/mcp/proxy`), { authProvider: person });
  const client = new OldClient(self);
  return {
    // @ts-expect-error the types of this old SDK disagree among themselves under exactOptionalPropertyTypes
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams.get('code') ?? ''),
    call: () => client.callTool({ name: 'llm-fast', arguments: { prompt: 'hi' } }),
    close: () => client.close(),
  };
}

describe.each([
  ['client 2.4', current],
  ['sdk 1.32', legacy],
  ['sdk 1.12', old],
] as const)('%s', (_name, drive) => {
  it('signs in, pays, refreshes, and signs in anew when its access has ended', async () => {
    const { apiKey, agentId } = await server.account('test');
    const person: SomePerson = new Person(apiKey);
    const first = drive(person);
    await expect(first.connect()).rejects.toThrow();
    expect(person.back?.searchParams.get('state')).toBe('of this person');
    await first.finish(person.back ?? new URL(REDIRECT));
    const second = drive(person);
    await second.connect();
    expect(await second.call()).toMatchObject({ _meta: { 'dev.farebox/receipt': { agentId, state: 'settled' } } });

    person.spoil();
    expect(await second.call()).toMatchObject({ _meta: { 'dev.farebox/balance': 0.246 } });
    expect(person.asked).toBe(1);
    await second.close();

    const { body } = await server.request('GET', '/api/account/keys', { key: apiKey });
    const [{ id }] = body.keys as [{ id: string }];
    expect(body.keys).toMatchObject([{ name: 'An official client', caps: { perDay: 1 }, spent: 0.004 }]);
    await server.request('DELETE', `/api/account/keys/${id}`, { key: apiKey });
    const third = drive(person);
    await expect(third.connect()).rejects.toThrow();
    expect(person.asked).toBe(2);
    await third.finish(person.back ?? new URL(REDIRECT));
    const fourth = drive(person);
    await fourth.connect();
    expect(await fourth.call()).toMatchObject({ _meta: { 'dev.farebox/receipt': { agentId } } });
    await fourth.close();
  });
});

it.each([
  ['client 2.4', '/mcp/proxy/x/all', current],
  ['client 2.4', '/mcp/proxy?tools=llm-fast,weather', current],
  ['sdk 1.32', '/mcp/proxy/x/all/readonly?tools=llm-fast', legacy],
  ['sdk 1.32', '/mcp/proxy?tools=llm-fast,weather', legacy],
] as const)('%s signs in and refreshes at %s', async (_name, address, drive) => {
  const { apiKey, agentId } = await server.account('test');
  const person: SomePerson = new Person(apiKey);
  await expect(drive(person, address).connect()).rejects.toThrow();
  await drive(person, address).finish(person.back ?? new URL(REDIRECT));
  const client = drive(person, address);
  await client.connect();
  person.spoil();
  expect(await client.call()).toMatchObject({ _meta: { 'dev.farebox/receipt': { agentId } } });
  expect(person.asked).toBe(1);
  await client.close();
});

it('client 2.4 as a machine gets its token with a key', async () => {
  const { apiKey, agentId } = await server.account('test');
  const made = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'machine' } });
  const { id, apiKey: clientSecret } = made.body as { id: string; apiKey: string };
  const authProvider = new ClientCredentialsProvider({ clientId: id, clientSecret, expectedIssuer: server.url });
  const client = new Client(self);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/proxy`), { authProvider }));
  const answer = await client.callTool({ name: 'llm-fast', arguments: { prompt: 'hi' } });
  expect(answer).toMatchObject({ _meta: { 'dev.farebox/receipt': { agentId, state: 'settled' } } });
  await client.close();
});
