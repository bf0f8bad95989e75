/** Automatic top-ups through the front door: one charge for one shortage, booked as Stripe reports it, on both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveTwin } from '../../../src/sandbox/shared/wire.ts';
import { createStripeTwin, type StripeTwin } from '../../../src/sandbox/stripe.ts';
import { buildPaymentIntent } from '../../../src/sandbox/stripe-cards.ts';
import { buildEvent, buildSession, type CardPlay, type SessionInput } from '../../../src/sandbox/stripe-objects.ts';
import { engines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, type FareboxProcess, startFareboxProcess } from '../../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../../harness/hook-receiver.ts';
import { runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { BASE_URL, balanceOf, events, send, WEBHOOK_SECRET } from './money.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const PATH = '/api/account/auto-top-up';
const CARD = '/api/account/card';
const ON = { enabled: true, threshold: 5, amount: 10, monthlyLimit: 20 };

interface Payer {
  apiKey: string;
  agentId: string;
}

describe.each(engines)('automatic top-ups on %s', (engine) => {
  let twin: StripeTwin;
  let stripe: Awaited<ReturnType<typeof serveTwin>>;
  let receiver: HookReceiver;
  let secret = '';
  let database: FreshDatabase;
  let env: Record<string, string>;
  const servers: FareboxProcess[] = [];
  /** What happens between a charge and the answer about it. */
  let onCharge: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    twin = createStripeTwin();
    stripe = await serveTwin({
      ...twin,
      async handle(request) {
        const reply = await twin.handle(request);
        if (request.method === 'POST' && request.url.pathname === '/v1/payment_intents') await onCharge?.();
        return reply;
      },
    });
    receiver = await startHookReceiver(() => secret);
    database = await freshDatabase(engine);
    env = {
      STRIPE_API_KEY: 'sk_live_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: stripe.url,
      WELCOME_USD_PER_DAY: '0',
      FETCH_ALLOW_HOSTS: new URL(receiver.url).host,
      BASE_URL,
    };
    await start();
    if (database.shared) await start();
  });
  beforeEach(() => {
    onCharge = undefined;
  });
  afterAll(async () => {
    const { code, output } = await runCommand({ ...serverEnv(database), ...env }, 'verify');
    for (const server of servers) await server.stop();
    await stripe.close();
    receiver.close();
    await database.drop();
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  async function start(): Promise<FareboxProcess> {
    const server = await startFareboxProcess({ database, env });
    servers.push(server);
    return server;
  }

  const first = (): FareboxProcess => {
    const [server] = servers;
    if (!server) throw new Error('No server');
    return server;
  };
  const ask = (method: string, path: string, { apiKey: key }: { apiKey: string }, body?: object): Promise<Answer> =>
    first().request(method, path, { key, ...(body === undefined ? {} : { body }) });
  const status = async (payer: Payer): Promise<Record<string, unknown>> => (await ask('GET', PATH, payer)).body;
  const chargesOf = ({ agentId }: Payer) =>
    twin.charges().filter(({ facts }) => facts.metadata.farebox_account === agentId);
  const told = (type: string, { agentId }: Payer) =>
    new Set(receiver.hooks.flatMap((hook) => (hook.type === type && hook.data.agentId === agentId ? [hook.id] : [])));

  /** The page where the card is saved, and Stripe's event that it was. */
  async function openCard(payer: Payer, play: CardPlay): Promise<{ session: SessionInput; event: object }> {
    const { status: code, body } = await ask('POST', CARD, payer, {});
    expect({ code, body }).toMatchObject({ code: 200, body: { url: expect.stringMatching(/^https:\/\/checkout/) } });
    const made = twin.sessions().find(({ id }) => id === body.sessionId);
    if (!made?.card) throw new Error('The page was not made');
    const session = { ...made, card: { ...made.card, play } };
    const saved = { status: 'complete', paymentStatus: 'no_payment_required' } as const;
    const event = buildEvent('checkout.session.completed', buildSession(session, saved), session, session.id);
    return { session, event };
  }

  async function openPayer(play: CardPlay = 'saved'): Promise<Payer> {
    const payer = await first().account('live');
    const { event } = await openCard(payer, play);
    expect((await send(first(), event)).status).toBe(200);
    const hook = { url: receiver.url, events: ['top_up.paused', 'top_up.limit_reached', 'deposit.received'] };
    secret = String((await ask('POST', '/api/account/webhooks', payer, hook)).body.secret);
    return payer;
  }

  const turnOn = async (payer: Payer, settings: object = ON): Promise<void> => {
    const { status: code, body } = await ask('PUT', PATH, payer, settings);
    expect({ code, body }).toMatchObject({ code: 200, body: { state: 'on' } });
  };

  const findCharge = (payer: Payer) => {
    const [charge] = chargesOf(payer);
    if (!charge) throw new Error('There is no charge');
    return charge;
  };

  const paidEvent = (payer: Payer, seed = '1'): object => {
    const charge = findCharge(payer);
    return buildEvent('payment_intent.succeeded', buildPaymentIntent(charge), charge.facts, charge.facts.id + seed);
  };

  it('charge once below the threshold, and once however often Stripe tells it', async () => {
    const payer = await openPayer();
    await turnOn(payer);
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(10);
    for (const server of servers) for (const seed of ['1', '1', '2']) await send(server, paidEvent(payer, seed));
    expect(await balanceOf(first(), payer.apiKey)).toBe(10);
    expect(chargesOf(payer)).toHaveLength(1);
    expect(findCharge(payer).facts).toMatchObject({ amountCents: 1000, currency: 'usd', livemode: true });
    expect(await status(payer)).toMatchObject({ state: 'on', chargedThisMonth: 10, isCharging: false, payUrl: null });
    await expect.poll(() => told('deposit.received', payer).size, WAIT).toBe(1);
  });

  it('are not charged twice by a server that dies between the charge and its booking', {
    timeout: 120_000,
  }, async () => {
    const payer = await openPayer();
    const isCharged = new Promise<void>((resolve) => {
      onCharge = async () => {
        resolve();
        // No answer: whoever has charged is dead by then.
        await new Promise((later) => setTimeout(later, 2_000));
      };
    });
    await turnOn(payer);
    await isCharged;
    await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
    onCharge = undefined;
    await start();
    if (database.shared) await start();
    expect(await status(payer)).toMatchObject({ isCharging: true });
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(10);
    expect(chargesOf(payer)).toHaveLength(1);
    expect((await send(first(), paidEvent(payer))).status).toBe(200);
    expect(await balanceOf(first(), payer.apiKey)).toBe(10);
  });

  it.each([
    ['declined', 'declined'],
    ['requires_action', 'requires_action'],
  ] as const)('pause when the card is %s, tell it once, and can be paid by hand', async (play, reason) => {
    const payer = await openPayer(play);
    await turnOn(payer);
    await expect.poll(async () => (await status(payer)).state, WAIT).toBe('paused');
    const { payUrl, ...shown } = await status(payer);
    expect(shown).toMatchObject({ reason, chargedThisMonth: 0, isCharging: false, card: { brand: 'visa' } });
    const page = await first().request('GET', String(payUrl).slice(BASE_URL.length));
    expect(page.status).toBe(200);
    await expect.poll(() => told('top_up.paused', payer).size, WAIT).toBe(1);
    const hook = receiver.hooks.find(({ data, type }) => type === 'top_up.paused' && data.agentId === payer.agentId);
    expect(hook).toMatchObject({ isGenuine: true, data: { reason, amount: 10, mode: 'live' } });
    // Stripe's own event about it changes nothing, and nothing is tried again.
    const charge = findCharge(payer);
    const failed = buildEvent('payment_intent.payment_failed', buildPaymentIntent(charge), charge.facts, play);
    expect((await send(first(), failed)).status).toBe(200);
    // A card that pays, saved in its place, ends the pause.
    const { event } = await openCard(payer, 'saved');
    await send(first(), event);
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(10);
    expect(chargesOf(payer).map((one) => one.play)).toEqual([play, 'saved']);
    expect(told('top_up.paused', payer).size).toBe(1);
    expect(await status(payer)).toMatchObject({ state: 'on', reason: null });
  });

  it('stop at the limit of the month, and give back what is refunded', async () => {
    const payer = await openPayer();
    await turnOn(payer, { ...ON, monthlyLimit: 10 });
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(10);
    await send(first(), events.refunded(findCharge(payer).facts, 1000));
    expect(await balanceOf(first(), payer.apiKey)).toBe(0);
    await expect.poll(() => told('top_up.limit_reached', payer).size, WAIT).toBe(1);
    expect(chargesOf(payer)).toHaveLength(1);
    expect(await status(payer)).toMatchObject({ state: 'on', chargedThisMonth: 10 });
    await turnOn(payer, ON);
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(10);
    expect(chargesOf(payer)).toHaveLength(2);
  });

  it('charge nothing when turned off or without a card, and take settings from the root key alone', async () => {
    const payer = await openPayer();
    const bare = await first().account('live');
    expect((await ask('PUT', PATH, bare, ON)).status).toBe(409);
    for (const wrong of [
      { ...ON, amount: 7 },
      { ...ON, threshold: 11 },
      { ...ON, monthlyLimit: 5 },
    ])
      expect((await ask('PUT', PATH, payer, wrong)).status).toBe(400);
    const sub = await ask('POST', '/api/account/keys', payer, { name: 'sub', caps: { perCall: 1 } });
    const subKey = { apiKey: String(sub.body.apiKey) };
    expect((await ask('PUT', PATH, subKey, ON)).status).toBe(403);
    expect((await ask('POST', CARD, subKey, {})).status).toBe(403);
    expect((await ask('PUT', PATH, payer, { enabled: false })).body).toMatchObject({ state: 'off' });
    const late = await openCard(payer, 'saved');
    const removed = await ask('DELETE', CARD, payer);
    expect(removed.body).toMatchObject({ state: 'off', card: null });
    // A page that was open before the card was removed saves none.
    expect((await send(first(), late.event)).status).toBe(200);
    expect(await status(payer)).toMatchObject({ card: null });
    expect((await ask('PUT', PATH, payer, ON)).status).toBe(409);
    expect(chargesOf(payer)).toHaveLength(0);
  });

  it('are found and booked by reconcile when their event and answer are lost', async () => {
    const payer = await openPayer();
    onCharge = () => Promise.reject(new Error('The connection breaks'));
    await turnOn(payer);
    await expect.poll(() => chargesOf(payer).length, WAIT).toBe(1);
    const { code, output } = await runCommand({ ...serverEnv(database), ...env }, 'reconcile');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('here it is pending (repaired)'),
    });
    expect(await balanceOf(first(), payer.apiKey)).toBe(10);
    expect(await status(payer)).toMatchObject({ isCharging: false });
  });

  it('are tried in the sandbox with test money, and no live card', async () => {
    const before = twin.charges().length;
    const payer = await first().account('test');
    const page = await ask('POST', CARD, payer, {});
    const path = String(page.body.url).slice(BASE_URL.length);
    expect(path).toMatch(/^\/pay\/sandbox\/card\/cs_test_/);
    expect((await first().request('GET', path)).text).toContain('play=requires_action');
    const saved = await first().request('POST', `${path}?play=saved`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(saved.status).toBe(303);
    const { balance } = payer;
    await turnOn(payer, { ...ON, threshold: 50, amount: 50, monthlyLimit: 50 });
    await expect.poll(() => balanceOf(first(), payer.apiKey), WAIT).toBe(balance + 50);
    expect(twin.charges()).toHaveLength(before);
    // What Stripe says about test cards has no effect on live books.
    const live = await openCard(await first().account('live'), 'saved');
    const session = { ...live.session, livemode: false };
    const done = { status: 'complete', paymentStatus: 'no_payment_required' } as const;
    const event = buildEvent('checkout.session.completed', buildSession(session, done), session, session.id);
    expect((await send(first(), event)).status).toBe(400);
  });
});
