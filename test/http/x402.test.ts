/** Paying for single calls by x402, over real sockets: the official client, and everything that it would never send. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import type { Answer } from '../harness/farebox.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, forgePayment, type PaymentRequired } from '../harness/payer.ts';

const PATH = '/api/proxy/llm-fast';
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';

interface Settled {
  success: boolean;
  payer?: string;
  transaction: string;
  errorReason?: string;
  amount?: string;
}

describe.each(dailyEngines(import.meta.url))('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let count = 0;

  beforeAll(async () => {
    facilitator = await startFacilitator();
    world = await openPaidWorld({
      engine,
      env: {
        ...buildX402Settings(facilitator),
        X402_PAY_TO: PAY_TO,
        X402_SETTLE_TIMEOUT_MS: '700',
      },
    });
  });

  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  });

  const send = (prompt: string, payment?: object | string): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    const header = typeof payment === 'string' ? payment : payment && encodePayment(payment);
    const headers = header === undefined ? {} : { 'payment-signature': header };
    return server.request('POST', PATH, { body: { prompt }, headers });
  };
  const nextPrompt = (how = 'say'): string => `${how} ${engine}-${count++}`;
  const askPrice = async (prompt: string): Promise<PaymentRequired> =>
    decodeHeader((await send(prompt)).headers['payment-required']);
  const readReason = ({ body }: Answer): unknown => Object(Object(body.error).details).reason;

  it('asks for a payment once the input is valid', async () => {
    const [server] = world.servers;
    const invalid = await server?.request('POST', PATH, { body: { prompt: 7 } });
    expect(invalid).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    const answer = await send(nextPrompt());
    expect(answer).toMatchObject({
      status: 402,
      body: { error: { code: 'PAYMENT_REQUIRED', details: { price: 0.002 } } },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(decodeHeader(answer.headers['payment-required'])).toMatchObject({
      x402Version: 2,
      resource: { url: `${server?.url}${PATH}`, mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '2000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: PAY_TO,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    });
  });

  it('sells a call to the official client', async () => {
    const payer = createPayer();
    const prompt = nextPrompt();
    const reply = await payer.fetch(`${world.servers[0]?.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    const body: Record<string, unknown> = JSON.parse(await reply.text());
    expect(reply.status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      receipt: { state: 'settled', amount: 0.002, tool: 'llm-fast', mode: 'live' },
    });
    const settled = decodeHeader<Settled>(reply.headers.get('payment-response'));
    expect(settled).toMatchObject({ success: true, payer: payer.address.toLowerCase(), amount: '2000' });
    expect([...facilitator.settled.values()]).toContain(settled.transaction);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('keeps the calls of a task under its limit, and gives back the room of those that fail', async () => {
    const payer = createPayer();
    const buy = async (prompt: string): Promise<Response> =>
      await payer.fetch(`${world.servers[0]?.url}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-task-ref': 'job', 'x-max-total': '0.004' },
        body: JSON.stringify({ prompt }),
      });
    const first = await buy(nextPrompt());
    const failed = await buy(nextPrompt('refuse'));
    const second = await buy(nextPrompt());
    const settled = facilitator.settled.size;
    const third = await buy(nextPrompt());
    expect([first, failed, second, third].map(({ status }) => status)).toEqual([200, 422, 200, 403]);
    expect(await third.json()).toMatchObject({
      error: {
        code: 'CAP_REACHED',
        details: { cap: 'task', taskRef: 'job', spent: 0.004, maxTotal: 0.004, price: 0.002 },
      },
    });
    expect(facilitator.settled.size).toBe(settled);
  });

  it('gives the recorded answer to the same payment, and runs nothing again', async () => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    const first = await send(prompt, payment);
    const verified = facilitator.verified;
    const second = await send(prompt, payment);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['payment-response']).toBe(first.headers['payment-response']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(world.upstream.asked.get(prompt)).toBe(1);
    expect(facilitator.verified).toBe(verified);
    const other = await send(nextPrompt(), payment);
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } });
  });

  it('refuses another payment with a used nonce', async () => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    expect((await send(prompt, payment)).status).toBe(200);
    const answer = await send(prompt, { ...payment, extensions: { other: {} } });
    expect(answer.status).toBe(402);
    expect(readReason(answer)).toBe('nonce_already_used');
  });

  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{"x402Version":2').toString('base64')],
    ['an array', Buffer.from('[]').toString('base64')],
    ['nothing of a payment', Buffer.from('{}').toString('base64')],
    ['version 1', Buffer.from('{"x402Version":1,"scheme":"exact"}').toString('base64')],
  ])('answers 400 to a header with %s', async (_name, header) => {
    expect(await send(nextPrompt(), header)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
  });

  it.each([
    ['another network', { network: 'eip155:1' }, {}, 'invalid_network'],
    ['another scheme', { scheme: 'upto' }, {}, 'unsupported_scheme'],
    ['another token', { asset: `0x${'1'.repeat(40)}` }, {}, 'invalid_payment_requirements'],
    ['another receiver', {}, { to: `0x${'1'.repeat(40)}` }, 'invalid_exact_evm_payload_recipient_mismatch'],
    ['an amount off by one', {}, { value: '1999' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['more than was asked for', {}, { value: '2001' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['an expired signature', {}, { validBefore: '1740672154' }, 'invalid_exact_evm_payload_authorization_valid_before'],
    [
      'one that is not valid yet',
      {},
      { validAfter: '4102444800' },
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    ['a signature of somebody else', {}, {}, 'invalid_exact_evm_payload_signature'],
  ])('answers 402 to a payment with %s', async (_name, accepted, authorization, reason) => {
    const prompt = nextPrompt();
    const required = await askPrice(prompt);
    const payment = forgePayment(required, authorization);
    const answer = await send(prompt, { ...payment, accepted: { ...Object(payment.accepted), ...accepted } });
    expect(answer.status).toBe(402);
    expect(readReason(answer)).toBe(reason);
    expect(decodeHeader<PaymentRequired>(answer.headers['payment-required']).error).toBe(reason);
    expect(world.upstream.asked.get(prompt)).toBeUndefined();
  });

  it('settles nothing for a call that failed, and takes the payment again', async () => {
    const prompt = nextPrompt('refuse');
    const payment = await createPayer().sign(await askPrice(prompt));
    const { settled } = facilitator;
    const before = settled.size;
    const answer = await send(prompt, payment);
    expect(answer.status).toBe(422);
    expect(answer.headers['payment-response']).toBeUndefined();
    expect(settled.size).toBe(before);
    expect((await send(prompt, payment)).status).toBe(422);
    expect(world.upstream.asked.get(prompt)).toBe(2);
  });

  it('runs and settles once for many uses of one signature', async () => {
    const prompt = nextPrompt('slow 200');
    const payment = await createPayer().sign(await askPrice(prompt));
    const { nonce } = Object(Object(payment.payload).authorization);
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(prompt, payment)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 409]);
    const receipts = answers.flatMap(({ status, body }) => (status === 200 ? [Object(body.receipt).callId] : []));
    expect(new Set(receipts).size).toBe(1);
    expect(world.upstream.asked.get(prompt)).toBe(1);
    expect(facilitator.asked.get(nonce)).toBe(1);
  });

  it('keeps nothing when the facilitator is down', async () => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    facilitator.misbehave('verify', { kind: 'down' });
    const answer = await send(prompt, payment);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'PAYMENT_UNAVAILABLE', retryable: true } } });
    expect(world.upstream.asked.get(prompt)).toBeUndefined();
    expect((await send(prompt, payment)).status).toBe(200);
  });

  it('delivers no answer when the settlement is refused', async () => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
    const answer = await send(prompt, payment);
    expect(answer.status).toBe(402);
    expect(JSON.stringify(answer.body)).not.toContain('An answer to');
    expect(decodeHeader<Settled>(answer.headers['payment-response'])).toMatchObject({
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
    });
    const again = await send(prompt, payment);
    expect(again.status).toBe(402);
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('refuses a wallet after three refused settlements', async () => {
    const payer = createPayer();
    for (let times = 0; times < 3; times++) {
      facilitator.misbehave('settle', { kind: 'refuse', reason: 'insufficient_funds' });
      const prompt = nextPrompt();
      expect((await send(prompt, await payer.sign(await askPrice(prompt)))).status).toBe(402);
    }
    const prompt = nextPrompt();
    const answer = await send(prompt, await payer.sign(await askPrice(prompt)));
    expect(readReason(answer)).toBe('too_many_failed_payments');
    expect(world.upstream.asked.get(prompt)).toBeUndefined();
  });

  it.each([
    ['another payer', { payer: `0x${'2'.repeat(40)}` }],
    ['another amount', { amount: '1' }],
    ['another network', { network: 'eip155:1' }],
    ['no transaction', { transaction: '' }],
  ])('believes no facilitator that tells of %s', async (_name, about) => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    facilitator.misbehave('settle', { kind: 'lie', about });
    const answer = await send(prompt, payment);
    expect(answer.status).toBe(402);
    expect(readReason(answer)).toBe('facilitator_mismatch');
  });

  it('believes no facilitator that verifies another payer', async () => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    facilitator.misbehave('verify', { kind: 'lie', about: { payer: `0x${'2'.repeat(40)}` } });
    expect((await send(prompt, payment)).status).toBe(402);
    expect(world.upstream.asked.get(prompt)).toBeUndefined();
  });

  it.each([
    ['is silent', { kind: 'hang' }, 1],
    ['settles and answers too late', { kind: 'late', ms: 1_200 }, 1],
    ['is down for a while', { kind: 'down' }, 2],
    ['answers garbage', { kind: 'garbage' }, 1],
    ['does not know', { kind: 'refuse', reason: 'unexpected_settle_error' }, 1],
  ] as const)('asks again when the facilitator %s, and then delivers the answer', async (_name, how, times) => {
    const prompt = nextPrompt();
    const payment = await createPayer().sign(await askPrice(prompt));
    facilitator.misbehave('settle', how, times);
    const first = await send(prompt, payment);
    expect(first).toMatchObject({ status: 409, body: { error: { code: 'IN_PROGRESS', retryable: true } } });
    expect(readReason(first)).toBe('settlement_pending');
    await expect.poll(async () => (await send(prompt, payment)).status, { timeout: 15_000 }).toBe(200);
    expect(world.upstream.asked.get(prompt)).toBe(1);
  });

  it('keeps accounts with keys as they were', async () => {
    const { apiKey } = await world.account(1);
    const [server] = world.servers;
    const answer = await server?.request('POST', PATH, { key: apiKey, body: { prompt: nextPrompt() } });
    expect(answer).toMatchObject({ status: 200, body: { balance: 0.998 } });
  });
});
