/** Deposits by wallet, and calls that a wallet has paid for, wherever they are shown: lists, statements, webhooks, operators, receipts. */
import { execFileSync } from 'node:child_process';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import type { Answer } from '../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';
import { programs } from '../harness/programs.ts';

const TOP_UP = '/api/account/deposits/x402';
const TOOL = '/api/proxy/llm-fast';
const LOOKUP = '/api/receipts/lookup';
const NETWORK = 'eip155:8453';
const ADMIN_TOKEN = 'the-operator-of-this-test-has-a-long-token';
const WAIT = { timeout: 60_000, interval: 50 };

describe.each(engines)('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let receiver: HookReceiver;
  let secret = '';
  const payer = createPayer();
  const wallet = payer.address.toLowerCase();

  beforeAll(async () => {
    facilitator = await startFacilitator();
    receiver = await startHookReceiver(() => secret);
    const env = { FETCH_ALLOW_HOSTS: new URL(receiver.url).host, ADMIN_TOKEN, ...buildX402Settings(facilitator) };
    world = await openPaidWorld({ engine, env });
  });
  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
    receiver.close();
  });

  const send = (method: string, path: string, options: object = {}): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    return server.request(method, path, options);
  };
  /** Asks, signs and pays. */
  async function pay(path: string, options: { key?: string; body: object; headers?: object }): Promise<Answer> {
    const required = decodeHeader<PaymentRequired>((await send('POST', path, options)).headers['payment-required']);
    const headers = { ...options.headers, 'payment-signature': encodePayment(await payer.sign(required)) };
    const paid = await send('POST', path, { ...options, headers });
    expect(paid.status).toBe(200);
    return { ...paid, headers: { ...paid.headers, sent: headers['payment-signature'] } };
  }

  it('shows a top-up with payer and transaction to its owner and to operators, on the statement, and by one webhook', async () => {
    const { apiKey: key, agentId } = await world.account(0);
    const hook = await send('POST', '/api/account/webhooks', {
      key,
      body: { url: receiver.url, events: ['deposit.received'] },
    });
    secret = String(hook.body.secret);
    const paid = await pay(TOP_UP, { key, body: { amount: 1 } });
    const again = { key, body: { amount: 1 }, headers: { 'payment-signature': String(paid.headers.sent) } };
    expect((await send('POST', TOP_UP, again)).status).toBe(200);
    const [transaction] = [...facilitator.settled.values()].slice(-1);
    const deposit = {
      amount: 1,
      source: 'wallet',
      wallet: { network: NETWORK, payer: wallet, transaction, callId: null },
    };
    expect((await send('GET', '/api/account/deposits', { key })).body).toMatchObject({ deposits: [deposit] });
    const ofOperator = await send('GET', `/admin/accounts/${agentId}/deposits`, { key: ADMIN_TOKEN });
    expect(ofOperator.body).toMatchObject({ items: [deposit] });
    expect((await send('GET', `/admin/accounts/${agentId}/deposits`, { key })).status).toBe(403);

    await expect.poll(() => receiver.hooks.length, WAIT).toBe(1);
    expect(receiver.hooks[0]).toMatchObject({
      type: 'deposit.received',
      isGenuine: true,
      data: { agentId, amount: 1, source: 'wallet' },
    });
    if (programs.pdftotext === null) return;
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await request(`${world.servers[0]?.url}/api/account/statements/${month}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const input = Buffer.from(await body.arrayBuffer());
    const text = execFileSync(programs.pdftotext, ['-layout', '-', '-'], { input, encoding: 'utf8' });
    expect(text).toMatch(/Deposit \(wallet\) +1\.00 USD/);
    expect(receiver.hooks).toHaveLength(1);
  });

  it('shows a call to whoever holds one of its receipts, and nothing else of the account', async () => {
    const body = { prompt: `say ${engine} by receipt` };
    const paid = await pay(TOOL, { body, headers: { prefer: 'receipt=signed' } });
    const { callId, jws } = Object(paid.body.receipt);
    const [transaction] = [...facilitator.settled.values()].slice(-1);
    const call = {
      ...{ callId, tool: 'llm-fast', mode: 'live', state: 'settled', amount: 0.002, reason: null },
      settlement: { network: NETWORK, payer: wallet, transaction },
    };
    const found = await send('POST', LOOKUP, { body: { receipt: jws } });
    expect(found).toMatchObject({ status: 200, body: { calls: [call] } });
    expect(Object(found.body).calls).toHaveLength(1);
    expect(Object(found.body).calls[0].jws.split('.')[1]).toBe(jws.split('.')[1]);

    const { extensions } = decodeHeader<{
      extensions: { 'offer-receipt': { info: { receipt: { signature: string } } } };
    }>(paid.headers['payment-response']);
    const ofX402 = extensions['offer-receipt'].info.receipt.signature;
    const same = await send('POST', LOOKUP, { body: { receipt: ofX402 } });
    expect(Object(same.body).calls).toEqual(expect.arrayContaining([expect.objectContaining(call)]));
    for (const path of ['/api/account/calls', `/api/account/receipts/${callId}`])
      expect((await send('GET', path, { key: jws })).status).toBe(401);
  });

  it('takes no receipt that it has not signed', async () => {
    const paid = await pay(TOOL, { body: { prompt: `say ${engine} forged` }, headers: { prefer: 'receipt=signed' } });
    const [head, payload, signature] = String(Object(paid.body.receipt).jws).split('.');
    const other = Buffer.from(JSON.stringify({ callId: 'call_0', agentId: 'agt_0' })).toString('base64url');
    const required = decodeHeader<PaymentRequired>(
      (await send('POST', TOOL, { body: { prompt: 'say an offer' } })).headers['payment-required'],
    );
    const { offers } = Object(required.extensions?.['offer-receipt']).info;
    for (const receipt of [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.AAAA`,
      'a.b.c',
      'x',
      offers[0].signature,
    ]) {
      const answer = await send('POST', LOOKUP, { body: { receipt } });
      expect.soft(answer, receipt).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    }
  });
});
