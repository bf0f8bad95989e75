/**
 * A stranger knows `GET /llms.txt` and nothing else. By links alone it gets an account, asks for a price, calls, runs
 * dry, pays in the sandbox and goes on; afterwards every cent is accounted for.
 */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { type Command, commandsIn, linksIn, Newcomer, type Seen } from './harness/newcomer.ts';
import { runCommand } from './harness/operator.ts';
import { serverEnv } from './harness/server-env.ts';

/** More calls than the welcome balance pays for. */
const CALLS_MAX = 200;
const WELCOME_USD = 0.25;
const DEPOSIT_USD = 10;

interface Descriptor {
  id: string;
  price: number;
  route: string;
}

const micros = (usd: unknown): number => Math.round(Number(usd) * 1_000_000);

describe.each(engines)('a stranger on %s', (engine) => {
  let database: FreshDatabase;
  let farebox: Farebox;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    farebox = await startFarebox({ database });
  });
  afterAll(async () => {
    await farebox?.stop();
    await database?.drop();
  });

  it('gets from a link to a paid answer, and on when the money runs out', async () => {
    const start = `${farebox.url}/llms.txt`;
    const newcomer = new Newcomer(start);
    const guide = await newcomer.visit(start);
    const links = linksIn(guide.text);
    const [create, ...others] = commandsIn(guide.text);
    const [receipt, call, estimate] = others.reverse();
    if (!create || !call || !receipt || !estimate) throw new Error('The guide has no four steps');

    const { apiKey, balance: welcome } = (await newcomer.run(create, {})).body;
    expect(welcome).toBe(WELCOME_USD);
    const values = { apiKey: String(apiKey) };

    const { price, id } = await offeredAt(newcomer, links.search, call);
    const cost = await newcomer.run(estimate, values);
    expect(cost.body).toMatchObject({ totalCost: price, balance: WELCOME_USD, sufficient: true });

    const first = await newcomer.run(call, values);
    expect(first).toMatchObject({ status: 200, body: { success: true, receipt: { tool: id, amount: price } } });
    expect(micros(first.body.balance)).toBe(micros(WELCOME_USD) - micros(price));
    const paid = [first];

    const kept = await newcomer.run(receipt, { ...values, callId: callIdOf(first) });
    expect(kept.body.receipt).toEqual(first.body.receipt);
    await isSignedHere(newcomer, String(kept.body.jws), links['Receipt keys'], first);

    const dry = await untilDry(newcomer, call, values, paid);
    expect(dry.answer).toMatchObject({ status: 402, body: { error: { code: 'INSUFFICIENT_BALANCE' } } });
    const { deposit } = dry.answer.body;
    const [link] = Object(deposit).paymentLinks;
    const thanks = await payInSandbox(newcomer, link.url);
    expect(thanks.text).toContain('<h1>Payment received</h1>');

    const again = await newcomer.run(call, values, { 'Idempotency-Key': dry.key });
    expect(again).toMatchObject({ status: 200, body: { success: true, receipt: { state: 'settled' } } });
    const replayed = await newcomer.run(call, values, { 'Idempotency-Key': dry.key });
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(replayed.body.receipt).toEqual(again.body.receipt);
    paid.push(again);

    const spent = paid.reduce((sum, { body }) => sum + micros(Object(body.receipt).amount), 0);
    const left = micros(WELCOME_USD + DEPOSIT_USD) - spent;
    expect(micros(again.body.balance)).toBe(left);
    const account = await newcomer.visit(`${farebox.url}/api/account/balance`, { headers: bearer(values) });
    expect([micros(account.body.balance), account.body.callCount]).toEqual([left, paid.length]);
    const { code, output } = await runCommand(serverEnv(database), 'verify');
    expect([code, output]).toEqual([0, expect.any(String)]);
  });
});

const bearer = ({ apiKey }: { apiKey: string }) => ({ authorization: `Bearer ${apiKey}` });

const callIdOf = ({ body }: Seen): string => String(Object(body.receipt).callId);

/** The tool of the command, as the list of its category has it. */
async function offeredAt(newcomer: Newcomer, list: string | undefined, call: Command): Promise<Descriptor> {
  const { body } = await newcomer.visit(list ?? '');
  const tools: Descriptor[] = Array.isArray(body.tools) ? body.tools : [];
  const found = tools.find(({ route }) => route === `POST ${new URL(call.url).pathname}`);
  if (!found) throw new Error(`${list} does not list ${call.url}`);
  return found;
}

async function isSignedHere(newcomer: Newcomer, jws: string, keys: string | undefined, call: Seen): Promise<void> {
  expect((await newcomer.visit(keys ?? '')).status).toBe(200);
  const { payload } = await jwtVerify(jws, createRemoteJWKSet(new URL(keys ?? '')));
  expect(payload).toEqual(call.body.receipt);
}

/** Calls under ever new keys until one is refused. */
async function untilDry(newcomer: Newcomer, call: Command, values: { apiKey: string }, paid: Seen[]) {
  for (let count = 1; count <= CALLS_MAX; count++) {
    const key = `call-${count}`;
    const answer = await newcomer.run(call, values, { 'Idempotency-Key': key });
    if (answer.status !== 200) return { answer, key };
    paid.push(answer);
  }
  throw new Error('The money never ran out');
}

/** From the payment link to the page after the payment, pressing what a person would press. */
async function payInSandbox(newcomer: Newcomer, link: string): Promise<Seen> {
  const page = await newcomer.visit(link);
  const checkout = await newcomer.submit(page, /^Pay \$/);
  return newcomer.submit(checkout, /^Pay$/);
}
