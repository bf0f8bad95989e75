/** Calls with a key whose balance is too low: a wallet pays the call alone, and the account of the key has it in its books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import type { Answer } from '../harness/farebox.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';

const PATH = '/api/proxy/llm-fast';

describe.each(engines)('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let count = 0;

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

  const nextPrompt = (how = 'say'): string => `${how} ${engine}-account-${count++}`;
  const send = (
    key: string | undefined,
    prompt: string,
    { payment, idempotencyKey }: { payment?: object; idempotencyKey?: string } = {},
  ): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    const headers = {
      ...(payment ? { 'payment-signature': encodePayment(payment) } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    return server.request('POST', PATH, { ...(key === undefined ? {} : { key }), body: { prompt }, headers });
  };
  const ask = async (key: string, prompt: string): Promise<PaymentRequired> =>
    decodeHeader((await send(key, prompt)).headers['payment-required']);
  const readAccount = async (agentId: string) => (await world.inspector.accounts()).get(agentId);

  it('says how much is missing, and what a wallet could pay the call by', async () => {
    const { apiKey } = await world.account(0.001);
    const answer = await send(apiKey, nextPrompt());
    expect(answer).toMatchObject({
      status: 402,
      body: { error: { code: 'INSUFFICIENT_BALANCE' }, deposit: {}, balance: 0.001, required: 0.002 },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(decodeHeader(answer.headers['payment-required'])).toMatchObject({
      x402Version: 2,
      resource: { url: `${world.servers[0]?.url}${PATH}` },
      accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '2000' }],
    });
  });

  it('sells the call to the official client, as a deposit and a charge on the account', async () => {
    const { apiKey, agentId } = await world.account(0.001);
    const prompt = nextPrompt();
    const reply = await createPayer().fetch(`${world.servers[0]?.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ prompt }),
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      success: true,
      balance: 0.001,
      receipt: { state: 'settled', amount: 0.002, agentId },
    });
    expect(decodeHeader(reply.headers.get('payment-response'))).toMatchObject({ success: true, amount: '2000' });
    expect(await readAccount(agentId)).toMatchObject({ balance: 1_000, spent: 2_000 });
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('charges the balance when that is enough and no payment is sent', async () => {
    const { apiKey, agentId } = await world.account(1);
    expect(await send(apiKey, nextPrompt())).toMatchObject({ status: 200, body: { balance: 0.998 } });
    expect(await readAccount(agentId)).toMatchObject({ balance: 998_000 });
  });

  it('costs nothing when the call fails', async () => {
    const { apiKey, agentId } = await world.account(0.001);
    const prompt = nextPrompt('refuse');
    const settled = facilitator.settled.size;
    expect((await send(apiKey, prompt, { payment: await createPayer().sign(await ask(apiKey, prompt)) })).status).toBe(
      422,
    );
    expect(facilitator.settled.size).toBe(settled);
    expect(await readAccount(agentId)).toMatchObject({ balance: 1_000, spent: 0 });
  });

  it('gives the recorded answer to the same payment, with the same key alone', async () => {
    const [owner, other] = [await world.account(0), await world.account(0)];
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await ask(owner.apiKey, prompt));
    const first = await send(owner.apiKey, prompt, { payment });
    const again = await send(owner.apiKey, prompt, { payment });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    for (const key of [other.apiKey, undefined]) {
      const refused = await send(key, prompt, { payment });
      expect(refused).toMatchObject({ status: 402, body: { error: { details: { reason: 'nonce_already_used' } } } });
    }
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('runs and settles once when the same signature is sent with a key and without one at once', async () => {
    const { apiKey } = await world.account(0);
    const prompt = nextPrompt('slow 200');
    const payment = await createPayer().sign(await ask(apiKey, prompt));
    const settled = facilitator.settled.size;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(index % 2 === 0 ? apiKey : undefined, prompt, { payment })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
    expect(facilitator.settled.size).toBe(settled + 1);
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('pays once under an idempotency key, from the wallet or from the balance', async () => {
    const payer = createPayer();
    const { apiKey, agentId } = await world.account(0);
    const prompt = nextPrompt();
    const required = await ask(apiKey, prompt);
    const settled = facilitator.settled.size;
    const first = await send(apiKey, prompt, { payment: await payer.sign(required), idempotencyKey: 'one' });
    const again = await send(apiKey, prompt, { payment: await payer.sign(required), idempotencyKey: 'one' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(facilitator.settled.size).toBe(settled + 1);
    const rich = await world.account(1);
    const charged = await send(rich.apiKey, prompt, { idempotencyKey: 'two' });
    const replayed = await send(rich.apiKey, prompt, { payment: await payer.sign(required), idempotencyKey: 'two' });
    expect([charged.status, replayed.status, replayed.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(facilitator.settled.size).toBe(settled + 1);
    expect(await readAccount(agentId)).toMatchObject({ balance: 0, spent: 2_000 });
  });

  it('keeps a key within its caps, and counts what wallets pay with it', async () => {
    const { apiKey } = await world.account(0);
    const made = await world.servers[0]?.request('POST', '/api/account/keys', {
      key: apiKey,
      body: { name: 'capped', caps: { total: 0.003 } },
    });
    const { apiKey: capped } = Object(made?.body);
    const payer = createPayer();
    const prompt = nextPrompt();
    const required = await ask(capped, prompt);
    expect((await send(capped, prompt, { payment: await payer.sign(required) })).status).toBe(200);
    const next = nextPrompt();
    const refused = await send(capped, next, { payment: await payer.sign(required) });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'CAP_REACHED', details: { cap: 'total' } } } });
    expect(world.upstream.asked.get(next)).toBeUndefined();
  });

  it('counts refused settlements by wallet, whoever it pays for', async () => {
    const payer = createPayer();
    for (let times = 0; times < 3; times++) {
      facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
      const { apiKey } = await world.account(0);
      const prompt = nextPrompt();
      expect((await send(apiKey, prompt, { payment: await payer.sign(await ask(apiKey, prompt)) })).status).toBe(402);
    }
    const { apiKey } = await world.account(0);
    const prompt = nextPrompt();
    const answer = await send(apiKey, prompt, { payment: await payer.sign(await ask(apiKey, prompt)) });
    expect(answer).toMatchObject({ status: 402, body: { error: { details: { reason: 'too_many_failed_payments' } } } });
    expect(world.upstream.asked.get(prompt)).toBeUndefined();
  });
});
