/** Addresses that can't be read, through the front door: refused before anything is charged, whatever tool was to read them. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertTargets } from '../../../src/kernel/call/targets.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { contextFor } from '../../harness/context.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';

const registry = await loadCatalogue();
const reading = registry.tools.filter(({ definition }) => definition.fetches);

/** Nothing listens there: what goes upstream fails. */
const deaf = 'http://127.0.0.1:9';

let farebox: Farebox;
let key = '';
beforeAll(async () => {
  farebox = await startFarebox({
    env: {
      GROQ_API_KEY: 'a key',
      GROQ_BASE_URL: deaf,
      OPENAI_API_KEY: 'a key',
      OPENAI_BASE_URL: deaf,
      DEEPSEEK_API_KEY: 'a key',
      DEEPSEEK_BASE_URL: deaf,
    },
  });
  key = (await farebox.account('live')).apiKey;
});
afterAll(() => farebox?.stop());

const post = (path: string, body: object, headers = {}) => farebox.request('POST', path, { key, body, headers });

async function listMovements(): Promise<unknown[]> {
  const { body } = await farebox.request('GET', '/api/proxy/account/history?limit=50', { key });
  return Array.isArray(body.transactions) ? body.transactions : [body];
}

it('is known of every tool whose input names an address', () => {
  const addressed = registry.tools.filter(
    ({ toolset, inputSchema }) =>
      (toolset.layer === 1 || toolset.layer === 2) &&
      Object.keys(Object(inputSchema.properties)).some((field) => /^(url|urls|image|audioUrl)$/.test(field)),
  );
  expect(reading).toEqual(addressed);
  expect(reading.length).toBeGreaterThan(5);
});

describe.each([
  ['https://nowhere.invalid/page', 422, 'UNREADABLE_TARGET'],
  ['http://169.254.169.254/latest/meta-data/', 400, 'INVALID_INPUT'],
])('%s', (address, status, code) => {
  it.each(reading.map((tool) => [tool.name, tool] as const))('is refused by %s at no charge', async (_name, tool) => {
    const [field = ''] = tool.definition.fetches ?? [];
    const before = await listMovements();
    const said = await post(tool.path, { [field]: address }, { 'idempotency-key': `${tool.name}-${code}` });
    expect(said).toMatchObject({ status, body: { success: false, error: { code } } });
    if (code === 'INVALID_INPUT') {
      expect(said.body).toMatchObject({ error: { details: { issues: [{ path: field }] } } });
    }
    expect(await listMovements()).toEqual(before);
  });

  it('is refused over MCP, in a list, and as a part of a composed call, at no charge', async () => {
    const before = await listMovements();
    const params = { name: 'reader', arguments: { url: address } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const accept = { accept: 'application/json, text/event-stream' };
    expect((await post('/mcp/proxy', call, accept)).text).toContain(code);
    const list = await post('/api/v2/read', { urls: ['https://93.184.215.14/', address] });
    expect(list).toMatchObject({ status, body: { error: { code } } });
    if (code === 'INVALID_INPUT') {
      expect(list.body).toMatchObject({ error: { details: { issues: [{ path: 'urls.1' }] } } });
    }
    const named = await post('/api/v2/smart', { tools: [{ tool: 'reader', input: { url: address } }] });
    expect(named).toMatchObject({ status, body: { error: { code, details: { results: [{ ok: false }] } } } });
    const asked = await post('/api/v2/smart', { message: `Read ${address}` });
    expect(asked.status).toBe(code === 'INVALID_INPUT' ? 404 : status);
    expect(await listMovements()).toEqual(before);
  });
});

it('says of the only source that it could not be reached, and gives the money back', async () => {
  const said = await post('/api/proxy/llm-fast', { prompt: 'Hello' });
  expect(said).toMatchObject({
    status: 502,
    body: {
      error: {
        code: 'UPSTREAM_FAILED',
        message: 'The provider could not be reached. Nothing was charged.',
        next: expect.stringContaining('check the network'),
        details: { attempts: [{ source: 'groq', kind: 'unreachable' }] },
      },
    },
  });
  const { body } = await post('/api/v2/llm', { prompt: 'Hello' });
  expect(body).toMatchObject({
    error: { message: 'No provider could be reached. Nothing was charged.' },
  });
});

describe('a look-up that does not end', () => {
  afterEach(() => vi.useRealTimers());

  it('is waited for, but not for ever', async () => {
    vi.useFakeTimers();
    const reader = registry.get('reader');
    if (!reader) throw new Error('There is no reader');
    const transport = { admit: () => new Promise<void>(() => {}), send: () => Promise.reject(new Error('never')) };
    const { environment } = contextFor({ transport });
    const principal = { kind: 'anonymous', mode: 'live', ip: '127.0.0.1' } as const;
    const call = { tool: reader, input: { url: 'https://example.com/' }, principal, priceMicros: 4_000 };
    const checked = assertTargets(call, environment);
    const failed = expect(checked).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining('in time'),
      next: expect.stringContaining('Check the URL'),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await failed;
  });
});
