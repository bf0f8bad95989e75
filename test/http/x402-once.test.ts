/** One signature sent many times at once is one run and one settlement: 300 times, and 10,000 in the long run. */
import { expect, it } from 'vitest';
import { buildX402Settings, startFacilitator } from '../harness/facilitator.ts';
import { isLong } from '../harness/long.ts';
import { openPaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';

const USES = isLong ? 10_000 : 300;
const AT_ONCE = 300;
const LIMIT_MS = isLong ? 600_000 : 60_000;

it.each(['sqlite', 'postgres'] as const)(
  'runs and settles once on %s',
  async (engine) => {
    const facilitator = await startFacilitator();
    const env = {
      ...buildX402Settings(facilitator),
      RATE_LIMIT_PER_MINUTE: '1000000',
    };
    const world = await openPaidWorld({ engine, env, servers: 2 });
    const prompt = `slow 300 once ${engine}`;
    let count = 0;
    const send = async (headers: Record<string, string>) => {
      const server = world.servers[count++ % world.servers.length];
      if (!server) throw new Error('No server');
      return await server.request('POST', '/api/proxy/llm-fast', { body: { prompt }, headers });
    };
    const required: PaymentRequired = decodeHeader((await send({})).headers['payment-required']);
    const headers = { 'payment-signature': encodePayment(await createPayer().sign(required)) };
    const statuses = new Set<number>();
    const calls = new Set<unknown>();
    for (let sent = 0; sent < USES; sent += AT_ONCE) {
      for (const { status, body } of await Promise.all(Array.from({ length: AT_ONCE }, () => send(headers)))) {
        statuses.add(status);
        if (status === 200) calls.add(Object(body.receipt).callId);
      }
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(calls.size).toBe(1);
    expect(world.upstream.asked.get(prompt)).toBe(1);
    expect([facilitator.settled.size, ...facilitator.asked.values()]).toEqual([1, 1]);
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  },
  LIMIT_MS,
);
