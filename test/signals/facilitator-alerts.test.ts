/** Operators are told of a payment facilitator that fails or reports what was not signed, and that it is over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import type { Answer } from '../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { decodeHeader, encodePayment, forgePayment, type PaymentRequired } from '../harness/payer.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const WAIT = { timeout: 60_000, interval: 100 };

describe.each(dailyEngines(import.meta.url))('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let receiver: HookReceiver;
  let required: PaymentRequired;

  beforeAll(async () => {
    facilitator = await startFacilitator(false);
    receiver = await startHookReceiver(() => SECRET);
    world = await openPaidWorld({
      engine,
      env: {
        ...buildX402Settings(facilitator),
        X402_SETTLE_TIMEOUT_MS: '700',
        ALERT_WEBHOOK_URL: receiver.url,
        ALERT_WEBHOOK_SECRET: SECRET,
        ALERT_DISK_FREE_PERCENT: '0',
      },
    });
    required = decodeHeader((await send()).headers['payment-required']);
  });

  afterAll(async () => {
    await world.close();
    receiver.close();
    await facilitator.close();
  });

  const send = (payment?: object): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    const headers: Record<string, string> = payment ? { 'payment-signature': encodePayment(payment) } : {};
    return server.request('POST', '/api/proxy/llm-fast', { body: { prompt: 'Say hello' }, headers });
  };
  const buy = (): Promise<Answer> => send(forgePayment(required));
  const listTold = (code: string): string[] => {
    const told = receiver.hooks.filter(({ data }) => Object(data).code === code && Object(data).subject === 'x402');
    return told.map(({ type }) => type);
  };

  it.each([
    ['verifies', 'verify', { payer: `0x${'2'.repeat(40)}` }],
    ['settles', 'settle', { amount: '1' }],
  ] as const)('tells of one that %s what was not signed', async (_name, path, about) => {
    const before = listTold('payment_facilitator_untrusted').length;
    facilitator.misbehave(path, { kind: 'lie', about });
    expect((await buy()).status).toBe(402);
    if (path === 'verify') {
      await expect.poll(() => listTold('payment_facilitator_untrusted'), WAIT).toEqual(['alert.opened']);
      expect((await buy()).status).toBe(200);
      await expect
        .poll(() => listTold('payment_facilitator_untrusted'), WAIT)
        .toEqual(['alert.opened', 'alert.resolved']);
      return;
    }
    // Within the quiet period it is shown, and told at its end.
    await expect
      .poll(async () => (await world.inspector.rows('alerts')).map(({ code, state }) => `${code} ${state}`), WAIT)
      .toContain('payment_facilitator_untrusted open');
    expect(listTold('payment_facilitator_untrusted')).toHaveLength(before);
    expect((await buy()).status).toBe(200);
  });

  it('tells of one that fails, and that it works again', async () => {
    facilitator.misbehave('verify', { kind: 'down' }, 1_000);
    for (let times = 0; times < 6; times++) expect((await buy()).status).toBe(503);
    await expect.poll(() => listTold('provider_failing'), WAIT).toEqual(['alert.opened']);
    facilitator.behave();
    await expect.poll(async () => (await buy()).status, { ...WAIT, interval: 1_000 }).toBe(200);
    await expect.poll(() => listTold('provider_failing'), WAIT).toEqual(['alert.opened', 'alert.resolved']);
  });
});
