/** Extensions of x402 v2 in payment requests and responses: bazaar discovery, signed offers and signed receipts. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPayable } from '../../src/kernel/call/direct-payment.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';

/** Of the whole header of a request, in node:http and in this server. */
const HEADER_BYTES_MAX = 16_384;

interface Bazaar {
  info: { input: Record<string, unknown>; output?: { type: string } };
  schema: Record<string, unknown>;
}
interface Signed {
  format: string;
  acceptIndex?: number;
  signature: string;
}
type Request = PaymentRequired & {
  resource: { url: string; serviceName?: string; tags?: string[] };
  extensions: { bazaar: Bazaar; 'offer-receipt': { info: { offers: Signed[] }; schema: object } };
};

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox({ env: { X402_NETWORK: 'eip155:84532' } });
});
afterAll(() => farebox.stop());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  farebox.request('POST', path, { body, headers });
/** Draft 2020-12, and nothing fetched. */
const validate = (schema: object, value: unknown): unknown => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.validate(schema, value) ? null : ajv.errorsText();
};
/** Payload of a JWS whose key the server's DID document lists. */
async function verify(jws: string): Promise<Record<string, unknown>> {
  const { body } = await farebox.request('GET', '/.well-known/did.json');
  const { kid, jwk } = decodeProtectedHeader(jws);
  const method = Object(body).verificationMethod.find(({ id }: { id: string }) => id === kid);
  expect(method.publicKeyJwk).toEqual(jwk);
  expect(Object(body).assertionMethod).toContain(kid);
  expect(Object(body).id).toBe(`did:web:${encodeURIComponent(new URL(farebox.url).host)}`);
  const { payload } = await compactVerify(jws, await importJWK(method.publicKeyJwk, 'EdDSA'));
  return JSON.parse(Buffer.from(payload).toString());
}

const { tools } = await loadCatalogue();
const payable = tools.filter(isPayable);

describe('a payment request', () => {
  it('is made for every tool that is sold by the call', () => expect(payable.length).toBeGreaterThan(25));

  it.each(payable.map((tool) => [tool.name, tool] as const))('describes %s for the bazaar', async (_name, tool) => {
    const [example = {}] = tool.definition.examples;
    const { status, headers } = await post(tool.path, example);
    expect(status).toBe(402);
    const required: Request = decodeHeader(headers['payment-required']);
    const { bazaar, 'offer-receipt': offers } = required.extensions;
    expect(validate(bazaar.schema, bazaar.info)).toBeNull();
    expect(bazaar.schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(bazaar.info.input).toMatchObject({
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: expect.any(Object),
    });
    expect(tool.definition.input.safeParse(bazaar.info.input.body).success).toBe(true);
    expect(required.resource.serviceName).toBe('Farebox');
    expect(validate(offers.schema, offers.info)).toBeNull();
    const payment = encodePayment(await createPayer().sign(required));
    expect(payment.length).toBeLessThan(HEADER_BYTES_MAX / 2);
    expect(String(headers['payment-required']).length).toBeLessThan(HEADER_BYTES_MAX / 2);
  });

  it('has an offer for each way to pay, signed by a key of the server', async () => {
    const { headers } = await post('/api/proxy/llm-fast', { prompt: 'Say hello' });
    const { accepts, resource, extensions }: Request = decodeHeader(headers['payment-required']);
    const { offers } = extensions['offer-receipt'].info;
    expect(offers).toEqual([{ format: 'jws', acceptIndex: 0, signature: expect.any(String) }]);
    const [terms] = accepts;
    const payload = await verify(offers[0]?.signature ?? '');
    expect(payload).toEqual({
      version: 1,
      resourceUrl: resource.url,
      scheme: 'exact',
      network: terms?.network,
      asset: terms?.asset,
      payTo: terms?.payTo,
      amount: terms?.amount,
      validUntil: expect.any(Number),
    });
    expect(Number(payload.validUntil)).toBeGreaterThan(Date.now() / 1000);
  });

  it('describes a tool over MCP by its name and schema, at the address of the server', async () => {
    const version = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'wallet', version: '1.0.0' },
    };
    const params = { name: 'llm-fast', arguments: { prompt: 'Say hello' }, _meta };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'llm-fast' };
    const { result } = JSON.parse((await post('/mcp/proxy', body, headers)).text);
    const required: Request = result.structuredContent;
    const { info, schema } = required.extensions.bazaar;
    expect(validate(schema, info)).toBeNull();
    expect(required.resource.url).toBe(`${farebox.url}/mcp/proxy`);
    expect(info.input).toMatchObject({
      type: 'mcp',
      toolName: 'llm-fast',
      inputSchema: { type: 'object', required: ['prompt'] },
    });
  });
});

describe('a paid response', () => {
  it('has a signed receipt that names payer and resource, the same each time', async () => {
    const path = '/api/proxy/llm-fast';
    const input = { prompt: 'Say hello to the receipt' };
    const required: Request = decodeHeader((await post(path, input)).headers['payment-required']);
    const payer = createPayer();
    const headers = { 'payment-signature': encodePayment(await payer.sign(required)) };
    const [first, again] = [await post(path, input, headers), await post(path, input, headers)];
    expect(again.headers['payment-response']).toBe(first.headers['payment-response']);
    const response = decodeHeader<{ extensions: Record<string, { info: { receipt: Signed }; schema: object }> }>(
      first.headers['payment-response'],
    );
    const { info, schema } = response.extensions['offer-receipt'] ?? {};
    expect(validate(schema ?? {}, info)).toBeNull();
    expect(info?.receipt.format).toBe('jws');
    const payload = await verify(info?.receipt.signature ?? '');
    expect(payload).toEqual({
      version: 1,
      network: 'eip155:84532',
      resourceUrl: `${farebox.url}${path}`,
      payer: payer.address.toLowerCase(),
      issuedAt: expect.any(Number),
    });
    expect(Math.abs(Number(payload.issuedAt) - Date.now() / 1000)).toBeLessThan(60);
  });
});
