/** Idempotency keys of calls that a wallet pays with a key: whatever pays first, nothing pays the same call again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import type { Answer } from '../harness/farebox.ts';
import { createMppClient } from '../harness/mpp-client.mjs';
import { grant } from '../harness/operator.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';

const PATH = '/api/proxy/llm-fast';
const NETWORK = 8453;
const MODERN = '2026-07-28';

interface Account {
  apiKey: string;
  agentId: string;
}

describe.each(engines)('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let required: PaymentRequired;
  let count = 0;
  const payer = createPayer();
  const mpp = createMppClient(NETWORK, { name: 'USD Coin', version: '2' });

  beforeAll(async () => {
    facilitator = await startFacilitator();
    world = await openPaidWorld({
      engine,
      servers: 2,
      env: {
        ...buildX402Settings(facilitator),
        X402_SETTLE_TIMEOUT_MS: '700',
        // The realm of challenges, whichever server is asked.
        BASE_URL: 'https://gate.example',
      },
    });
    required = decodeHeader((await send({ prompt: 'price' })).headers['payment-required']);
  });

  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  });

  const nextPrompt = (how = 'say'): string => `${how} ${engine}-key-${count++}`;
  /** Each request goes to the next server. */
  const request = (method: string, path: string, options: Parameters<PaidWorld['servers'][0]['request']>[2]) => {
    const server = world.servers[count++ % world.servers.length];
    if (!server) throw new Error('No server');
    return server.request(method, path, options);
  };
  const send = (
    { prompt, apiKey: key }: { prompt: string; apiKey?: string },
    headers: Record<string, string> = {},
  ): Promise<Answer> => request('POST', PATH, { ...(key === undefined ? {} : { key }), body: { prompt }, headers });
  const sign = async () => ({ 'payment-signature': encodePayment(await payer.sign(required)) });
  const open = async (): Promise<Account & { prompt: string }> => ({
    ...(await world.account(0)),
    prompt: nextPrompt(),
  });
  const readAccount = async ({ agentId }: Account) => (await world.inspector.accounts()).get(agentId);
  const callOverMcp = async ({ apiKey: key, prompt }: Account & { prompt: string }, meta: object) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'wallet', version: '1.0.0' },
      'dev.farebox/idempotencyKey': 'one',
      ...meta,
    };
    const params = { name: 'llm-fast', arguments: { prompt }, _meta };
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'llm-fast' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { text } = await request('POST', '/mcp/proxy', { key, body, headers });
    const { result } = JSON.parse(text);
    return result;
  };
  /** One run, one payment, and the balance as it was. */
  const expectPaidOnce = async (account: Account & { prompt: string }, balance: number): Promise<void> => {
    expect(world.upstream.asked.get(account.prompt)).toBe(1);
    expect(await readAccount(account)).toMatchObject({ balance, spent: 2_000 });
  };

  it('gives the recorded answer, once a topped-up account repeats what its wallet has paid', async () => {
    const account = await open();
    const first = await send(account, { ...(await sign()), 'idempotency-key': 'one' });
    expect(first.status).toBe(200);
    await grant(world.env, account.agentId, 1);
    const again = await send(account, { 'idempotency-key': 'one' });
    expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    expect(again.body).toEqual({ ...Object(first.body), balance: 1 });
    await expectPaidOnce(account, 1_000_000);
    const other = await send({ ...account, prompt: nextPrompt() }, { 'idempotency-key': 'one' });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } });
  });

  it('does so for the scheme Payment, and for a payment with an identifier of its own', async () => {
    const account = await open();
    const { headers } = await send({ prompt: account.prompt });
    const asked = new Response(null, {
      status: 402,
      headers: { 'www-authenticate': String(headers['www-authenticate']) },
    });
    const credential = await mpp.sign(asked);
    const paid = await send(account, { 'payment-authorization': credential, 'idempotency-key': 'one' });
    expect(paid.status).toBe(200);
    await grant(world.env, account.agentId, 1);
    expect((await send(account, { 'idempotency-key': 'one' })).body).toEqual({ ...Object(paid.body), balance: 1 });
    await expectPaidOnce(account, 1_000_000);

    const named = await open();
    const extensions = { 'payment-identifier': { info: { required: false, id: 'identifier-of-its-own' } } };
    const payment = encodePayment({ ...(await payer.sign(required)), extensions });
    const first = await send(named, { 'payment-signature': payment, 'idempotency-key': 'one' });
    expect(first.status).toBe(200);
    await grant(world.env, named.agentId, 1);
    expect((await send(named, { 'idempotency-key': 'one' })).body).toEqual({ ...Object(first.body), balance: 1 });
    await expectPaidOnce(named, 1_000_000);
  });

  it('does so over MCP, in both directions', async () => {
    const account = await open();
    const paid = await callOverMcp(account, { 'x402/payment': await payer.sign(required) });
    expect(paid.isError ?? false).toBe(false);
    await grant(world.env, account.agentId, 1);
    const again = await callOverMcp(account, {});
    expect({ ...again.structuredContent, paid: '' }).toEqual({ ...paid.structuredContent, paid: '' });
    expect(again.structuredContent.paid).toContain('Not charged again');
    await expectPaidOnce(account, 1_000_000);

    const rich = { ...(await world.account(1)), prompt: nextPrompt() };
    const settled = facilitator.settled.size;
    const charged = await callOverMcp(rich, {});
    const replayed = await callOverMcp(rich, { 'x402/payment': await payer.sign(required) });
    expect({ ...replayed.structuredContent, paid: '' }).toEqual({ ...charged.structuredContent, paid: '' });
    expect(facilitator.settled.size).toBe(settled);
    await expectPaidOnce(rich, 998_000);
  });

  it('settles no payment of any scheme or wallet for a call that the key has paid', async () => {
    const rich = { ...(await world.account(1)), prompt: nextPrompt() };
    const settled = facilitator.settled.size;
    const first = await send(rich, { 'idempotency-key': 'one' });
    const again = await send(rich, { ...(await sign()), 'idempotency-key': 'one' });
    expect(again.body).toEqual(first.body);
    expect(facilitator.settled.size).toBe(settled);
    await expectPaidOnce(rich, 998_000);

    const account = await open();
    const paid = await send(account, { ...(await sign()), 'idempotency-key': 'one' });
    const other = encodePayment(await createPayer().sign(required));
    const replayed = await send(account, { 'payment-signature': other, 'idempotency-key': 'one' });
    expect([replayed.status, replayed.body]).toEqual([200, paid.body]);
    expect(facilitator.settled.size).toBe(settled + 1);
    await expectPaidOnce(account, 0);
  });

  it('runs and pays once when both are sent at once, to several servers', async () => {
    const account = { ...(await world.account(1)), prompt: nextPrompt('slow 200') };
    const settled = facilitator.settled.size;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        send(account, { ...(index % 2 === 0 ? await sign() : {}), 'idempotency-key': 'one' }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => Object(body).receipt.callId)).size).toBe(1);
    expect(world.upstream.asked.get(account.prompt)).toBe(1);
    const byWallet = facilitator.settled.size - settled;
    expect(await readAccount(account)).toMatchObject({ balance: byWallet === 1 ? 1_000_000 : 998_000, spent: 2_000 });
  });

  it('frees the key when the call or its settlement fails', async () => {
    const account = { ...(await world.account(0)), prompt: nextPrompt('refuse') };
    expect((await send(account, { ...(await sign()), 'idempotency-key': 'one' })).status).toBe(422);
    await grant(world.env, account.agentId, 1);
    const fresh = { ...account, prompt: nextPrompt() };
    expect((await send(fresh, { 'idempotency-key': 'one' })).status).toBe(200);
    await expectPaidOnce(fresh, 998_000);

    const poor = await open();
    facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
    expect((await send(poor, { ...(await sign()), 'idempotency-key': 'one' })).status).toBe(402);
    expect((await send(poor, { ...(await sign()), 'idempotency-key': 'one' })).status).toBe(200);
    expect(await readAccount(poor)).toMatchObject({ balance: 0, spent: 2_000 });
  });

  it('joins a call whose settlement is awaited, and answers once it is settled', async () => {
    const account = await open();
    facilitator.misbehave('settle', { kind: 'late', ms: 900 });
    const first = await send(account, { ...(await sign()), 'idempotency-key': 'one' });
    expect(first).toMatchObject({ status: 409, body: { error: { details: { reason: 'settlement_pending' } } } });
    await grant(world.env, account.agentId, 1);
    expect((await send(account, { 'idempotency-key': 'one' })).status).toBe(200);
    await expectPaidOnce(account, 1_000_000);
  });
});
