/** Webhooks of an account: each event once, signed, retried, logged, replayed, and never to a private address. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../harness/databases.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { grant } from '../harness/operator.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';

const WAIT = { timeout: 60_000, interval: 50 };

describe.each(dailyEngines('webhooks.test.ts'))('webhooks (%s)', (engine) => {
  let world: PaidWorld;
  let receiver: HookReceiver;
  let secret = '';
  let caller: { apiKey: string; agentId: string };

  beforeAll(async () => {
    receiver = await startHookReceiver(() => secret);
    world = await openPaidWorld({ engine, env: { FETCH_ALLOW_HOSTS: new URL(receiver.url).host } });
    caller = await world.account(1);
  });

  afterAll(async () => {
    receiver.close();
    await world.close();
  });

  const ask = (method: string, path: string, body?: unknown) => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    return server.request(method, path, { key: caller.apiKey, ...(body === undefined ? {} : { body }) });
  };
  const call = (prompt: string) => ask('POST', '/api/proxy/llm-fast', { prompt });
  const idsOf = (type: string): string[] => [
    ...new Set(receiver.hooks.flatMap((hook) => (hook.type === type ? [hook.id] : []))),
  ];

  afterEach(async () => {
    const { body } = await ask('GET', '/api/account/webhooks');
    const webhooks: { webhookId: string }[] = JSON.parse(JSON.stringify(body.webhooks));
    for (const { webhookId } of webhooks) await ask('DELETE', `/api/account/webhooks/${webhookId}`);
  });

  async function create(events: readonly string[]): Promise<string> {
    const { status, body } = await ask('POST', '/api/account/webhooks', { url: receiver.url, events });
    expect({ status, body }).toMatchObject({ status: 200 });
    secret = String(body.secret);
    return `/api/account/webhooks/${body.webhookId}`;
  }

  it('tell each call, refund and deposit once, and a repeat keeps its id', async () => {
    const events = ['call.settled', 'call.refunded', 'call.refused', 'deposit.received'];
    const path = await create(events);
    receiver.statuses.push(500);
    const task = { key: caller.apiKey, body: { prompt: 'good' }, headers: { 'x-task-ref': 'report-7' } };
    expect((await world.servers[0]?.request('POST', '/api/proxy/llm-fast', task))?.status).toBe(200);
    expect((await call('refuse this')).status).toBe(422);
    await grant(world.env, caller.agentId, 2);
    await expect.poll(() => idsOf('deposit.received'), WAIT).toHaveLength(1);
    await expect.poll(() => idsOf('call.refunded'), WAIT).toHaveLength(1);
    // The first one was refused and comes again.
    await expect.poll(() => receiver.hooks.length, WAIT).toBeGreaterThanOrEqual(4);
    expect(receiver.hooks.every(({ isGenuine }) => isGenuine)).toBe(true);
    expect(idsOf('call.settled')).toHaveLength(1);
    const refund = receiver.hooks.find(({ type }) => type === 'call.refunded');
    expect(refund?.data).toMatchObject({ agentId: caller.agentId, tool: 'llm-fast', outcome: 'refunded', charged: 0 });
    const settled = receiver.hooks.find(({ type }) => type === 'call.settled');
    expect(settled?.data).toMatchObject({ tool: 'llm-fast', outcome: 'settled', taskRef: 'report-7' });
    expect(refund?.data).not.toHaveProperty('taskRef');
    const deposit = receiver.hooks.find(({ type }) => type === 'deposit.received');
    expect(deposit?.data).toMatchObject({ amount: 2, source: 'grant', mode: 'live' });

    const list = async (): Promise<{ state: string; attempts: { status: number }[] }[]> => {
      const { body } = await ask('GET', `${path}/deliveries`);
      return JSON.parse(JSON.stringify(body.deliveries));
    };
    const isDone = async (): Promise<boolean> => (await list()).every(({ state }) => state === 'delivered');
    await expect.poll(isDone, WAIT).toBe(true);
    expect((await list()).flatMap(({ attempts }) => attempts.map(({ status }) => status))).toContain(500);

    const [first] = idsOf('deposit.received');
    const before = receiver.hooks.length;
    const replay = await ask('POST', `${path}/deliveries/${first}/replay`);
    expect(replay.body).toMatchObject({ deliveryId: first, state: 'pending' });
    await expect.poll(() => receiver.hooks.length, WAIT).toBe(before + 1);
    expect(receiver.hooks.at(-1)).toMatchObject({ id: first, type: 'deposit.received', isGenuine: true });
  });

  it('tell a low balance when it falls below the threshold, and again after it was above', async () => {
    await create(['balance.low']);
    const { body } = await ask('GET', '/api/proxy/account/balance');
    const balance = Number(body.balance);
    expect((await ask('PUT', '/api/account/alerts', { lowBalance: balance })).body).toMatchObject({ email: false });
    await call('good');
    await expect.poll(() => idsOf('balance.low'), WAIT).toHaveLength(1);
    await call('good');
    await grant(world.env, caller.agentId, 1);
    await expect.poll(async () => (await ask('GET', '/api/account/alerts')).body.isLow, WAIT).toBe(false);
    expect(idsOf('balance.low')).toHaveLength(1);
    await ask('PUT', '/api/account/alerts', { lowBalance: null });
  });

  it('tell a cap once a day, and refused calls each time', async () => {
    await create(['cap.reached', 'call.refused']);
    const key = await ask('POST', '/api/account/keys', { name: 'capped', caps: { perCall: 0.000001 } });
    const capped = String(key.body.apiKey);
    const [server] = world.servers;
    for (let round = 0; round < 2; round++) {
      const refused = await server?.request('POST', '/api/proxy/llm-fast', { key: capped, body: { prompt: 'good' } });
      expect(refused?.status).toBe(403);
    }
    await expect.poll(() => idsOf('call.refused'), WAIT).toHaveLength(2);
    expect(idsOf('cap.reached')).toHaveLength(1);
    expect(receiver.hooks.find(({ type }) => type === 'cap.reached')?.data).toMatchObject({ cap: 'perCall' });
  });

  it('tell once that a key expires, and once that it was replaced in time', async () => {
    await create(['key.expiring', 'key.expiry_resolved']);
    const lifeMs = 16_000;
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    const [first, second] = [
      await ask('POST', '/api/account/keys', { name: 'Short-lived', expiresAt }),
      await ask('POST', '/api/account/keys', { name: 'Lasting', expiresAt: '2099-01-01T00:00:00Z' }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    await expect.poll(() => idsOf('key.expiring'), WAIT).toHaveLength(1);
    const told = receiver.hooks.find(({ type }) => type === 'key.expiring');
    expect(told).toMatchObject({ isGenuine: true, data: { name: 'Short-lived', keyId: first.body.keyId, expiresAt } });
    expect(Date.now()).toBeGreaterThan(Date.parse(expiresAt) - lifeMs / 4);
    expect((await ask('DELETE', `/api/account/keys/${String(first.body.keyId)}`)).status).toBe(200);
    await expect.poll(() => idsOf('key.expiry_resolved'), WAIT).toHaveLength(1);
    expect(idsOf('key.expiring')).toHaveLength(1);
  });

  it('keep the old secret beside the new one, and say how an attempt failed', async () => {
    const path = await create(['call.settled']);
    const old = secret;
    const { body } = await ask('POST', `${path}/rotate-secret`);
    expect(body.secret).not.toBe(old);
    await ask('POST', `${path}/test`);
    await expect.poll(() => idsOf('webhook.test'), WAIT).toHaveLength(1);
    expect(receiver.hooks.at(-1)?.isGenuine).toBe(true);
    secret = String(body.secret);
    receiver.statuses.push(410);
    await ask('POST', `${path}/test`);
    const status = async (): Promise<unknown> => {
      const { body: list } = await ask('GET', '/api/account/webhooks');
      return list.webhooks;
    };
    await expect.poll(status, WAIT).toMatchObject([{ status: 'disabled', disabledReason: 'gone' }]);
    expect(receiver.hooks.at(-1)?.isGenuine).toBe(true);
    expect((await ask('POST', `${path}/test`)).status).toBe(409);
    expect((await ask('PATCH', path, { status: 'active' })).body).toMatchObject({ status: 'active' });
  });

  it('go to no private address, and belong to one account', async () => {
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://[::1]/x',
      'http://169.254.169.254/latest',
      'ftp://example.com/x',
    ]) {
      const { status } = await ask('POST', '/api/account/webhooks', { url, events: ['call.settled'] });
      expect([url, status]).toEqual([url, 400]);
    }
    const path = await create(['call.settled']);
    const other = await world.account(0);
    const [server] = world.servers;
    for (const [method, rest] of [
      ['GET', '/deliveries'],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const answer = await server?.request(method, path + rest, { key: other.apiKey });
      expect(answer?.status).toBe(404);
    }
    expect((await server?.request('GET', '/api/account/webhooks', {}))?.status).toBe(401);
  });
});
