/** Requests that have nearly found their way, through the front door: each is told the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../../harness/farebox.ts';

let farebox: Farebox;
let live = '';
let test = '';
let capped = '';
beforeAll(async () => {
  farebox = await startFarebox();
  live = (await farebox.account('live')).apiKey;
  test = (await farebox.account('test')).apiKey;
  const body = { name: 'capped', caps: { tools: ['weather', 'search-ai', 'translate-premium'] } };
  const made = await farebox.request('POST', '/api/account/keys', { key: test, body });
  capped = String(made.body.apiKey);
});
afterAll(() => farebox?.stop());

const nearestOf = ({ body }: Answer): string[] => Object(body.error).details.nearest;
const post = (path: string, key: string, body: object = {}) => farebox.request('POST', path, { key, body });

it('names the method', async () => {
  expect(await farebox.request('GET', '/api/proxy/weather?latitude=1&longitude=2')).toMatchObject({
    status: 405,
    headers: { allow: 'OPTIONS, POST' },
    body: { error: { message: 'This path accepts POST, not GET.', next: 'Use POST.' } },
  });
  const history = await farebox.request('DELETE', '/api/account/keys', { key: test });
  expect(history.body).toMatchObject({ error: { next: 'Use GET or POST.' } });
});

it.each([
  ['a key alone', (key: string) => key],
  ['another scheme', (key: string) => `Token ${key}`],
  ['something behind the key', (key: string) => `Bearer ${key} x`],
])('says that the word Bearer comes before a key: %s', async (_what, write) => {
  const headers = { authorization: write(test), accept: 'application/json, text/event-stream' };
  for (const path of ['/api/proxy/search-ai', '/mcp/proxy']) {
    const said = await farebox.request('POST', path, { headers, body: { query: 'x' } });
    expect(said.status, path).toBe(401);
    expect(said.text, path).toContain('Bearer <API_KEY>');
    expect(said.text, path).toContain('come first');
    expect(said.text, path).not.toContain(test);
  }
});

describe('a tool that is not there', () => {
  it.each([
    ['/api/proxy/smart-translate', 'smart-translate', 'POST /api/v2/translate'],
    ['/api/v2/smart-translate', 'smart-translate', 'POST /api/v2/translate'],
    ['/api/v2/weather', 'weather', 'POST /api/proxy/weather'],
  ])('%s is pointed to its path', async (path, name, place) => {
    for (const key of [test, undefined]) {
      const said = await farebox.request('POST', path, { body: {}, ...(key === undefined ? {} : { key }) });
      expect(said).toMatchObject({ status: 404, body: { error: { code: 'UNKNOWN_TOOL', next: `Use ${place}.` } } });
      expect(nearestOf(said)).toEqual([name]);
    }
  });

  it('has near it what the caller can use', async () => {
    expect(nearestOf(await post('/api/proxy/translat', test))[0]).toBe('translate');
    // No source of it is set up for live keys.
    expect(nearestOf(await post('/api/proxy/translat', live)).join()).not.toContain('translate');
    const own = nearestOf(await post('/api/proxy/translat', capped));
    expect(own.toSorted()).toEqual(['search-ai', 'translate-premium', 'weather']);
  });

  it('has near it what can be a part of a composed call', async () => {
    const ask = (key: string) => post('/api/v2/smart', key, { tools: [{ tool: 'translat', input: {} }] });
    expect(nearestOf(await ask(test))[0]).toBe('translate');
    expect(nearestOf(await ask(live)).join()).not.toContain('translate');
  });

  it('has near it what the caller can use over MCP', async () => {
    const call = async (key: string): Promise<string> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'translat', arguments: {} } };
      const headers = { accept: 'application/json, text/event-stream' };
      return (await farebox.request('POST', '/mcp/proxy', { key, body: message, headers })).text;
    };
    expect(await call(test)).toContain('"translate"');
    const said = await call(live);
    expect(said).toContain('Unknown tool');
    expect(said).not.toContain('"translate"');
  });
});
