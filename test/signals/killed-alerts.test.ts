/** Alerts of every kind that a server finds: each is told once, and its end once, although servers are killed in between. */
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { openStripe, PAID, type StripeWorld } from '../tools/payments/money.ts';
import { callTool, HOSTILE, nodeServer, untilOffered, writeFareboxFile } from '../upstreams/world.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const WAIT = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;
/** Longer than it takes to look for alerts again. */
const LOOK_MS = 6_000;

const EXPECTED = [
  'ledger_check_failed reconcile',
  'provider_budget_100 odd',
  'provider_budget_50 odd',
  'provider_budget_80 odd',
  'provider_budget_95 odd',
  'provider_failing groq',
  expect.stringMatching(/^provider_key_expiring groq [0-9a-f]{8}$/),
  'upstream_tools_changed moving',
];

describe.each(dailyEngines('killed-alerts.test.ts'))('alerts on %s', (engine) => {
  let stripe: StripeWorld;
  let receiver: HookReceiver;
  let database: FreshDatabase;
  let env: Record<string, string>;
  let server: FareboxProcess;
  let state: string;

  beforeAll(async () => {
    stripe = await openStripe();
    receiver = await startHookReceiver(() => SECRET);
    database = await freshDatabase(engine);
    state = join(await mkdtemp(join(tmpdir(), 'farebox-alerts-')), 'changed');
    const expires = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const mcp = nodeServer(HOSTILE, 'good', state);
    const file = writeFareboxFile({
      providers: { groq: { keys: [{ key: 'a-key-of-the-test', expires }], retry: { attempts: 1 } } },
      upstreams: {
        odd: { mcp: nodeServer(HOSTILE, 'good'), price: 0.01, cost: 0.004, budget: 0.008 },
        // Asked for its tools whenever a server starts.
        moving: { mcp, price: 0.01, eager: true },
      },
    });
    env = {
      ...stripe.env,
      ...{ ADMIN_TOKEN, FAREBOX_CONFIG: file, WELCOME_USD_PER_DAY: '100', REFUNDS_PER_HOUR: '1000000' },
      // Nobody listens there.
      ...{ GROQ_BASE_URL: 'http://127.0.0.1:9', GROQ_API_KEY: 'a-key-of-the-test' },
      ...{ ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_SECRET: SECRET, ALERT_DISK_FREE_PERCENT: '0' },
    };
    server = await startFareboxProcess({ database, env });
  });

  afterAll(async () => {
    receiver.close();
    await server.stop('SIGKILL');
    await stripe.close();
    await database.drop();
    rmSync(state, { force: true });
  });

  const restart = async (): Promise<void> => {
    await server.stop('SIGKILL');
    server = await startFareboxProcess({ database, env });
  };

  /** `<code> <subject>` of each message, without its repeats. */
  const told = (type: string): string[] => {
    const byId = new Map(receiver.hooks.filter((hook) => hook.type === type).map((hook) => [hook.id, hook.data]));
    return [...byId.values()].map(({ code, subject }) => `${String(code)} ${String(subject)}`).sort();
  };

  /** A paid checkout with our mark that these books have never heard of. */
  async function payUnknown(): Promise<void> {
    const line = 'line_items[0]';
    const form = {
      ...{ mode: 'payment', [`${line}[quantity]`]: '1', [`${line}[price_data][currency]`]: 'usd' },
      ...{ [`${line}[price_data][unit_amount]`]: '500', [`${line}[price_data][product_data][name]`]: 'Deposit' },
      'metadata[farebox_checkout]': 'chk_of_other_books',
    };
    const url = `${stripe.env.STRIPE_BASE_URL}/v1/checkout/sessions`;
    const headers = { authorization: 'Bearer sk_live_tests', 'content-type': 'application/x-www-form-urlencoded' };
    const made = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
    const { id }: { id: string } = JSON.parse(await made.text());
    stripe.twin.change(id, { state: PAID });
  }

  it('are told once, and their end once, whenever a server is killed', { timeout: 240_000 }, async () => {
    const { apiKey: key } = await server.account('live');
    const fail = async (): Promise<void> => {
      for (let n = 0; n < 4; n++)
        await server.request('POST', '/api/proxy/llm-fast', { key, body: { prompt: `Hello ${n}` } });
    };
    await untilOffered(server, 'odd-echo', 'moving-echo');
    for (const text of ['a', 'b']) expect((await callTool(server, key, 'odd/echo', { text })).status).toBe(200);
    await payUnknown();
    const checked = await server.request('POST', '/admin/books/reconcile', { key: ADMIN_TOKEN });
    expect(checked.status).toBeLessThan(300);
    await expect.poll(() => told('alert.opened'), WAIT).toContain('ledger_check_failed reconcile');
    writeFileSync(state, '');
    // The first is still sending when it dies; those after it find what it has told.
    await restart();
    await fail();
    await expect.poll(() => told('alert.opened'), WAIT).toEqual(EXPECTED);
    await restart();
    await fail();
    await sleep(LOOK_MS);
    expect(told('alert.opened')).toEqual(EXPECTED);
    expect(told('alert.resolved')).toEqual([]);

    const run = { ...serverEnv(database), ...env };
    expect((await runFarebox(run, 'tools', 'accept', 'moving', 'echo')).output).toContain('Accepted echo');
    await expect.poll(() => told('alert.resolved'), WAIT).toEqual(['upstream_tools_changed moving']);
    await restart();
    await fail();
    await sleep(LOOK_MS);
    expect(told('alert.opened')).toEqual(EXPECTED);
    expect(told('alert.resolved')).toEqual(['upstream_tools_changed moving']);
    expect(receiver.hooks.every(({ isGenuine }) => isGenuine)).toBe(true);
  });
});
