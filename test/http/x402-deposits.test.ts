/** Deposits by wallet: an account is credited once for each settled payment, and a wallet whose payments failed pays again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import { type Answer, startFarebox } from '../harness/farebox.ts';
import { createMppClient } from '../harness/mpp-client.mjs';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';

const PATH = '/api/account/deposits/x402';
const TOOL = '/api/proxy/llm-fast';
const NETWORK = 8453;

describe.each(engines)('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  const payer = createPayer();

  beforeAll(async () => {
    facilitator = await startFacilitator();
    world = await openPaidWorld({
      engine,
      env: {
        ...buildX402Settings(facilitator),
        X402_SETTLE_TIMEOUT_MS: '700',
      },
    });
  });
  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  });

  const post = (path: string, key: string | undefined, body: object, headers = {}): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    return server.request('POST', path, { ...(key === undefined ? {} : { key }), body, headers });
  };
  const deposit = (key: string, amount: number, headers: Record<string, string> = {}): Promise<Answer> =>
    post(PATH, key, { amount }, headers);
  const ask = async (key: string, amount: number): Promise<PaymentRequired> =>
    decodeHeader((await deposit(key, amount)).headers['payment-required']);
  const sign = async (key: string, amount: number, by = payer) => ({
    'payment-signature': encodePayment(await by.sign(await ask(key, amount))),
  });
  const readAccount = async (agentId: string) => (await world.inspector.accounts()).get(agentId);

  it('says what to sign, to whoever has a key, for an amount that can be deposited', async () => {
    const { apiKey } = await world.account(0);
    const asked = await deposit(apiKey, 5);
    expect(asked).toMatchObject({ status: 402, body: { error: { code: 'PAYMENT_REQUIRED', details: { price: 5 } } } });
    expect(decodeHeader(asked.headers['payment-required'])).toMatchObject({
      resource: { url: `${world.servers[0]?.url}${PATH}` },
      accepts: [{ amount: '5000000', network: `eip155:${NETWORK}` }],
    });
    expect((await post(PATH, undefined, { amount: 5 })).status).toBe(401);
    for (const amount of [0, 0.09, 10_001]) expect((await deposit(apiKey, amount)).status).toBe(400);
  });

  it('credits the account for the official client of x402, and shows the deposit in its history', async () => {
    const { apiKey, agentId } = await world.account(1);
    const reply = await payer.fetch(`${world.servers[0]?.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ amount: 0.75 }),
    });
    expect(reply.status).toBe(200);
    const body = await reply.json();
    expect(body).toEqual({ success: true, amount: 0.75, depositId: expect.stringMatching(/^pay_/) });
    const response = decodeHeader<Record<string, unknown>>(reply.headers.get('payment-response'));
    expect(response).toMatchObject({ success: true, amount: '750000' });
    expect([...facilitator.settled.values()]).toContain(response.transaction);
    expect(await readAccount(agentId)).toMatchObject({ balance: 1_750_000, spent: 0 });
    const [server] = world.servers;
    const history = await server?.request('GET', '/api/proxy/account/history', { key: apiKey });
    expect(Object(history?.body).transactions[0]).toMatchObject({ type: 'deposit', source: 'wallet', amount: 0.75 });
    expect((await post(TOOL, apiKey, { prompt: `say ${engine} deposit` })).body).toMatchObject({ balance: 1.748 });
  });

  it('credits the account for the official client of the scheme Payment, and over MCP', async () => {
    const { apiKey, agentId } = await world.account(0);
    const mpp = createMppClient(NETWORK, { name: 'USD Coin', version: '2' });
    const { headers } = await deposit(apiKey, 0.1);
    const asked = { status: 402, headers: { 'www-authenticate': String(headers['www-authenticate']) } };
    const paid = await deposit(apiKey, 0.1, { 'payment-authorization': await mpp.sign(new Response(null, asked)) });
    expect(paid).toMatchObject({ status: 200, headers: { 'payment-receipt': expect.any(String) } });

    const version = '2026-07-28';
    const name = 'payment-deposit-x402';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'wallet', version: '1.0.0' },
    };
    const call = async (meta: object) => {
      const params = { name, arguments: { amount: 0.1 }, _meta: { ..._meta, ...meta } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const mcpHeaders = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name };
      return JSON.parse((await post('/mcp/proxy', apiKey, body, mcpHeaders)).text).result;
    };
    const required = (await call({})).structuredContent;
    const result = await call({ 'x402/payment': await payer.sign(required) });
    expect(result).toMatchObject({ _meta: { 'x402/payment-response': { success: true } } });
    expect(await readAccount(agentId)).toMatchObject({ balance: 200_000 });
  });

  it('credits a payment once, however often it is sent, and an idempotency key once', async () => {
    const { apiKey, agentId } = await world.account(0);
    const headers = await sign(apiKey, 1);
    const settled = facilitator.settled.size;
    const answers = await Promise.all(Array.from({ length: 8 }, () => deposit(apiKey, 1, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${Object(body).depositId}`)).size).toBe(1);
    const keyed = { 'idempotency-key': 'one' };
    const first = await deposit(apiKey, 1, { ...(await sign(apiKey, 1)), ...keyed });
    const again = await deposit(apiKey, 1, { ...(await sign(apiKey, 1, createPayer())), ...keyed });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await deposit(apiKey, 0.5, { ...(await sign(apiKey, 0.5)), ...keyed })).status).toBe(409);
    expect(facilitator.settled.size).toBe(settled + 2);
    expect(await readAccount(agentId)).toMatchObject({ balance: 2_000_000 });
  });

  it('credits nothing that pays another amount or account, or is not settled', async () => {
    const [owner, other] = [await world.account(0), await world.account(0)];
    const headers = await sign(owner.apiKey, 1);
    expect((await deposit(owner.apiKey, 2, headers)).status).toBe(402);
    expect((await deposit(owner.apiKey, 1, headers)).status).toBe(200);
    expect((await deposit(other.apiKey, 1, headers)).body).toMatchObject({
      error: { details: { reason: 'nonce_already_used' } },
    });
    facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
    const refused = await deposit(other.apiKey, 1, await sign(other.apiKey, 1, createPayer()));
    expect(refused).toMatchObject({ status: 402, body: { error: { details: { reason: 'insufficient_funds' } } } });
    expect(await readAccount(other.agentId)).toMatchObject({ balance: 0 });
  });

  it('credits a payment whose settlement was unknown once it is known', async () => {
    const { apiKey, agentId } = await world.account(0);
    facilitator.misbehave('settle', { kind: 'late', ms: 900 });
    const headers = await sign(apiKey, 1);
    const pending = await deposit(apiKey, 1, headers);
    expect(pending).toMatchObject({ status: 409, body: { error: { details: { reason: 'settlement_pending' } } } });
    await expect.poll(async () => (await readAccount(agentId))?.balance, { timeout: 15_000 }).toBe(1_000_000);
    expect((await deposit(apiKey, 1, headers)).status).toBe(200);
    expect(await readAccount(agentId)).toMatchObject({ balance: 1_000_000 });
  });

  it('lets a wallet with three refused settlements pay again after a deposit, and says so', async () => {
    const poor = createPayer();
    const { apiKey } = await world.account(0);
    let count = 0;
    const buy = async (): Promise<Answer> => {
      const body = { prompt: `say ${engine} poor ${count++}` };
      const required = decodeHeader<PaymentRequired>((await post(TOOL, undefined, body)).headers['payment-required']);
      return post(TOOL, undefined, body, { 'payment-signature': encodePayment(await poor.sign(required)) });
    };
    facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' }, 3);
    for (let times = 0; times < 3; times++) expect((await buy()).status).toBe(402);
    expect(await buy()).toMatchObject({
      status: 402,
      body: {
        error: {
          details: { reason: 'too_many_failed_payments' },
          next: expect.stringContaining('POST /api/account/deposits/x402'),
        },
      },
    });
    facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
    expect((await deposit(apiKey, 0.1, await sign(apiKey, 0.1, poor))).status).toBe(402);
    expect((await buy()).status).toBe(402);
    expect((await deposit(apiKey, 0.1, await sign(apiKey, 0.1, poor))).status).toBe(200);
    expect((await buy()).status).toBe(200);
  });
});

it('is unavailable where no wallet can pay', async () => {
  const farebox = await startFarebox();
  const { apiKey } = await farebox.account('test');
  const answer = await farebox.request('POST', PATH, { key: apiKey, body: { amount: 5 } });
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'TOOL_UNAVAILABLE' } } });
  await farebox.stop();
});
