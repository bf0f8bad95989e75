/** Live deposits through the front door: a Stripe on loopback, its own library's signatures, both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DisputeStatus, SessionInput } from '../../../src/sandbox/stripe-objects.ts';
import { engines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, type FareboxProcess, startFarebox, startFareboxProcess } from '../../harness/farebox.ts';
import { runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { balanceOf, events, openStripe, PAID, type Sent, type StripeWorld, send } from './money.ts';

describe.each(engines)('live deposits on %s', (engine) => {
  let stripe: StripeWorld;
  let database: FreshDatabase;
  let server: FareboxProcess;
  let second: Farebox | undefined;
  beforeAll(async () => {
    stripe = await openStripe();
    database = await freshDatabase(engine);
    server = await startFareboxProcess({ database, env: stripe.env });
    if (database.shared) second = await startFarebox({ database, env: stripe.env });
  });
  afterAll(async () => {
    const { code, output } = await runCommand({ ...serverEnv(database), ...stripe.env }, 'verify');
    await Promise.all([server.stop(), second?.stop()]);
    await stripe.close();
    await database.drop();
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  const logged = (words: string) => vi.waitFor(() => expect(server.output()).toContain(words), { timeout: 60_000 });

  async function opened(amount: number): Promise<{ apiKey: string; agentId: string; session: SessionInput }> {
    const { apiKey, agentId } = await server.account('live');
    const { status, body } = await server.request('POST', '/api/stripe/checkout', { body: { amount, apiKey } });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, amount } });
    const session = stripe.twin.sessions().find(({ id }) => id === body.sessionId);
    if (!session) throw new Error('The session was not made');
    expect(session).toMatchObject({ amountCents: amount * 100, clientReferenceId: agentId, livemode: true });
    expect(body.url).toBe(`https://checkout.stripe.com/c/pay/${session.id}`);
    return { apiKey, agentId, session };
  }

  it('credit what was paid, once, for the same event fifty times at once', async () => {
    const { apiKey, session } = await opened(25);
    const event = events.completed(session);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => send(i % 2 === 1 && second ? second : server, event)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(await balanceOf(server, apiKey)).toBe(25);
    const alias = await send(server, events.completed(session, PAID, '2'), { path: '/api/stripe/webhook' });
    expect(alias.status).toBe(200);
    expect(await balanceOf(server, apiKey)).toBe(25);
  });

  it('open one checkout, however many ask at once on however many servers', async () => {
    const { apiKey } = await server.account('live');
    const asked = Array.from({ length: 12 }, (_, i) =>
      (i % 2 === 1 && second ? second : server).request('POST', '/api/stripe/checkout', {
        body: { amount: 5, apiKey },
      }),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    const header = await server.request('POST', '/api/stripe/checkout', { key: apiKey, body: { amount: 5 } });
    expect(header.body.sessionId).toBe(answers[0]?.body.sessionId);
    const other = await server.request('POST', '/api/stripe/checkout', { key: apiKey, body: { amount: 50 } });
    expect(other.body.sessionId).not.toBe(header.body.sessionId);
  });

  const forged: [what: string, how: (event: object) => Sent][] = [
    ['a wrong secret', () => ({ secret: 'whsec_of_somebody_else' })],
    ['an old signature', () => ({ ageSeconds: 301 })],
    ['an altered body', (event) => ({ body: JSON.stringify(event, null, 2).replaceAll('1000', '9000') })],
    ['the same JSON in other bytes', (event) => ({ body: JSON.stringify(event) })],
    ['no signature', () => ({ signature: '' })],
    ['a signature of another scheme', () => ({ signature: `t=${Math.floor(Date.now() / 1000)},v0=00` })],
    ['a signature that is none', () => ({ signature: 'nonsense' })],
  ];
  it.each(forged)('are not credited for %s', async (_what, how) => {
    const { apiKey, session } = await opened(10);
    const event = events.completed(session);
    const answer = await send(server, event, how(event));
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Invalid signature' } });
    expect(await balanceOf(server, apiKey)).toBe(0);
    expect((await send(server, event, { ageSeconds: 295 })).status).toBe(200);
    expect(await balanceOf(server, apiKey)).toBe(10);
  });

  it('are not credited for an event of the other mode, another currency or another amount', async () => {
    const { apiKey, session } = await opened(10);
    expect((await send(server, events.completed({ ...session, livemode: false }))).status).toBe(400);
    expect((await send(server, events.completed({ ...session, currency: 'jpy' }, PAID, 'jpy'))).status).toBe(200);
    await logged('the currency is jpy');
    // It was refused for good: what comes later for the same checkout needs a person.
    expect((await send(server, events.completed(session))).status).toBe(200);
    expect(await balanceOf(server, apiKey)).toBe(0);
    const next = await opened(10);
    await send(server, events.completed({ ...next.session, amountCents: 1 }, PAID, 'cent'));
    expect(await balanceOf(server, next.apiKey)).toBe(0);
    await logged('1 cents were paid where 1000 were asked for');
  });

  it('are not credited where there was nothing to pay, and an event of another shape is refused', async () => {
    const { apiKey, session } = await opened(10);
    const free: Record<string, unknown> = JSON.parse(JSON.stringify(events.completed(session)));
    const odd = JSON.parse(JSON.stringify(free));
    Object.assign(Object(free.data).object, { payment_status: 'no_payment_required', payment_intent: null });
    expect((await send(server, free)).status).toBe(200);
    expect(await balanceOf(server, apiKey)).toBe(0);
    for (const object of [null, 'session', { ...odd.data.object, amount_total: 'ten' }]) {
      const { status, body } = await send(server, { ...odd, id: 'evt_odd', data: { object } });
      expect([status, body.detail]).toEqual([400, expect.stringMatching(/^The event is signed, but/)]);
    }
    expect((await send(server, { signed: 'but no event' })).status).toBe(400);
    await send(server, events.completed(session, PAID, 'later'));
    expect(await balanceOf(server, apiKey)).toBe(10);
  });

  it('are taken back for refunds and disputes, in whatever order they are told', async () => {
    const { apiKey, session } = await opened(10);
    await send(server, events.refunded(session, 600));
    await send(server, events.completed(session));
    expect(await balanceOf(server, apiKey)).toBe(4);
    await send(server, events.refunded(session, 200));
    expect(await balanceOf(server, apiKey)).toBe(4);
    await send(server, events.dispute(session, 'warning_needs_response'));
    expect(await balanceOf(server, apiKey)).toBe(4);
    await send(server, events.dispute(session, 'needs_response'));
    const held = await server.request('POST', '/api/proxy/exchange-rate', {
      key: apiKey,
      body: { from: 'USD', to: 'EUR' },
    });
    expect(held).toMatchObject({ status: 403, body: { error: { code: 'ACCOUNT_SUSPENDED' } } });
    await send(server, events.dispute(session, 'won'));
    expect(await balanceOf(server, apiKey)).toBe(4);
    const { body } = await server.request('GET', '/api/proxy/account/history', { key: apiKey });
    const told = {
      transactions: expect.arrayContaining([expect.objectContaining({ reason: 'refunded', amount: -6 })]),
    };
    expect(body).toMatchObject(told);
  });

  it('come back after a refund that failed, however its failure is reported', async () => {
    const failures = ['refund.failed', 'charge.refund.updated', 'refund.updated'] as const;
    for (const type of failures) {
      const { apiKey, session } = await opened(10);
      await send(server, events.completed(session));
      await send(server, events.refunded(session, 200));
      expect(await balanceOf(server, apiKey)).toBe(8);
      const status = type === 'refund.updated' ? 'canceled' : 'failed';
      for (let time = 0; time < 2; time++) await send(server, events.refund(session, type, status, 200));
      await send(server, events.refund(session, 'refund.failed', status, 200));
      expect(await balanceOf(server, apiKey)).toBe(10);
    }
    await logged('keeps that money');
  });

  it('are taken when the funds of a dispute are withdrawn, and returned when they are reinstated', async () => {
    const { apiKey, session } = await opened(10);
    const dispute = async (kind: string, status: DisputeStatus, seed = '', cents = 400) => {
      await send(server, events.disputeStep(session, kind, status, { seed, cents }));
      return await balanceOf(server, apiKey);
    };
    await send(server, events.completed(session));
    expect(await dispute('created', 'warning_needs_response')).toBe(10);
    expect(await dispute('updated', 'warning_under_review')).toBe(10);
    expect(await dispute('funds_withdrawn', 'needs_response')).toBe(6);
    expect(await dispute('created', 'needs_response', 'second', 100)).toBe(5);
    expect(await dispute('funds_reinstated', 'won')).toBe(9);
    expect(await dispute('closed', 'prevented', 'second', 100)).toBe(10);
    expect(await dispute('created', 'warning_needs_response', 'third')).toBe(10);
    expect(await dispute('closed', 'warning_closed', 'third')).toBe(10);
    await logged('the bank asks about it');
    const { status } = await server.request('GET', '/api/account/calls', { key: apiKey });
    expect(status).toBe(200);
  });

  it('say what was wrong with a request', async () => {
    const { apiKey } = await server.account('live');
    const ask = (body: unknown) => server.request('POST', '/api/stripe/checkout', { body });
    for (const amount of [0, 7, 9.99, -5, '10', null]) {
      expect(await ask({ amount, apiKey })).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    }
    expect((await ask({ apiKey })).status).toBe(400);
    expect(await ask({ amount: 10, apiKey: 'fbx_live_x' })).toMatchObject({ status: 401 });
    expect(await ask({ amount: 10 })).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
  });

  it('keep keys and signatures out of the log', async () => {
    const { apiKey, session } = await opened(10);
    await send(server, events.completed(session));
    await logged(`"event":"${Object.getOwnPropertyDescriptor(events.completed(session), 'id')?.value}"`);
    for (const secret of [apiKey, 'sk_live_tests', stripe.env.STRIPE_WEBHOOK_SECRET ?? '']) {
      expect(server.output()).not.toContain(secret);
    }
  });
});
