/** Paying for single calls by the scheme Payment (MPP) with its official client, over HTTP and MCP, and credentials that pay nothing. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import { createMppClient, readCredential, readReceipt, writeCredential } from '../harness/mpp-client.mjs';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { HOSTILE, nodeServer, untilOffered, writeFareboxFile } from '../upstreams/world.ts';

const PATH = '/api/proxy/llm-fast';
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const NETWORK = 8453;
const TITLE = 'Say "yes" \\ no';

describe.each(dailyEngines(import.meta.url))('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let count = 0;
  const mpp = createMppClient(NETWORK, { name: 'USD Coin', version: '2' });

  const mcp = nodeServer(HOSTILE, 'good');

  beforeAll(async () => {
    facilitator = await startFacilitator();
    world = await openPaidWorld({
      engine,
      env: {
        ...buildX402Settings(facilitator),
        X402_PAY_TO: PAY_TO,
        FAREBOX_CONFIG: writeFareboxFile({
          upstreams: { odd: { mcp, price: 0.01, tools: { echo: { title: TITLE } } } },
        }),
      },
    });
  });
  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  });

  const nextPrompt = (how = 'say'): string => `${how} ${engine}-${count++}`;
  const post = (prompt: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${world.servers[0]?.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ prompt }),
    });

  it('sells a call to the official client over HTTP', async () => {
    const reply = await mpp.fetch(`${world.servers[0]?.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: nextPrompt() }),
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ receipt: { state: 'settled', amount: 0.002, mode: 'live' } });
    const receipt = readReceipt(reply);
    expect(receipt).toMatchObject({ method: 'evm', status: 'success' });
    expect([...facilitator.settled.values()]).toContain(receipt.reference);
  });

  it('sells a call to the official client over MCP', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/proxy', world.servers[0]?.url)));
    const wrapped = mpp.wrap(client);
    const result = await wrapped.callTool({ name: 'llm-fast', arguments: { prompt: nextPrompt() } });
    expect(result.isError ?? false).toBe(false);
    expect(result.receipt).toMatchObject({ method: 'evm', status: 'success' });
    await client.close();
  });

  it('answers the same credential once more without a second payment, and for no other call', async () => {
    const prompt = nextPrompt();
    const credential = await mpp.sign(await post(prompt));
    const first = await post(prompt, { authorization: credential });
    expect(first.status).toBe(200);
    const settled = facilitator.settled.size;
    const again = await post(prompt, { 'payment-authorization': credential });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ receipt: Object(await first.json()).receipt });
    expect((await post(nextPrompt(), { authorization: credential })).status).toBe(409);
    expect(facilitator.settled.size).toBe(settled);
  });

  it('asks for a tool whose title has quotation marks', async () => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    await untilOffered(server, 'odd-echo');
    const ask = (headers = {}) => server.request('POST', '/api/tools/odd/echo', { body: { text: 'x' }, headers });
    const { status, headers } = await ask();
    expect(status).toBe(402);
    const reply = new Response(null, { status, headers: { 'www-authenticate': headers['www-authenticate'] ?? '' } });
    const credential = await mpp.sign(reply);
    expect(readCredential(credential).challenge.description).toBe(TITLE);
    expect((await ask({ authorization: credential })).body).toMatchObject({ receipt: { amount: 0.01 } });
  });

  it('is announced in the description of the API', async () => {
    const { paths } = Object(await (await fetch(`${world.servers[0]?.url}/openapi.json`)).json());
    expect(paths[PATH].post['x-payment-info']).toEqual({
      offers: [
        { method: 'evm', intent: 'charge', amount: '2000', currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      ],
    });
    expect(paths['/api/v2/smart'].post['x-payment-info']).toBeUndefined();
  });

  it('takes nothing for a call that fails', async () => {
    const prompt = nextPrompt('refuse');
    const settled = facilitator.settled.size;
    expect((await post(prompt, { authorization: await mpp.sign(await post(prompt)) })).status).toBe(422);
    expect(facilitator.settled.size).toBe(settled);
  });

  it('refuses a challenge that is not its own or has been changed, and what is no credential', async () => {
    const prompt = nextPrompt();
    const credential = readCredential(await mpp.sign(await post(prompt)));
    const { challenge, payload } = credential;
    const changed = [
      [{ ...credential, challenge: { ...challenge, id: `${challenge.id}x` } }, 'invalid_challenge'],
      [{ ...credential, challenge: { ...challenge, realm: 'elsewhere.example' } }, 'invalid_challenge'],
      [{ ...credential, challenge: { ...challenge, expires: '2099-01-01T00:00:00.000Z' } }, 'invalid_challenge'],
      [
        { ...credential, challenge: { ...challenge, request: { ...challenge.request, amount: '1' } } },
        'invalid_challenge',
      ],
      [{ ...credential, payload: { ...payload, nonce: `0x${'0'.repeat(64)}` } }, 'invalid_challenge_hash'],
      [
        { ...credential, payload: { ...payload, value: '1' } },
        'invalid_exact_evm_payload_authorization_value_mismatch',
      ],
    ] as const;
    for (const [sent, reason] of changed) {
      const reply = await post(prompt, { authorization: writeCredential(sent) });
      expect(reply.status).toBe(402);
      expect(await reply.json()).toMatchObject({ error: { code: 'PAYMENT_REQUIRED', details: { reason } } });
      expect(reply.headers.get('www-authenticate')).toContain('Payment id=');
    }
    for (const sent of ['Payment !!!', `Payment ${Buffer.from('{"challenge":1}').toString('base64url')}`])
      expect((await post(prompt, { authorization: sent })).status).toBe(400);
  });
});
