/** A server that is killed in the midst of everything that the newsroom does for a company: nothing counts twice, nothing is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionInput } from '../../src/sandbox/stripe-objects.ts';
import { buildEvent } from '../../src/sandbox/stripe-objects.ts';
import { buildSubscription } from '../../src/sandbox/stripe-subscriptions.ts';
import { engines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { type ModelUpstream, startModelUpstream } from '../harness/model-upstream.ts';
import { runCommand } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { BODY, createRelease, openTarget, type Target } from '../tools/analysis/target.ts';
import { balanceOf, events, openStripe, type StripeWorld, send } from '../tools/payments/money.ts';

const EMAIL = 'ada@kill.example';
const DEPOSITS_USD = [5, 10, 25, 50];
const DEPOSITED_USD = DEPOSITS_USD.reduce((sum, amount) => sum + amount, 0);
const FORM = { company_name: 'Studio', product_name: 'Kiro', target_audience: 'city councils', features: ['Minutes.'] };
const PERIOD_SECONDS = 30 * 86_400;

describe.each(engines)('a server that is killed on %s', (engine) => {
  const servers: FareboxProcess[] = [];
  let database: FreshDatabase;
  let target: Target;
  let stripe: StripeWorld;
  let model: ModelUpstream;
  let env: Record<string, string>;
  beforeAll(async () => {
    [target, stripe, model] = [await openTarget(), await openStripe(), await startModelUpstream()];
    database = await freshDatabase(engine);
    env = {
      ...stripe.env,
      LOG_LEVEL: 'warn',
      AEO_API_URL: target.url,
      FETCH_ALLOW_HOSTS: new URL(target.url).host,
      GROQ_API_KEY: 'gsk_x',
      GROQ_BASE_URL: model.url,
      LLM_PROVIDER: 'groq',
      STRIPE_PRICE_PRO: 'price_pro',
      PLAN_LIMITS: '{"free":{"analyses":2},"pro":{"analyses":2}}',
      ADMIN_EMAILS: EMAIL,
      TRUSTED_ADMIN_IPS: '127.0.0.1/32',
    };
  });
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL');
    await Promise.all([target.close(), stripe.close()]);
    model.close();
    await database.drop();
  });

  async function start(): Promise<FareboxProcess> {
    const server = await startFareboxProcess({ database, env });
    servers.push(server);
    return server;
  }

  const findSession = ({ body }: Answer): SessionInput => {
    const session = stripe.twin.sessions().find(({ id }) => id === (body.session_id ?? body.sessionId));
    if (!session) throw new Error(`No session: ${JSON.stringify(body)}`);
    return session;
  };

  /** A plan and four deposits that the provider has taken, and tells of. */
  async function buy(server: FareboxProcess, key: string, apiKey: string): Promise<object[]> {
    const urls = { success_url: 'https://app.example/', cancel_url: 'https://app.example/' };
    const plan = findSession(await server.request('POST', '/billing/checkout', { key, body: urls }));
    const now = Math.floor(Date.now() / 1000);
    const subscription = buildSubscription(plan, { status: 'active', periodEnd: now + PERIOD_SECONDS });
    const told = [buildEvent('customer.subscription.updated', subscription, plan, plan.id)];
    for (const amount of DEPOSITS_USD) {
      const checkout = await server.request('POST', '/api/stripe/checkout', { body: { amount, apiKey } });
      told.push(events.completed(findSession(checkout)));
    }
    return told;
  }

  // Two servers, one after the other.
  it('takes no unit, stores nothing half, delivers and credits once', { timeout: 60_000 }, async () => {
    const before = await start();
    const { body } = await before.request('POST', '/auth/send-code', { body: { email: EMAIL } });
    const person = { token: String(body.token), companyId: String(Object(body.company).id) };
    const key = person.token;
    const apiKey = String((await before.request('POST', '/auth/api-keys', { key, body: {} })).body.key);
    const id = await createRelease(before.request, person, 'Studio survives');
    const told = await buy(before, key, apiKey);
    target.statuses.push(null);
    model.say(() => null);
    const ask = (server: FareboxProcess, path: string, sent: object, idempotencyKey?: string): Promise<Answer> => {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      return server.request('POST', path, { key, body: sent, headers });
    };
    const publish = (server: FareboxProcess, idempotencyKey?: string): Promise<Answer> =>
      ask(server, '/api/publish-to-aeo', { press_release_id: id }, idempotencyKey);
    const generate = (server: FareboxProcess): Promise<Answer> =>
      ask(server, '/api/press-release/generate', FORM, 'generate');
    const lost = [
      publish(before, 'publish'),
      ask(before, '/api/analyze', { url: target.url.replace('articles', 'page') }),
      generate(before),
    ].map((request) => request.catch(() => null));
    await expect.poll(() => target.deliveries.length).toBe(1);
    await expect.poll(() => target.pages).toEqual(['/page']);
    await expect.poll(() => model.asked.length).toBe(1);
    const deliveries = told.map((event) => send(before, event).catch(() => null));
    await Promise.race(deliveries);
    await before.stop('SIGKILL');
    await Promise.all(lost);
    const heard = await Promise.all(deliveries);
    model.say(() => 'Nothing.');

    const after = await start();
    await expect.poll(() => target.deliveries.length).toBe(2);
    expect(new Set(target.deliveries.map((delivery) => delivery.key)).size).toBe(1);
    expect(await publish(after, 'publish')).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    await expect.poll(async () => (await publish(after)).body.status).toBe('skipped');
    expect(target.deliveries).toHaveLength(2);
    expect((await after.request('GET', '/api/usage', { key })).body).toMatchObject({ analyses_used: 0 });
    expect((await after.request('GET', '/api/results', { key })).body.items).toEqual([]);

    // The provider tells again what nobody has confirmed, and what somebody has.
    for (const [index, event] of told.entries()) {
      const again = await send(after, event);
      expect(again.status).toBe(200);
      if (heard[index]?.status === 200) expect(again.body).toEqual({ received: true, duplicate: true });
    }
    expect(heard.filter((answer) => answer?.status === 200).length).toBeGreaterThan(0);
    expect((await after.request('GET', '/billing/status', { key })).body).toMatchObject({
      plan: 'pro',
      status: 'active',
    });
    expect(await balanceOf(after, apiKey)).toBe(DEPOSITED_USD);

    const countReleases = async (): Promise<unknown> =>
      (await after.request('GET', '/api/press-release', { key })).body.total;
    expect(await countReleases()).toBe(1);
    const [made, repeated] = [await generate(after), await generate(after)];
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([repeated.text, repeated.headers['idempotency-replayed']]).toEqual([made.text, 'true']);
    expect(await countReleases()).toBe(2);
    const analyses = await Promise.all([1, 2].map(() => ask(after, '/api/analyze', { content: BODY, mode: 'score' })));
    expect(analyses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await runCommand({ ...serverEnv(database), ...env }, 'verify')).toMatchObject({ code: 0 });
  });
});
