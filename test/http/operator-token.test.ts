/** `ADMIN_TOKEN` opens what is the operator's; everywhere else nobody learns from an answer whether it is right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';

const ADMIN_TOKEN = 'the-operator-s-own-token-of-a-test';
const GUESS = 'the-operator-s-own-token-of-a-tesT';

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox({ env: { ADMIN_TOKEN } });
});
afterAll(() => farebox.stop());

const told = ({ status, headers, text }: Answer): unknown => ({
  status,
  challenge: headers['www-authenticate'],
  text: text.replace(/"requestId":"[^"]+"/, ''),
});

const listing = {
  body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  headers: { accept: 'application/json, text/event-stream' },
};

const places: Readonly<Record<string, (token: string) => Promise<Answer>>> = {
  'a tool': (key) => farebox.request('GET', '/api/account/balance', { key }),
  'the paid MCP server': (key) => farebox.request('POST', '/mcp/proxy', { ...listing, key }),
  'the free MCP server': (key) => farebox.request('POST', '/mcp/free', { ...listing, key }),
  'the debug MCP server': (key) => farebox.request('POST', '/mcp/debug/me', { ...listing, key }),
  'the key of a checkout': (apiKey) => farebox.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } }),
  'a client’s credentials': (client_secret) =>
    farebox.request('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: 'key_1', client_secret },
    }),
};

describe('ADMIN_TOKEN', () => {
  it('is right', async () => {
    expect((await farebox.request('GET', '/admin/accounts', { key: ADMIN_TOKEN })).status).toBe(200);
  });

  it.each(Object.keys(places))('is answered like a guess as %s', async (place) => {
    const right = told((await places[place]?.(ADMIN_TOKEN)) as Answer);
    expect(right).toEqual(told((await places[place]?.(GUESS)) as Answer));
    // A free list needs no credential: a wrong one is counted as a guess and refuses nothing.
    const isFree = place === 'the free MCP server' || place === 'the debug MCP server';
    if (place !== 'a client’s credentials') expect(right).toMatchObject({ status: isFree ? 200 : 401 });
  });
});
