/** Plans through the front door: a Stripe on loopback, its own library's signatures, both databases. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveSandboxSecret } from '../../../src/ledger/payments/receive-payment.ts';
import { openSecrets } from '../../../src/ledger/secret.ts';
import stripe from '../../../src/providers/stripe.ts';
import { buildEvent, buildSession, type SessionInput } from '../../../src/sandbox/stripe-objects.ts';
import { buildInvoice, buildSubscription, type SubscriptionState } from '../../../src/sandbox/stripe-subscriptions.ts';
import { engines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';
import { openStripe, PAID, type StripeWorld, send } from '../payments/money.ts';

const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);
const SUCCESS = 'https://app.example/paid';
const URLS = { success_url: SUCCESS, cancel_url: 'https://app.example/plans' };
const LIMITS = { free: { analyses: 1, members: 1 }, pro: { analyses: 500, members: 20 } };

/** An event that the provider made `daysAgo` days ago; `seed` makes its id. */
const tell = (type: string, object: object, facts: SessionInput, daysAgo: number, seed = ''): object => ({
  ...buildEvent(type, object, facts, `${facts.id} ${daysAgo} ${seed}`),
  created: NOW - daysAgo * DAY,
});

describe.each(engines)('plans on %s', (engine) => {
  let world: StripeWorld;
  let room: Newsroom;
  beforeAll(async () => {
    world = await openStripe();
    const prices = { STRIPE_PRICE_PRO: 'price_pro', STRIPE_PRICE_BUSINESS: 'price_business' };
    const env = { ...world.env, ...prices, LOG_LEVEL: 'silent', PLAN_LIMITS: JSON.stringify(LIMITS) };
    room = await openNewsroom(engine, { env, providers: [stripe] });
  });
  afterAll(async () => {
    await room.stop();
    await world.close();
  });

  const checkout = (key: string, body: object = URLS, headers: Record<string, string> = {}): Promise<Answer> =>
    room.ask('POST', '/billing/checkout', { key, body, headers });
  const status = async (key: string): Promise<Record<string, unknown>> =>
    (await room.ask('GET', '/billing/status', { key })).body;
  const hear = async (event: object): Promise<Answer> => send(room, event);

  /** Somebody whose company is at the provider's page. */
  async function buy(name: string, plan = 'pro'): Promise<Person & { facts: SessionInput }> {
    const person = await room.signIn(`${name}@${name}.example`);
    const { body } = await checkout(person.token, { ...URLS, plan });
    const facts = world.twin.sessions().find(({ id }) => id === body.session_id);
    if (!facts) throw new Error('The session was not made');
    return { ...person, facts };
  }

  const subscription = (type: string, facts: SessionInput, state: SubscriptionState, daysAgo: number): object =>
    tell(`customer.subscription.${type}`, buildSubscription(facts, state), facts, daysAgo, state.status);
  const invoice = (facts: SessionInput, periodEnd: number, isPaid: boolean, daysAgo: number): object =>
    tell(`invoice.${isPaid ? 'paid' : 'payment_failed'}`, buildInvoice(facts, periodEnd, isPaid), facts, daysAgo);

  it('are bought at the provider’s page, and allow more', async () => {
    const { token: key, companyId, facts } = await buy('ada');
    expect(facts).toMatchObject({
      livemode: true,
      clientReferenceId: companyId,
      metadata: { kind: 'subscription', farebox_company: companyId, farebox_plan: 'pro' },
      successUrl: SUCCESS,
      subscription: { priceId: 'price_pro' },
    });
    expect(await status(key)).toMatchObject({
      plan: 'free',
      status: 'active',
      current_period_end: null,
      cancel_at_period_end: false,
      limits: { analyses_per_month: 1, daily_mailing_limit: 50, members: 1 },
      usage: { analyses_limit: 1 },
      provider: 'stripe',
    });
    const analyze = (): Promise<Answer> => room.ask('POST', '/api/analyze', { key, body: { content: 'Kiro opens.' } });
    const invite = (): Promise<Answer> => room.ask('POST', '/auth/invite', { key, body: { email: 'x@ada.example' } });
    expect([(await analyze()).status, (await analyze()).status, (await invite()).status]).toEqual([200, 429, 409]);
    expect(await room.ask('GET', '/billing/portal', { key })).toMatchObject({
      status: 409,
      body: { code: 'no_customer' },
    });

    const end = NOW + 30 * DAY;
    const completed = tell('checkout.session.completed', buildSession(facts, PAID), facts, 1);
    expect((await hear(completed)).text).toBe('{"received":true,"duplicate":false}');
    expect((await status(key)).plan).toBe('free');
    const active = subscription('updated', facts, { status: 'active', periodEnd: end }, 1);
    expect((await send(room, active, { path: '/api/stripe/webhook' })).body).toEqual({
      received: true,
      duplicate: false,
    });
    expect(await status(key)).toMatchObject({
      plan: 'pro',
      limits: { analyses_per_month: 500, daily_mailing_limit: 300, members: 20 },
      usage: { analyses_limit: 500 },
      current_period_end: expect.stringMatching(/\+09:00$/),
    });
    expect([(await analyze()).status, (await invite()).status]).toEqual([200, 200]);
    expect((await room.ask('GET', '/auth/company', { key })).body).toMatchObject({
      plan: 'pro',
      plan_status: 'active',
    });
    const portal = await room.ask('GET', '/billing/portal?return_url=https://app.example/back', { key });
    expect(portal).toMatchObject({ status: 200, body: { url: portal.body.portal_url } });
    expect(portal.body.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect((await room.ask('GET', '/billing/portal', { key })).status).toBe(200);
    const second = await checkout(key, { ...URLS, plan: 'business' });
    expect([second.status, Object.keys(second.body)]).toEqual([409, ['detail']]);

    // What was told before, once more; and with other data.
    expect((await hear(active)).body).toEqual({ received: true, duplicate: true });
    expect((await hear({ ...active, pending_webhooks: 7 })).body).toEqual({ received: true, duplicate: true });
    const altered = { ...subscription('updated', facts, { status: 'canceled', periodEnd: end }, 1) };
    expect((await hear({ ...altered, id: Reflect.get(active, 'id') })).status).toBe(400);
    expect((await status(key)).plan).toBe('pro');
  });

  it('follow what was told last, in whatever order it comes', async () => {
    const { token: key, facts } = await buy('bob', 'business');
    const end = NOW + 10 * DAY;
    await hear(invoice(facts, end, true, 20));
    expect(await status(key)).toMatchObject({ plan: 'business', status: 'active' });
    // Of the same second as the payment, and older.
    await hear(subscription('created', facts, { status: 'incomplete', periodEnd: end }, 20));
    await hear(subscription('deleted', facts, { status: 'canceled', periodEnd: NOW - DAY }, 21));
    expect(await status(key)).toMatchObject({ plan: 'business', status: 'active' });
    // The customer has gone over to another plan, and will end it.
    const leaving: SubscriptionState = {
      status: 'active',
      periodEnd: end,
      priceId: 'price_pro',
      cancelAtPeriodEnd: true,
    };
    await hear(subscription('updated', facts, leaving, 10));
    expect(await status(key)).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true });
    await hear(subscription('deleted', facts, { ...leaving, status: 'canceled' }, 5));
    expect(await status(key)).toMatchObject({ plan: 'pro', status: 'canceled', limits: { members: 20 } });
    await hear(invoice(facts, NOW + 90 * DAY, true, 1));
    expect(await status(key)).toMatchObject({ status: 'canceled' });
    expect((await checkout(key)).status).toBe(200);
  });

  it('last two weeks when a payment is late, and until what is paid ends when cancelled', async () => {
    const { token: key, facts } = await buy('cid');
    await hear(subscription('updated', facts, { status: 'active', periodEnd: NOW - 20 * DAY }, 60));
    await hear(invoice(facts, NOW + 10 * DAY, false, 13));
    await hear(subscription('updated', facts, { status: 'past_due', periodEnd: NOW + 10 * DAY }, 12));
    expect(await status(key)).toMatchObject({ plan: 'pro', status: 'past_due', limits: { members: 20 } });
    await hear(invoice(facts, NOW + 10 * DAY, true, 2));
    expect(await status(key)).toMatchObject({ status: 'active' });

    const late = await buy('dan');
    await hear(subscription('updated', late.facts, { status: 'active', periodEnd: NOW - 20 * DAY }, 60));
    await hear(subscription('updated', late.facts, { status: 'past_due', periodEnd: NOW + 10 * DAY }, 15));
    expect(await status(late.token)).toMatchObject({ status: 'past_due', limits: { members: 1 } });
    // The period that was never paid counts for nothing when it is given up for that.
    await hear(subscription('deleted', late.facts, { status: 'canceled', periodEnd: NOW + 10 * DAY }, 1));
    expect(await status(late.token)).toMatchObject({ status: 'canceled', limits: { members: 1 } });

    const never = await buy('eve');
    await hear(invoice(never.facts, NOW + 30 * DAY, false, 1));
    expect(await status(never.token)).toMatchObject({ plan: 'free', status: 'active' });
  });

  it('are bought once under an idempotency key, and lead back to where they may', async () => {
    const { token: key } = await room.signIn('fay@fay.example');
    const headers = { 'idempotency-key': 'buy-1' };
    const first = await checkout(key, URLS, headers);
    const again = await checkout(key, URLS, headers);
    expect([first.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
    expect((await checkout(key, { ...URLS, plan: 'business' }, headers)).body).toMatchObject({
      code: 'idempotency_conflict',
    });
    for (const success_url of ['/paid', 'http://app.example/', 'https://a:b@app.example/', 'javascript:alert(1)', '']) {
      const refused = await checkout(key, { ...URLS, success_url });
      expect(refused).toMatchObject({ status: 400, body: { code: 'url_not_allowed' } });
    }
    expect((await checkout(key, { ...URLS, success_url: 'http://localhost:5173/paid' })).status).toBe(200);
    expect(await checkout(key, { ...URLS, plan: 'gold' })).toMatchObject({
      status: 400,
      body: { detail: 'plan must be one of: pro, business' },
    });
    expect((await checkout(key, {})).status).toBe(422);
    expect((await room.ask('POST', '/billing/checkout', { body: '{' })).status).toBe(401);
  });

  it('change by nothing that the provider has not signed, and by no test money', async () => {
    const { token: key, facts } = await buy('gus');
    const event = subscription('updated', facts, { status: 'active', periodEnd: NOW + DAY }, 1);
    const { url, dataDir } = room.database;
    const secrets = openSecrets(
      url === undefined
        ? { secret: undefined, dataDir: join(dataDir, 'data') }
        : { secret: 'a secret of the tests, the same for all servers' },
    );
    const secret = deriveSandboxSecret(secrets);
    for (const how of [{ secret: 'whsec_other' }, { ageSeconds: 301 }, { signature: '' }, { secret }]) {
      const refused = await send(room, event, how);
      expect(refused).toMatchObject({ status: 400, body: { detail: 'Invalid signature' } });
    }
    expect((await send(room, { ...event, livemode: false })).status).toBe(400);
    expect((await send(room, { ...event, livemode: false }, { secret })).status).toBe(200);
    expect((await send(room, event, { body: 'x'.repeat(513 * 1024) })).status).toBe(413);
    expect(await status(key)).toMatchObject({ plan: 'free' });
    expect((await hear({ ...event, id: 'evt_gus' })).status).toBe(200);
    expect(await status(key)).toMatchObject({ plan: 'pro' });
  });
});

describe('plans where nobody sells them', () => {
  it('say so', async () => {
    const room = await openNewsroom('sqlite', { env: { RETURN_ORIGINS: 'https://app.example' }, providers: [stripe] });
    const { token: key } = await room.signIn('ada@free.example');
    const variables = ['STRIPE_API_KEY', 'STRIPE_WEBHOOK_SECRET'];
    const refused = { status: 503, body: { code: 'no_billing', variables } };
    expect(
      await room.ask('POST', '/billing/checkout', { key, body: { success_url: 'x', cancel_url: '' } }),
    ).toMatchObject(refused);
    expect(await room.ask('GET', '/billing/portal', { key })).toMatchObject(refused);
    expect(await room.ask('GET', '/billing/status', { key })).toMatchObject({
      status: 200,
      body: { plan: 'free', status: 'active', provider: 'none', limits: { analyses_per_month: 50, members: 5 } },
    });
    await room.stop();
  });
});
