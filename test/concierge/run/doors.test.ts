/** The concierge through both doors of the built server: one receipt, progress, limits, and no key no answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';

let farebox: Farebox;
let key = '';
beforeAll(async () => {
  farebox = await startFarebox();
  key = (await farebox.account('test')).apiKey;
});
afterAll(() => farebox.stop());

const MESSAGE = 'What is the weather in Paris, and how much is 100 USD in JPY?';

async function mcp(name: string, args: object, meta: Record<string, unknown> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    ...meta,
  };
  const { text } = await farebox.request('POST', '/mcp/proxy', {
    key,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } },
  });
  const lines = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
  return (lines.length > 0 ? lines : [text]).map((line) => JSON.parse(line));
}

describe('the concierge', () => {
  it('answers over REST with one receipt for the whole', async () => {
    const tools = [
      { tool: 'llm-fast', input: { prompt: 'What is the capital of Japan?' } },
      { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 100 } },
    ];
    const { status, body } = await farebox.request('POST', '/api/v2/smart', { key, body: { tools } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        price: '0.002 (2 WT)',
        layer: 3,
        totalCost: 0.002,
        toolsUsed: ['llm-fast', 'exchange-rate'],
        receipt: { tool: 'smart', amount: 0.002, parts: [{ tool: 'llm-fast', amount: 0.002, state: 'settled' }] },
      },
    });
    const asked = await farebox.request('POST', '/api/v2/smart', {
      key,
      body: { tools },
      headers: { prefer: 'receipt=signed', 'x-max-price': '0.001' },
    });
    expect(asked).toMatchObject({
      status: 409,
      body: { error: { code: 'PRICE_ABOVE_MAX', details: { price: 0.002 } } },
    });
  });

  it('counts what an input takes: in the estimate, the quote, the parts and the receipt', async () => {
    const text = 'Good morning. '.repeat(30);
    const tools = [{ tool: 'translate', input: { text, to: 'ja' } }];
    const estimate = await farebox.request('POST', '/api/v2/smart/estimate', { key, body: { tools } });
    expect(estimate.body).toMatchObject({ totalCost: 0.009, route: { steps: [{ tool: 'translate', price: 0.009 }] } });
    const refused = await farebox.request('POST', '/api/v2/smart', { key, body: { tools } });
    expect(refused).toMatchObject({ status: 409, body: { error: { details: { price: 0.009 } } } });
    const { body } = await farebox.request('POST', '/api/v2/smart', { key, body: { tools, maxPrice: 0.009 } });
    expect(body).toMatchObject({ totalCost: 0.009, results: [{ ok: true, price: 0.009 }], receipt: { amount: 0.009 } });
    const direct = await farebox.request('POST', '/api/proxy/translate', { key, body: { text, to: 'ja' } });
    expect(direct).toMatchObject({ status: 409, body: { error: { details: { units: 3, covers: { text: 150 } } } } });
    const paid = { key, body: { text, to: 'ja' }, headers: { 'x-max-price': '0.009' } };
    expect((await farebox.request('POST', '/api/proxy/translate', paid)).body).toMatchObject({
      price: '0.009 (9 WT)',
      receipt: { amount: 0.009, state: 'settled' },
    });
    const [told] = await mcp('translate', { text, to: 'ja', maxPrice: 0.009 });
    expect(told.result._meta).toMatchObject({ 'dev.farebox/receipt': { amount: 0.009 } });
    const shown = await farebox.request('POST', '/api/v2/smart/handshake', { key, body: {} });
    expect(shown.body.tools).toContainEqual(expect.objectContaining({ id: 'translate', covers: { text: 150 } }));
  });

  it('answers over MCP, tells its progress there, and puts the receipt beside the answer', async () => {
    const messages = await mcp('smart', { message: MESSAGE }, { progressToken: 'p' });
    const told = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    // Only a part of the steps is told where the machine is busy.
    expect(told.length).toBeGreaterThan(0);
    const reached = told.map(({ progress }) => progress);
    expect([...reached].sort((a, b) => a - b)).toEqual(reached);
    const { result } = messages.at(-1);
    expect(result).toMatchObject({
      structuredContent: { routingFee: 0.02, totalCost: 0.02, route: { source: 'rules' } },
      _meta: { 'dev.farebox/receipt': { tool: 'smart', amount: 0.02 }, 'dev.farebox/sandbox': true },
    });
    const { paid, ...answer } = result.structuredContent;
    expect(paid).toContain('0.02 USD');
    expect(JSON.parse(result.content[0].text)).toEqual(answer);
    const [again] = await mcp('smart', { message: MESSAGE, maxPrice: 0.01 });
    expect(again.result.structuredContent).toMatchObject({ routingFee: 0, route: { source: 'cache' } });
    const [dear] = await mcp('smart', { message: 'translate "good morning" to German', maxPrice: 0.01 });
    expect(dear.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'PRICE_ABOVE_MAX' } } });
  });

  it('is counted in the capabilities of both places', async () => {
    for (const path of ['/api/capabilities', '/api/v2/smart/capabilities']) {
      const { body } = await farebox.request('GET', path, { key });
      expect(body.stats).toEqual({ cacheSize: 1, cacheHits: 1 });
      // Live routes are others.
      expect((await farebox.request('GET', path)).body.stats).toEqual({ cacheSize: 0, cacheHits: 0 });
    }
  });

  it('wants a key, a body and nothing else', async () => {
    for (const path of ['/api/v2/smart', '/api/v2/smart/estimate', '/api/v2/smart/handshake']) {
      expect((await farebox.request('POST', path, { body: { message: MESSAGE } })).status).toBe(401);
      expect((await farebox.request('GET', path, { key })).status).toBe(405);
      const strange = await farebox.request('POST', path, { key, body: { tools: 'all', needs: 5 } });
      expect(strange).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    }
  });
});
