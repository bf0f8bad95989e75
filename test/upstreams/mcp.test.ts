/** MCP servers as tools: listed, called, charged, refunded and receipted at every door. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import {
  callTool,
  connectClient,
  HOSTILE,
  nodeServer,
  npmServer,
  readBalance,
  untilOffered,
  writeFareboxFile,
} from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-files-'));
writeFileSync(join(folder, 'note.txt'), 'a note for the test');

const file = writeFareboxFile({
  upstreams: {
    docs: { title: 'Files', mcp: npmServer('server-filesystem', folder), price: 0.002, cost: 0.001 },
    everything: { mcp: npmServer('server-everything'), price: 0.001 },
    memory: {
      mcp: { ...npmServer('server-memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
      price: 0.001,
    },
    odd: {
      mcp: nodeServer(HOSTILE, 'good'),
      price: 0.01,
      timeout: '3s',
      tools: {
        die: false,
        endless: false,
        flood: false,
        sum: { example: { sum: 7 } },
        hang: { timeout: '300ms' },
        pid: { price: 'free', public: true },
      },
    },
    eager: { mcp: nodeServer(HOSTILE, 'good'), tools: { fail: { price: 0.01, charge: 'always' } } },
  },
});

let farebox: Farebox;
let key: string;

beforeAll(async () => {
  farebox = await startFarebox({ env: { FAREBOX_CONFIG: file } });
  await untilOffered(
    farebox,
    'docs-read-text-file',
    'everything-echo',
    'memory-create-entities',
    'odd-echo',
    'eager-fail',
  );
  key = (await farebox.account('live')).apiKey;
}, 60_000);
afterAll(() => farebox.stop());

describe('real servers', () => {
  it('charges a call over REST and gives a receipt', async () => {
    const before = await readBalance(farebox, key);
    const { status, body } = await callTool(farebox, key, 'docs/read-text-file', { path: join(folder, 'note.txt') });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        content: [{ type: 'text', text: 'a note for the test' }],
        price: '0.002 (2 WT)',
        layer: 1,
        receipt: { tool: 'docs-read-text-file', state: 'settled', amount: 0.002 },
      },
    });
    expect(await readBalance(farebox, key)).toBeCloseTo(Number(before) - 0.002, 6);
  });

  it('refunds a result that says it is an error, in our words', async () => {
    const before = await readBalance(farebox, key);
    const {
      status,
      text,
      body: refused,
    } = await callTool(farebox, key, 'docs/read-text-file', { path: '/etc/shadow' });
    expect({ status, body: refused }).toMatchObject({
      status: 502,
      body: { error: { code: 'UPSTREAM_FAILED', retryable: false, details: { reason: 'tool_error' } } },
    });
    expect(text).not.toContain('shadow');
    expect(await readBalance(farebox, key)).toBe(before);
    const { body } = await farebox.request('GET', '/api/account/calls?limit=1', { key });
    expect(body).toMatchObject({ calls: [{ tool: 'docs-read-text-file', outcome: 'refunded' }] });
  });

  it('refuses an input that does not fit before it charges', async () => {
    const { status, body } = await callTool(farebox, key, 'everything/get-sum', { a: 1 });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', details: { issues: [{ path: 'b', message: 'Required' }] } } },
    });
  });

  it('passes content blocks on over MCP, by name and by call_tool', async () => {
    const client = await connectClient(farebox.url, '/mcp/proxy/x/everything', key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('everything-echo');
    const result = await client.callTool({ name: 'everything-echo', arguments: { message: 'hello' } });
    expect(result.content).toMatchObject(
      [
        { type: 'text', text: 'Echo: hello' },
        { type: 'text', text: /^Paid: 0.001 USD/ },
      ].map((block) => ({
        ...block,
        text: typeof block.text === 'string' ? block.text : expect.stringMatching(block.text),
      })),
    );
    expect(result._meta?.['dev.farebox/receipt']).toMatchObject({ tool: 'everything-echo', amount: 0.001 });
    await client.close();
    const proxy = await connectClient(farebox.url, '/mcp/proxy', key);
    const image = await proxy.callTool({
      name: 'call_tool',
      arguments: { name: 'everything-get-tiny-image', arguments: {} },
    });
    expect(JSON.stringify(image.content)).toContain('"type":"image"');
    const found = await proxy.callTool({ name: 'search_tools', arguments: { query: 'knowledge graph entities' } });
    expect(JSON.stringify(found.structuredContent)).toContain('memory-create-entities');
    await proxy.close();
  });

  it('keeps structured content and what a session remembers', async () => {
    const entities = [{ name: 'Farebox', entityType: 'server', observations: ['sells tools'] }];
    const made = await callTool(farebox, key, 'memory/create-entities', { entities });
    expect(made.body).toMatchObject({ structured: { entities }, receipt: { state: 'settled' } });
    expect((await callTool(farebox, key, 'memory/read-graph')).body).toMatchObject({ structured: { entities } });
  });

  it('charges a repeated call once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await callTool(farebox, key, 'everything/echo', { message: 'once' }, headers);
    const second = await callTool(farebox, key, 'everything/echo', { message: 'once' }, headers);
    expect(second.body.receipt).toEqual(first.body.receipt);
  });
});

describe('everywhere that tools appear', () => {
  it.each([
    ['/openapi.json', '/api/tools/docs/read-text-file'],
    ['/llms.txt', 'docs-read-text-file'],
    ['/pricing', 'docs-read-text-file'],
    ['/tools', 'docs-read-text-file'],
    ['/tools/docs-read-text-file', '/api/tools/docs/read-text-file'],
    ['/status', 'docs-read-text-file'],
    ['/api/capabilities', 'docs-read-text-file'],
  ])('%s names them', async (path, words) => {
    const { status, text } = await farebox.request('GET', path);
    expect(status).toBe(200);
    expect(text).toContain(words);
  });

  it('shows a free public tool at /mcp/free, without a key', async () => {
    expect((await farebox.request('POST', '/api/tools/odd/pid', { body: {} })).status).toBe(200);
    const { status, body } = await farebox.request('POST', '/api/v2/smart/estimate', {
      key,
      body: { tools: [{ tool: 'odd-echo', input: { text: 'x' } }] },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { totalCost: 0.01 } });
  });
});

describe('test keys', () => {
  it('get samples and never reach the upstream', async () => {
    const test = (await farebox.account('test')).apiKey;
    const fixed = await callTool(farebox, test, 'odd/sum');
    expect(fixed.body).toMatchObject({ structured: { sum: 7 }, sandbox: true, receipt: { mode: 'test' } });
    const made = await callTool(farebox, test, 'odd/wrong');
    expect(made.body).toMatchObject({ structured: { sum: 1 }, sandbox: true });
    expect((await callTool(farebox, test, 'odd/hang')).status).toBe(200);
  });
});

describe('failures', () => {
  it.each([
    ['odd/fail', 502],
    ['odd/refuse', 502],
    ['odd/hang', 504],
    ['odd/stray', 504],
    ['odd/wrong', 502],
  ])('%s is refunded and answers %d', async (path, status) => {
    const before = await readBalance(farebox, key);
    const answer = await callTool(farebox, key, path);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('SECRET');
    expect(await readBalance(farebox, key)).toBe(before);
  });

  it('keeps the charge of an error where the operator says so', async () => {
    const { status, body } = await callTool(farebox, key, 'eager/fail');
    expect({ status, body }).toMatchObject({ status: 200, body: { isError: true, receipt: { amount: 0.01 } } });
  });

  it('refuses sampling and goes on', async () => {
    expect((await callTool(farebox, key, 'odd/ask')).body).toMatchObject({ content: [{ text: 'refused -32601' }] });
  });
});
