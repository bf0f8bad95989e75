/** Paying for single calls over MCP, by the bindings of x402, in test mode. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { createPayer, type PaymentRequired } from '../harness/payer.ts';

const MODERN = '2026-07-28';

interface Result {
  isError?: boolean;
  resultType?: string;
  paymentRequired?: PaymentRequired;
  structuredContent?: PaymentRequired & Record<string, unknown>;
  content: { text?: string }[];
  _meta: Record<string, unknown> & { 'x402/payment-response'?: Record<string, unknown> };
}

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox({ env: { X402_NETWORK: 'eip155:84532' } });
});
afterAll(() => farebox.stop());

/** One request of the newest revision. */
async function call(prompt: string, payment?: object, extensions: object = {}): Promise<Result> {
  const params = {
    name: 'llm-fast',
    arguments: { prompt },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': { extensions },
      'io.modelcontextprotocol/clientInfo': { name: 'wallet', version: '1.0.0' },
      ...(payment ? { 'x402/payment': payment } : {}),
    },
  };
  const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'llm-fast' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await farebox.request('POST', '/mcp/proxy', { body, headers });
  expect(answer.status).toBe(200);
  const { result }: { result: Result } = JSON.parse(answer.text);
  return result;
}

describe('the tool-result binding', () => {
  it('asks for a payment, takes it, and gives the same answer to the same payment', async () => {
    const asked = await call('Say hello');
    expect(asked).toMatchObject({
      isError: true,
      resultType: 'complete',
      structuredContent: {
        x402Version: 2,
        resource: { url: `${farebox.url}/mcp/proxy` },
        accepts: [{ amount: '2000' }],
      },
    });
    expect(JSON.parse(asked.content[0]?.text ?? '')).toEqual(asked.structuredContent);
    const payer = createPayer();
    if (!asked.structuredContent) throw new Error('No payment is asked for');
    const payment = await payer.sign(asked.structuredContent);
    const paid = await call('Say hello', payment);
    expect(paid.isError).toBeUndefined();
    expect(paid._meta['x402/payment-response']).toMatchObject({ success: true, payer: payer.address.toLowerCase() });
    expect(paid._meta['dev.farebox/receipt']).toMatchObject({ tool: 'llm-fast', state: 'settled', amount: 0.002 });
    const again = await call('Say hello', payment);
    expect(again._meta['x402/payment-response']).toEqual(paid._meta['x402/payment-response']);
    expect(again._meta['dev.farebox/receipt']).toEqual(paid._meta['dev.farebox/receipt']);
  });

  it('says why a payment is not accepted, and takes nothing that is none', async () => {
    const { structuredContent } = await call('Say hello');
    if (!structuredContent) throw new Error('No payment is asked for');
    const payment = await createPayer().sign(structuredContent);
    const refused = await call('Say hello', { ...payment, accepted: { ...Object(payment.accepted), amount: '1' } });
    expect(refused.structuredContent).toMatchObject({
      x402Version: 2,
      error: 'invalid_exact_evm_payload_authorization_value_mismatch',
    });
    const malformed = await call('Say hello', { x402Version: 2 });
    expect(malformed.structuredContent).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('is open to the official client without a key', async () => {
    const client = new Client({ name: 'wallet', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/proxy', farebox.url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('weather');
    const asked = await client.callTool({ name: 'llm-fast', arguments: { prompt: 'Say hi' } });
    const required: PaymentRequired = JSON.parse(JSON.stringify(asked.structuredContent));
    const _meta = { 'x402/payment': await createPayer().sign(required) };
    const paid = await client.callTool({ name: 'llm-fast', arguments: { prompt: 'Say hi' }, _meta });
    expect(paid._meta?.['x402/payment-response']).toMatchObject({ success: true });
    await client.close();
  });
});

describe('with a key whose balance is too low', () => {
  it('says what is missing and what a wallet could pay, and takes that payment for this call alone', async () => {
    const { apiKey } = await farebox.account('test');
    const spend = (id: string) =>
      farebox.request('POST', '/api/proxy/llm-fast', { key: apiKey, body: { prompt: `Say ${id}` } });
    let status = 200;
    for (let id = 0; status === 200 && id < 1_000; id++) ({ status } = await spend(String(id)));
    expect(status).toBe(402);
    const client = new Client({ name: 'wallet', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/proxy', farebox.url), { requestInit }));
    const asked = await client.callTool({ name: 'llm-fast', arguments: { prompt: 'Say hi' } });
    expect(asked).toMatchObject({
      isError: true,
      structuredContent: { x402Version: 2, accepts: [{ amount: '2000' }], required: 0.002, deposit: {} },
    });
    expect(JSON.stringify(asked.content)).toContain('INSUFFICIENT_BALANCE');
    const required: PaymentRequired = JSON.parse(JSON.stringify(asked.structuredContent));
    const _meta = { 'x402/payment': await createPayer().sign(required) };
    const paid = await client.callTool({ name: 'llm-fast', arguments: { prompt: 'Say hi' }, _meta });
    expect(paid._meta?.['x402/payment-response']).toMatchObject({ success: true });
    await client.close();
  });
});

describe('the extension binding', () => {
  const extensions = { 'org.x402/payment': {} };

  it('asks with a result type of its own, for clients that name it', async () => {
    const asked = await call('Say hello', undefined, extensions);
    expect(asked).toMatchObject({ resultType: 'payment_required', paymentRequired: { x402Version: 2 } });
    expect(asked.isError).toBeUndefined();
    if (!asked.paymentRequired) throw new Error('No payment is asked for');
    const paid = await call('Say hello', await createPayer().sign(asked.paymentRequired), extensions);
    expect(paid._meta['x402/payment-response']).toMatchObject({ success: true });
  });
});

it('still tells probes without a key that there is a sign-in', async () => {
  const answer = await farebox.request('GET', '/mcp/proxy');
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toContain('resource_metadata');
});
