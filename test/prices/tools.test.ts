/** Section `tools` of `farebox.yaml`: prices, markups and tools that are not offered, at every door. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { askServer } from '../../src/server/control.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { connectClient, readBalance, writeFareboxFile } from '../upstreams/world.ts';

const tools = {
  'smart-search': { price: 0.02 },
  'translate-premium': { markup: '50%' },
  'llm-fast': false,
  'search-ai': { disabled: true },
  translate: { price: 0.0006 },
  weather: { price: 0.001 },
  'crypto-prices': { price: 'free', belowCost: true },
  smart: { price: 0.025 },
};
const file = writeFareboxFile({ tools });

let database: FreshDatabase;
let farebox: Farebox;
let key: string;

beforeAll(async () => {
  database = await freshDatabase('sqlite');
  farebox = await startFarebox({ database, env: { FAREBOX_CONFIG: file } });
  key = (await farebox.account()).apiKey;
}, 60_000);

afterAll(async () => {
  await farebox.stop();
  await database.drop();
});

const call = (path: string, body: object, headers: Record<string, string> = {}) =>
  farebox.request('POST', path, { key, body, headers });

const search = (headers: Record<string, string> = {}) => call('/api/v2/search', { query: 'fares' }, headers);

describe('a configured price', () => {
  it('is charged, receipted and logged', async () => {
    const before = Number(await readBalance(farebox, key));
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(body).toMatchObject({ price: '0.02 (20 WT)', receipt: { amount: 0.02, state: 'settled' } });
    expect(Number(body.balance)).toBeCloseTo(before - 0.02, 6);
    const { callId } = Object(body.receipt);
    expect((await farebox.request('GET', `/api/account/receipts/${callId}`, { key })).text).toContain('"amount":0.02');
    expect((await farebox.request('GET', '/api/account/calls', { key })).body.calls).toMatchObject([
      { tool: 'smart-search', price: 0.02, charged: 0.02 },
    ]);
  });

  it('is compared with maxPrice', async () => {
    const { status, body } = await search({ 'x-max-price': '0.01' });
    expect([status, body.error]).toMatchObject([409, { code: 'PRICE_ABOVE_MAX' }]);
  });

  it('stands in every document and over MCP', async () => {
    const { text: pricing } = await farebox.request('GET', '/pricing', {
      headers: { accept: 'application/json' },
    });
    expect(JSON.parse(pricing).tools).toContainEqual(expect.objectContaining({ tool: 'smart-search', price: 0.02 }));
    const { body: capabilities } = await farebox.request('GET', '/api/v2/smart/capabilities', { key });
    expect(capabilities).toMatchObject({ pricing: { routingFee: 0.025 } });
    expect(JSON.stringify(capabilities)).toContain('"tool":"smart-search","layer":2,"price":"0.02 (20 WT)"');
    const { text: openapi } = await farebox.request('GET', '/openapi.json');
    expect(JSON.parse(openapi).paths['/api/v2/search'].post).toMatchObject({ 'x-price-usd': 0.02 });
    expect((await farebox.request('GET', '/llms.txt')).text).toContain('smart-search 0.02');
    expect((await farebox.request('GET', '/tools/smart-search')).text).toContain('0.02');
    const client = await connectClient(farebox.url, '/mcp/proxy/x/smart', key);
    const listed = (await client.listTools()).tools.find(({ name }) => name === 'smart-search');
    expect(listed?.description).toContain('0.02 USD');
    const result = await client.callTool({ name: 'smart-search', arguments: { query: 'fares' } });
    expect(JSON.stringify(result._meta)).toContain('0.02');
    await client.close();
    const estimate = await call('/api/v2/smart/estimate', {
      tools: [{ tool: 'smart-search', input: { query: 'fares' } }],
    });
    expect(estimate.text).toContain('0.02');
  });

  it('needs an account where the tool was free for everybody', async () => {
    const body = { latitude: 35.68, longitude: 139.69 };
    expect((await farebox.request('POST', '/api/proxy/weather', { body })).status).toBe(401);
    expect((await call('/api/proxy/weather', body)).body).toMatchObject({ price: '0.001 (1 WT)' });
  });
});

describe('a price below the usual one', () => {
  it('covers less, and never less than the cost', async () => {
    const short = await call('/api/proxy/translate', { text: 'Good morning', to: 'ja' });
    expect(short.body).toMatchObject({ price: '0.0006 (0.6 WT)' });
    const long = await call('/api/proxy/translate', { text: 'Good morning. '.repeat(5), to: 'ja' });
    expect([long.status, long.body.error]).toMatchObject([
      409,
      { code: 'PRICE_ABOVE_MAX', details: { units: 3, covers: { text: 30 } } },
    ]);
  });
});

describe('a markup', () => {
  it('is added to the cost of what one price covers', async () => {
    const text = 'a'.repeat(120);
    expect((await call('/api/proxy/translate-premium', { text, targetLang: 'JA' })).body).toMatchObject({
      price: '0.0045 (4.5 WT)',
    });
    const twice = await call('/api/proxy/translate-premium', { text: `${text}a`, targetLang: 'JA' });
    expect(twice.body).toMatchObject({ error: { details: { price: 0.009, units: 2 } } });
  });
});

describe('a disabled tool', () => {
  it('is unknown everywhere', async () => {
    expect((await call('/api/proxy/llm-fast', { prompt: 'hello' })).status).toBe(404);
    for (const path of ['/openapi.json', '/llms-full.txt'])
      expect((await farebox.request('GET', path)).text).not.toContain('proxy/llm-fast');
    const { text } = await call('/api/v2/smart', { tools: [{ tool: 'llm-fast', input: { prompt: 'hello' } }] });
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
  });
});

describe('farebox tools', () => {
  it('reloads prices, and keeps them when the file is wrong', async () => {
    writeFileSync(file, stringify({ tools: { ...tools, 'smart-search': { price: 0.03 } } }));
    const folder = join(database.dataDir, 'data');
    const lines = await askServer(folder, ['tools', 'reload']);
    expect(lines).toContain('  smart-search  0.03 USD instead of 0.009 USD');
    expect(lines).toContain('  llm-fast  disabled');
    expect((await search()).body).toMatchObject({ price: '0.03 (30 WT)' });
    writeFileSync(file, stringify({ tools: { ...tools, 'smart-search': { price: 0.000001 } } }));
    await expect(askServer(folder, ['tools', 'reload'])).rejects.toThrow('is below cost');
    expect((await search()).body).toMatchObject({ price: '0.03 (30 WT)' });
    writeFileSync(file, stringify({ tools }));
    await askServer(folder, ['tools', 'reload']);
    expect((await search()).body).toMatchObject({ price: '0.02 (20 WT)' });
  });

  it('explains each mistake with its place', async () => {
    const wrong = writeFareboxFile({
      tools: {
        wether: { price: 1 },
        'release-create': { price: 1 },
        'smart-search': { price: 0.0001 },
        weather: { markup: '10%' },
        'smart-embed': { price: 0.01, markup: '10%' },
      },
    });
    const { code, output } = await runFarebox({ ...serverEnv(database), FAREBOX_CONFIG: wrong }, 'tools', 'check');
    expect(code).toBe(1);
    expect(output).toContain('farebox.yaml:12:13: tools.smart-embed.markup cannot be combined with `price`');
    const semantic = writeFareboxFile({
      tools: {
        wether: { price: 1 },
        'release-create': { price: 1 },
        'smart-search': { price: 0.0001 },
        weather: { markup: '10%' },
      },
    });
    const second = await runFarebox({ ...serverEnv(database), FAREBOX_CONFIG: semantic }, 'tools', 'check');
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/farebox\.yaml:2:3: tools\.wether is not a built-in tool\. Did you mean weather\?/);
    expect(second.output).toMatch(/:4:3: tools\.release-create is not part of the priced catalogue/);
    expect(second.output).toMatch(
      /:7:12: tools\.smart-search\.price is below cost: a call can cost 0\.\d+ USD\. Set at least/,
    );
    expect(second.output).toMatch(/:9:13: tools\.weather\.markup has no cost to start from/);
  });

  it('warns of what is sold below cost', async () => {
    const env = {
      ...serverEnv(database),
      FAREBOX_CONFIG: file,
      COINGECKO_API_KEY: 'x',
      COINGECKO_REQUEST_USD: '0.001',
    };
    const { output } = await runFarebox(env, 'doctor');
    expect(output).toMatch(
      /crypto-prices +Warning +sold below cost, as farebox\.yaml says: a call can cost up to 0\.002/,
    );
  });
});
