/** Binding quotes through REST and MCP: a price that rises doesn't reach a call that was quoted. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Principal } from '../../../src/kernel/principal.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { createQuotes } from '../../harness/context.ts';
import { type FareboxProcess, startFareboxProcess } from '../../harness/farebox.ts';
import { callTool, HOSTILE, nodeServer, readBalance, untilOffered, writeFareboxFile } from '../../upstreams/world.ts';

const own = (price: number) => ({ upstreams: { odd: { mcp: nodeServer(HOSTILE, 'good'), price } } });
const input = { text: 'x' };

describe('a binding quote', () => {
  const file = writeFareboxFile(own(0.01));
  let server: FareboxProcess;
  let apiKey = '';
  beforeAll(async () => {
    server = await startFareboxProcess({ env: { FAREBOX_CONFIG: file } });
    await untilOffered(server, 'odd-echo');
    ({ apiKey } = await server.account('live'));
  }, 60_000);
  afterAll(() => server.stop());

  const post = (path: string, body: object, key = apiKey) => server.request('POST', path, { key, body });
  const getQuote = async (tool: string, quoted: object, key = apiKey) => {
    const { status, body } = await post('/api/account/quote', { tool, input: quoted }, key);
    expect(status).toBe(200);
    return { price: body.price, units: body.units, quote: String(body.quote) };
  };

  it('keeps its price when the operator has raised it, over both doors, for this input and account alone', async () => {
    const { price, quote } = await getQuote('odd-echo', input);
    expect(price).toBe(0.01);
    const { apiKey: other } = await server.account('live');
    writeFileSync(file, stringify(own(0.03)));
    process.kill(server.pid, 'SIGHUP');
    await expect.poll(async () => (await getQuote('odd-echo', input)).price).toBe(0.03);

    const quoted = await callTool(server, apiKey, 'odd/echo', input, { 'x-quote': quote });
    expect(quoted.body).toMatchObject({ receipt: { amount: 0.01 } });
    expect((await callTool(server, apiKey, 'odd/echo', input)).body).toMatchObject({ receipt: { amount: 0.03 } });
    const { text } = await server.request('POST', '/mcp/proxy', {
      key: apiKey,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'odd-echo', arguments: input, _meta: { 'dev.farebox/quote': quote } },
      },
    });
    expect(text).toContain('"amount":0.01');

    const before = await readBalance(server, apiKey);
    const refusals = [
      await callTool(server, apiKey, 'odd/echo', { text: 'y' }, { 'x-quote': quote }),
      await callTool(server, other, 'odd/echo', input, { 'x-quote': quote }),
      await callTool(server, apiKey, 'odd/pid', {}, { 'x-quote': quote }),
      await callTool(server, apiKey, 'odd/echo', input, { 'x-quote': quote.replace(/^\w+/, '1') }),
      await callTool(server, apiKey, 'odd/echo', input, { 'x-quote': 'x'.repeat(5_000) }),
    ];
    for (const { status, body } of refusals)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { details: { issues: [{ path: 'quote' }] } } },
      });
    expect(await readBalance(server, apiKey)).toBe(before);
    const capped = await callTool(server, apiKey, 'odd/echo', input, { 'x-quote': quote, 'x-max-price': '0.005' });
    expect(capped.body).toMatchObject({ error: { code: 'PRICE_ABOVE_MAX' } });
  }, 60_000);

  it('is consent enough for an input that takes several units', async () => {
    const { apiKey: key } = await server.account('test');
    const long = { text: 'A ferry leaves at nine. '.repeat(700), targetLang: 'JA' };
    expect((await server.request('POST', '/api/v2/translate', { key, body: long })).body).toMatchObject({
      error: { code: 'PRICE_ABOVE_MAX' },
    });
    const { price, units, quote } = await getQuote('smart-translate', long, key);
    expect(units).toBeGreaterThan(1);
    const { body } = await server.request('POST', '/api/v2/translate', {
      key,
      body: long,
      headers: { 'x-quote': quote },
    });
    expect(body).toMatchObject({ receipt: { amount: price } });
  }, 60_000);

  it('comes with an estimate of smart, whose call costs no more', async () => {
    const { apiKey: key } = await server.account('test');
    const request = { tools: [{ tool: 'smart-translate', input: { text: 'Good morning', targetLang: 'JA' } }] };
    const { body: estimate } = await post('/api/v2/smart/estimate', request, key);
    expect(estimate).toMatchObject({ quote: expect.any(String), quoteExpiresAt: expect.any(String) });
    const headers = { 'x-quote': String(estimate.quote) };
    const { body } = await server.request('POST', '/api/v2/smart', { key, body: { ...request, maxPrice: 1 }, headers });
    expect(body).toMatchObject({ receipt: { amount: estimate.totalCost } });
    const other = { tools: [{ tool: 'smart-translate', input: { text: 'Good evening', targetLang: 'JA' } }] };
    expect((await server.request('POST', '/api/v2/smart', { key, body: other, headers })).status).toBe(400);
    expect((await post('/api/account/quote', { tool: 'smart', input: request }, key)).text).toContain('smart-estimate');
    expect((await post('/api/account/quote', { tool: 'smart-translat' }, key)).body).toMatchObject({
      error: { code: 'UNKNOWN_TOOL', details: { nearest: expect.arrayContaining(['smart-translate']) } },
    });
  }, 60_000);
});

it('expires', async () => {
  const tool = (await loadCatalogue()).get('exchange-rate');
  vi.useFakeTimers();
  try {
    const quotes = createQuotes();
    if (!tool) throw new Error('No tool');
    const principal: Principal = { kind: 'anonymous', mode: 'live', ip: '127.0.0.1' };
    const { quote, expiresAt } = quotes.issue({ tool, input, principal }, 2_000);
    vi.advanceTimersByTime(299_000);
    expect(quotes.read(quote, { tool, input, principal })).toBe(2_000);
    vi.advanceTimersByTime(2_000);
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now());
    expect(() => quotes.read(quote, { tool, input, principal })).toThrow('The quote has expired');
  } finally {
    vi.useRealTimers();
  }
});
