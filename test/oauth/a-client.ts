/** An OAuth client in small steps, each of which a test may do wrongly on purpose. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';
import type { Answer, Farebox } from '../harness/farebox.ts';

export const REDIRECT = 'http://127.0.0.1:8765/callback';

export interface Pkce {
  verifier: string;
  challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Posts a form; `basic`: credentials in the header. */
export async function postForm(url: string, path: string, fields: Fields, basic?: [string, string]): Promise<Answer> {
  const body = new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const encoded = basic?.map(encodeURIComponent).join(':');
  const reply = await request(new URL(path, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(encoded === undefined ? {} : { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` }),
    },
    body: body.toString(),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(text), text };
}

export interface TestClient {
  id: string;
  secret?: string;
}

export async function register(server: Pick<Farebox, 'request'>, metadata: object = {}): Promise<TestClient> {
  const body = { client_name: 'A test', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata };
  const answer = await server.request('POST', '/oauth/register', { body });
  const { client_id, client_secret } = answer.body;
  if (answer.status !== 201 || typeof client_id !== 'string') throw new Error(`Not registered: ${answer.text}`);
  return typeof client_secret === 'string' ? { id: client_id, secret: client_secret } : { id: client_id };
}

export const parametersOf = (client: TestClient, pkce: Pkce, others: Fields = {}): Fields => ({
  response_type: 'code',
  client_id: client.id,
  redirect_uri: REDIRECT,
  code_challenge: pkce.challenge,
  code_challenge_method: 'S256',
  state: 'a state',
  ...others,
});

/** Opens the consent page. */
export function openPage(server: Pick<Farebox, 'request'>, fields: Fields): Promise<Answer> {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return server.request('GET', `/oauth/authorize?${new URLSearchParams(given)}`);
}

export function ticketOf(page: Answer): string {
  const [, ticket] = /data-request="([^"]+)"/.exec(page.text) ?? [];
  if (page.status !== 200 || ticket === undefined) throw new Error(`No consent page: ${page.status} ${page.text}`);
  return ticket;
}

/** What the page's script sends; `bearer` is a session or a root key. */
export function consent(
  server: Pick<Farebox, 'request'>,
  ticket: string,
  bearer: string | undefined,
  caps: object = {},
): Promise<Answer> {
  return server.request('POST', '/oauth/authorize', {
    body: { request: ticket, caps },
    ...(bearer === undefined ? {} : { key: bearer }),
  });
}

/** From the request to the code in the redirect. */
export async function codeFor(
  server: Pick<Farebox, 'request'>,
  client: TestClient,
  pkce: Pkce,
  bearer: string,
  others: Fields = {},
  caps: object = {},
): Promise<string> {
  const ticket = ticketOf(await openPage(server, parametersOf(client, pkce, others)));
  const { body, text } = await consent(server, ticket, bearer, caps);
  const code = typeof body.redirectTo === 'string' ? new URL(body.redirectTo).searchParams.get('code') : null;
  if (code === null) throw new Error(`No code: ${text}`);
  return code;
}

export interface Granted {
  client: TestClient;
  access: string;
  refresh: string;
}

export function exchange(
  url: string,
  client: TestClient,
  code: string,
  pkce: Pkce,
  others: Fields = {},
): Promise<Answer> {
  return postForm(url, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: client.secret,
    code,
    code_verifier: pkce.verifier,
    redirect_uri: REDIRECT,
    ...others,
  });
}

export function refresh(url: string, { client, refresh: token }: Granted, others: Fields = {}): Promise<Answer> {
  return postForm(url, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: token,
    ...others,
  });
}

export function tokensIn(answer: Answer, client: TestClient): Granted {
  const { access_token: access, refresh_token: refreshToken } = answer.body;
  if (typeof access !== 'string' || typeof refreshToken !== 'string') throw new Error(`No tokens: ${answer.text}`);
  return { client, access, refresh: refreshToken };
}

/** A grant of an account with a new client. */
export async function grantFor(
  server: Pick<Farebox, 'request' | 'url'>,
  bearer: string,
  others: Fields = {},
  caps: object = {},
): Promise<Granted> {
  const client = await register(server);
  const pkce = newPkce();
  const code = await codeFor(server, client, pkce, bearer, others, caps);
  return tokensIn(await exchange(server.url, client, code, pkce), client);
}

/** `tools/list` of the paid MCP server with a bearer token: its HTTP status and challenge. */
export function mcp(
  server: Pick<Farebox, 'request'>,
  key: string | undefined,
  body: object = LIST,
  path = '/mcp/proxy',
) {
  return server.request('POST', path, {
    ...(key === undefined ? {} : { key }),
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body,
  });
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
export const callOf = (name: string, input: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
