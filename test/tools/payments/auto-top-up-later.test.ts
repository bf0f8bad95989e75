/** Follows an automatic top-up: mails to the company, late answers, disputes. On both databases. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveTwin } from '../../../src/sandbox/shared/wire.ts';
import { createStripeTwin, type StripeTwin } from '../../../src/sandbox/stripe.ts';
import { buildEvent, buildSession, type CardPlay } from '../../../src/sandbox/stripe-objects.ts';
import { engines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../../harness/farebox.ts';
import { runCommand } from '../../harness/operator.ts';
import { codeIn, mailsIn, waitFor } from '../../harness/outbox.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { behind } from '../../ledger/books.ts';
import { BASE_URL, balanceOf, events, send, WEBHOOK_SECRET } from './money.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const HOUR_MS = 3_600_000;
const ON = { enabled: true, threshold: 5, amount: 10, monthlyLimit: 20 };

interface Payer {
  apiKey: string;
  agentId: string;
  email: string;
  /** The session of the admin. */
  token: string;
}

describe.each(engines)('automatic top-ups on %s', (engine) => {
  let twin: StripeTwin;
  let stripe: Awaited<ReturnType<typeof serveTwin>>;
  let database: FreshDatabase;
  let env: Record<string, string>;
  let server: FareboxProcess;
  let people = 0;
  /** How Stripe answers a charge; null: as the twin does. */
  let onCharge: (() => Promise<'charged' | 'lost'>) | null = null;

  beforeAll(async () => {
    twin = createStripeTwin();
    stripe = await serveTwin({
      ...twin,
      async handle(request) {
        const isCharge = request.method === 'POST' && request.url.pathname === '/v1/payment_intents';
        if (!isCharge || !onCharge) return twin.handle(request);
        if ((await onCharge()) === 'charged') await twin.handle(request);
        throw new Error('The connection breaks');
      },
    });
    database = await freshDatabase(engine);
    env = {
      STRIPE_API_KEY: 'sk_live_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: stripe.url,
      WELCOME_USD_PER_DAY: '0',
      BASE_URL,
    };
    server = await startFareboxProcess({ database, env });
  });
  beforeEach(() => {
    onCharge = null;
  });
  afterAll(async () => {
    const { code, output } = await runCommand({ ...serverEnv(database), ...env }, 'verify');
    await server.stop();
    await stripe.close();
    await database.drop();
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  const mailsTo = (email: string): Promise<string[]> => mailsIn(join(database.dataDir, 'data', 'outbox'), email);
  const stopped = async ({ email }: Payer): Promise<string[]> =>
    (await mailsTo(email)).filter((mail) => mail.includes('/dashboard/billing'));
  const ask = async (method: string, path: string, key: string | null, body?: object) => {
    const sent = { ...(key === null ? {} : { key }), ...(body === undefined ? {} : { body }) };
    const answer = await server.request(method, path, sent);
    expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.body;
  };
  const chargesOf = ({ agentId }: Payer) =>
    twin.charges().filter(({ facts }) => facts.metadata.farebox_account === agentId);
  const status = ({ apiKey }: Payer) => ask('GET', '/api/account/auto-top-up', apiKey);

  /** The root key of a company's account, and the address of its admin. */
  async function openCompany(): Promise<Payer> {
    const email = `lead${++people}@studio.example`;
    await ask('POST', '/auth/send-code', null, { email });
    const code = codeIn(await waitFor(async () => (await mailsTo(email)).at(-1)));
    const { token } = await ask('POST', '/auth/verify', null, { email, code, company_name: email });
    const { apiKey } = await ask('POST', '/auth/root-key', String(token), {});
    const { agentId } = await ask('GET', '/api/account/balance', String(apiKey));
    return { apiKey: String(apiKey), agentId: String(agentId), email, token: String(token) };
  }

  async function saveCard({ apiKey }: Payer, play: CardPlay): Promise<void> {
    const { sessionId } = await ask('POST', '/api/account/card', apiKey, {});
    const made = twin.sessions().find(({ id }) => id === sessionId);
    if (!made?.card) throw new Error('The page was not made');
    const session = { ...made, card: { ...made.card, play } };
    const saved = { status: 'complete', paymentStatus: 'no_payment_required' } as const;
    const event = buildEvent('checkout.session.completed', buildSession(session, saved), session, session.id);
    expect((await send(server, event)).status).toBe(200);
  }

  async function openPayer(play: CardPlay = 'saved', settings: object = ON): Promise<Payer> {
    const payer = await openCompany();
    await saveCard(payer, play);
    await ask('PUT', '/api/account/auto-top-up', payer.apiKey, settings);
    return payer;
  }

  it.each([
    ['declined', 'Your saved card was declined for 10 USD. Auto top-up is paused.'],
    ['requires_action', 'Your bank needs you to approve the payment of 10 USD. Auto top-up is paused.'],
  ] as const)('mail the admin once that a card was %s, with a link to pay', async (play, sentence) => {
    const payer = await openPayer(play);
    await expect.poll(() => stopped(payer), WAIT).toHaveLength(1);
    const [mail = ''] = await stopped(payer);
    expect(mail).toContain(sentence);
    const link = new RegExp(`Pay by hand: ${BASE_URL}(/pay/\\S+)`).exec(mail)?.[1] ?? '';
    expect((await server.request('GET', link)).status).toBe(200);
    expect((await status(payer)).state).toBe('paused');
    // Turned on again with the same card, it fails once more, and that is told again.
    await ask('PUT', '/api/account/auto-top-up', payer.apiKey, ON);
    await expect.poll(() => stopped(payer), WAIT).toHaveLength(2);
    expect(chargesOf(payer)).toHaveLength(2);
  });

  it('mail the admin once that the limit of the month is reached', async () => {
    const payer = await openPayer('saved', { ...ON, monthlyLimit: 10 });
    await expect.poll(() => balanceOf(server, payer.apiKey), WAIT).toBe(10);
    const [charge] = chargesOf(payer);
    if (!charge) throw new Error('There is no charge');
    await send(server, events.refunded(charge.facts, 1_000));
    await expect.poll(() => stopped(payer), WAIT).toHaveLength(1);
    expect((await stopped(payer))[0]).toContain('Auto top-up has reached its monthly limit of 10 USD.');
    expect(chargesOf(payer)).toHaveLength(1);
  });

  it('mail the admin once that a key expires', async () => {
    const { token, email } = await openCompany();
    const expiresAt = new Date(Date.now() + 8_000).toISOString();
    await ask('POST', '/auth/api-keys', token, { name: 'Short-lived', expires_at: expiresAt });
    const told = async (): Promise<string[]> => (await mailsTo(email)).filter((mail) => mail.includes('Short-lived'));
    await expect.poll(told, WAIT).toHaveLength(1);
    const [mail = ''] = await told();
    expect(mail).toContain(`expires at ${expiresAt.slice(0, 16).replace('T', ' ')} UTC`);
    expect(mail).toContain(`Create a new key: ${BASE_URL}/dashboard/keys`);
    await expect.poll(() => Date.now() > Date.parse(expiresAt), WAIT).toBe(true);
    expect(await told()).toHaveLength(1);
  });

  it.each([
    ['charged', 'on', 1],
    ['lost', 'paused', 0],
  ] as const)('look for a charge that is older than Stripe’s memory: %s', async (how, state, charges) => {
    let asked = 0;
    onCharge = async () => {
      asked++;
      return how;
    };
    const payer = await openPayer();
    await expect.poll(() => asked, WAIT).toBeGreaterThan(0);
    await server.stop('SIGKILL');
    const store = { url: database.url, dataDir: join(database.dataDir, 'data') };
    const day = 21 * HOUR_MS;
    await behind(store, `UPDATE checkouts SET created_at = created_at - ${day} WHERE account_id = '${payer.agentId}'`);
    const past = `UPDATE auto_top_ups SET next_at = 0 WHERE account_id = '${payer.agentId}'`;
    await behind(store, past);
    const before = asked;
    server = await startFareboxProcess({ database, env });
    await expect.poll(async () => (await status(payer)).isCharging, WAIT).toBe(false);
    // It is asked what it has, and not to charge again under a key that it may have forgotten.
    expect(asked).toBe(before);
    expect(chargesOf(payer)).toHaveLength(charges);
    expect(await balanceOf(server, payer.apiKey)).toBe(charges * 10);
    expect(await status(payer)).toMatchObject({ state, reason: state === 'paused' ? 'failed' : null });
  });

  it('charge nothing while a top-up is disputed, and go on when the dispute is won', async () => {
    const payer = await openPayer();
    await expect.poll(() => balanceOf(server, payer.apiKey), WAIT).toBe(10);
    const [charge] = chargesOf(payer);
    if (!charge) throw new Error('There is no charge');
    expect((await send(server, events.dispute(charge.facts, 'needs_response'))).status).toBe(200);
    const { apiKey: key } = payer;
    const held = await server.request('POST', '/api/proxy/exchange-rate', { key, body: { from: 'USD', to: 'EUR' } });
    expect(held).toMatchObject({ status: 403, body: { error: { code: 'ACCOUNT_SUSPENDED' } } });
    // Several rounds of charging pass meanwhile: another payer's card is charged in them.
    const other = await openPayer();
    await expect.poll(() => balanceOf(server, other.apiKey), WAIT).toBe(10);
    expect(chargesOf(payer)).toHaveLength(1);
    await send(server, events.dispute(charge.facts, 'won'));
    expect(await balanceOf(server, payer.apiKey)).toBe(10);
    expect(chargesOf(payer)).toHaveLength(1);
    expect(await status(payer)).toMatchObject({ state: 'on', chargedThisMonth: 10 });
  });
});
