/** Every priced tool can be bought with a single payment, over HTTP with the official client and over MCP, in test mode. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredTool } from '../../src/kernel/tool/registry.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { createPayer, decodeHeader, type PaymentRequired } from '../harness/payer.ts';

const { tools } = await loadCatalogue();
/** Composed tools have no price before they run. */
const sold = tools.filter(
  ({ priceMicros, access, definition }) =>
    priceMicros > 0 && access === 'key' && !definition.quote && !definition.quota,
);
const payer = createPayer();

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox({ env: { X402_NETWORK: 'eip155:84532', RATE_LIMIT_PER_MINUTE: '1000' } });
});
afterAll(() => farebox.stop());

it('are all of the catalogue that have a price', () => {
  const layers = [1, 2].map((layer) =>
    tools.filter(({ toolset, priceMicros }) => toolset.layer === layer && priceMicros > 0),
  );
  expect(sold.length).toBeGreaterThan(20);
  expect(layers.flat().filter((tool) => !sold.includes(tool))).toEqual([]);
});

const readExample = ({ definition: { examples = [] } }: RegisteredTool): object => Object(examples[0]);

describe.each(sold.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('is sold over HTTP to the official client', async () => {
    const reply = await payer.fetch(`${farebox.url}${tool.path}`, {
      method: tool.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(readExample(tool)),
    });
    const text = reply.headers.get('content-type')?.includes('json') ? await reply.text() : '';
    expect([reply.status, text.slice(0, reply.status === 200 ? 0 : 500)]).toEqual([200, '']);
    const amount = String(tool.priceMicros);
    expect(decodeHeader(reply.headers.get('payment-response'))).toMatchObject({ success: true, amount });
  });

  it('is sold over MCP', async () => {
    const call = async (payment?: object) => {
      const _meta = payment ? { 'x402/payment': payment } : {};
      const params = { name: tool.name, arguments: readExample(tool), _meta };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
      const { text } = await farebox.request('POST', '/mcp/proxy', { body, headers });
      const [, json = text] = /^data: (.*)$/m.exec(text) ?? [];
      const { result }: { result: Record<string, unknown> } = JSON.parse(json);
      return result;
    };
    const asked: PaymentRequired = Object((await call()).structuredContent);
    const paid = await call(await payer.sign(asked));
    expect([paid.isError, Object(paid._meta)['x402/payment-response']]).toMatchObject([undefined, { success: true }]);
  });
});
