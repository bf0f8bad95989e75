/** `farebox reconcile`: what the payment provider and the books say, compared over every page. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile as compare, type ReconcileDeps } from '../../../src/ledger/payments/reconcile.ts';
import { buildDispute, type SessionInput } from '../../../src/sandbox/stripe-objects.ts';
import { engines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { type CommandResult, farebox, runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { events, openStripe, PAID, type StripeWorld, send } from './money.ts';

const never = () => Promise.reject(new Error('Not asked for'));
const alone = (list: ReconcileDeps['lists'][number]): ReconcileDeps => ({
  lists: [list],
  readPayment: never,
  repair: never,
});
const readId = (object: object): string => ('id' in object ? String(object.id) : '');
const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const operator = { key: ADMIN_TOKEN };

describe.each(engines)('reconcile on %s', (engine) => {
  let stripe: StripeWorld;
  let database: FreshDatabase;
  let server: Farebox;
  beforeAll(async () => {
    stripe = await openStripe();
    database = await freshDatabase(engine);
    server = await startFarebox({ database, env: { ...stripe.env, ADMIN_TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await stripe.close();
    await database.drop();
  });

  const reconcile = (...words: string[]): Promise<CommandResult> =>
    runCommand({ ...serverEnv(database), ...stripe.env }, 'reconcile', ...words);

  async function checkout(amount: number): Promise<SessionInput> {
    const { apiKey } = await server.account('live');
    const { body } = await server.request('POST', '/api/stripe/checkout', { body: { amount, apiKey } });
    const session = stripe.twin.sessions().find(({ id }) => id === body.sessionId);
    if (!session) throw new Error('The session was not made');
    return session;
  }

  async function paid(amount: number): Promise<SessionInput> {
    const session = await checkout(amount);
    stripe.twin.change(session.id, { state: PAID });
    expect((await send(server, events.completed(session))).status).toBe(200);
    return session;
  }

  it('finds nothing where there is nothing, over more than one page', async () => {
    for (let portion = 0; portion < 7; portion++) await Promise.all(Array.from({ length: 15 }, () => checkout(5)));
    await paid(10);
    const refunded = await paid(25);
    stripe.twin.change(refunded.id, { refunds: [{ cents: 400, status: 'succeeded' }] });
    await send(server, events.refunded(refunded, 400));
    const { code, output } = await reconcile();
    expect({ code, output }).toEqual({ code: 0, output: 'No differences in 107 checkouts of the last 30 days.\n' });
  });

  it('repairs what follows from the payment provider, once, and names the rest', async () => {
    const lost = await checkout(50);
    stripe.twin.change(lost.id, { state: PAID });
    const unpaid = await paid(10);
    stripe.twin.change(unpaid.id, { state: { status: 'open', paymentStatus: 'unpaid' } });
    const refunded = await paid(10);
    stripe.twin.change(refunded.id, { refunds: [{ cents: 1_000, status: 'pending' }] });
    const failed = await paid(10);
    await send(server, events.refunded(failed, 300));
    stripe.twin.change(failed.id, { refunds: [{ cents: 300, status: 'failed' }] });
    const disputed = await paid(10);
    stripe.twin.change(disputed.id, { disputes: [{ cents: 600, status: 'needs_response' }] });
    const asked = await paid(10);
    stripe.twin.change(asked.id, { disputes: [{ cents: 600, status: 'warning_needs_response' }] });
    const won = await paid(10);
    await send(server, events.disputeStep(won, 'created', 'needs_response', { seed: '0', cents: 1_000 }));
    stripe.twin.change(won.id, { disputes: [{ cents: 1_000, status: 'won' }] });
    const { code, output } = await reconcile('--days', '2');
    expect(code).toBe(1);
    const dispute = (session: SessionInput) => readId(buildDispute(session, 'won', 0, '0'));
    const remaining = `${unpaid.id}: 10 USD credited here, not paid`;
    expect(output.trim().split('\n').sort()).toEqual(
      [
        `${lost.id}: 50.00 USD paid, here it is open (repaired)`,
        `${refunded.id}: 10 USD refunded, here 0 (repaired)`,
        `${failed.id}: 0 USD refunded, here 3 (repaired)`,
        `${disputed.id}: dispute ${dispute(disputed)} withholds 6 USD, here 0 (repaired)`,
        `${won.id}: dispute ${dispute(won)} withholds 0 USD, here 10 (repaired)`,
        remaining,
      ].sort(),
    );
    const balances = [lost, refunded, failed, disputed, asked, won].map(async (session) => {
      const { body } = await server.request('GET', `/admin/accounts?q=${session.clientReferenceId}`, operator);
      return Object(body).items[0].balance;
    });
    expect(await Promise.all(balances)).toEqual([50, 0, 10, 4, 10, 10]);
    expect(await reconcile('--days', '2')).toEqual({ code: 1, output: `${remaining}\n` });
    const { body: board } = await server.request('GET', '/admin/dashboard', operator);
    const alerts = Object(board).alerts.filter(({ code: one }: { code: string }) => one === 'payment');
    expect(JSON.stringify(alerts)).toMatch(/failed: agt_\w+ keeps that money/);
    expect(JSON.stringify(alerts)).toContain(`dispute ${dispute(disputed)}`);
  });

  it('names what was credited for nothing that is listed, what failed, and how far it came', async () => {
    const source = { dataDir: join(database.dataDir, 'data'), ...(database.url ? { databaseUrl: database.url } : {}) };
    const session = await paid(5);
    const unseen = await compare(
      source,
      alone(async () => ({ checkouts: [], hasMore: false })),
      0,
    );
    expect(unseen.differences).toContain(`${session.id}: 5 USD credited here, not listed`);
    expect(
      await compare(
        source,
        alone(async () => ({ checkouts: [], hasMore: false })),
        Date.now() + 60_000,
      ),
    ).toMatchObject({
      differences: [],
    });
    let pages = 0;
    const endless = async (after: string | undefined) => {
      pages++;
      const sessionId = `cs_${after === undefined ? 0 : pages}`;
      const other = { sessionId, checkoutId: null, isPaid: true, amountCents: 1, currency: 'usd' };
      return {
        checkouts: [{ ...other, paymentId: null, accountId: null, refundedCents: 0, isDisputed: false }],
        hasMore: true,
      };
    };
    expect(await compare(source, alone(endless), 0)).toMatchObject({ complete: false, differences: [] });
    expect(pages).toBe(200);
  });

  it('says what is wrong with its words, and when nothing is set up', async () => {
    for (const words of [['--days', '0'], ['--days', 'x'], ['--weeks', '1'], ['--days=7', '7'], ['7']]) {
      const { code, output } = await reconcile(...words);
      expect({ words, code, output }).toEqual({ words, code: 1, output: expect.stringMatching(/--days/) });
    }
    const { code, output } = await farebox(serverEnv(database), 'reconcile');
    expect(code).toBe(0);
    expect(output).toBe(
      "Nothing to compare: card payments aren't configured. Set STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET.\n",
    );
  });
});
