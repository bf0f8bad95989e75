/** Revenue and cost per tool: live apart from test, refunds apart from sales. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { openPaidWorld, type PaidWorld } from '../../harness/paid-world.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { ADMIN_TOKEN } from './world.ts';

const DAY_MS = 86_400_000;
const nothing = { settled: 0, refunded: 0, revenue: 0, cost: 0, margin: 0, unknown_cost: 0 };

describe.each(dailyEngines(import.meta.url))('the margin on %s', (engine) => {
  let world: PaidWorld;
  let live: string;
  beforeAll(async () => {
    world = await openPaidWorld({ engine, env: { ADMIN_TOKEN } });
    live = (await world.account(1)).apiKey;
  });
  afterAll(() => world.close());

  const ask = (method: string, path: string, key: string, body?: object): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    return server.request(method, path, { key, ...(body && { body }) });
  };
  const readMargin = (query = ''): Promise<Answer> => ask('GET', `/admin/margin${query}`, ADMIN_TOKEN);
  const buy = async (key: string, prompt: string): Promise<number> =>
    (await ask('POST', '/api/proxy/llm-fast', key, { prompt })).status;

  it('is nothing before anything was sold', async () => {
    const { status, body } = await readMargin();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: { live: nothing, test: nothing }, items: [] });
    expect(listOf(body.by_day)).toMatchObject([{ live: nothing, test: nothing }]);
  });

  it('tells sales and refunds of each tool, live before test, and by day', async () => {
    const [server] = world.servers;
    const test = (await server?.account('test'))?.apiKey ?? '';
    expect([await buy(live, 'one'), await buy(live, 'two'), await buy(test, 'three')]).toEqual([200, 200, 200]);
    expect(await buy(live, 'refuse this')).toBeGreaterThanOrEqual(400);
    const { body } = await readMargin('?days=3');
    const [real, play, ...others] = listOf(body.items);
    expect(others).toEqual([]);
    expect(real).toMatchObject({ mode: 'live', tool: 'llm-fast', settled: 2, refunded: 1 });
    expect(play).toMatchObject({ mode: 'test', tool: 'llm-fast', settled: 1, refunded: 0 });
    expect(Number(play?.revenue)).toBeGreaterThan(0);
    expect(real?.revenue).toBeCloseTo(2 * Number(play?.revenue), 9);
    expect(real?.margin).toBeCloseTo(Number(real?.revenue) - Number(real?.cost), 9);
    const sums = { settled: 2, refunded: 1, revenue: real?.revenue, cost: real?.cost, margin: real?.margin };
    expect(memberOf(body.total, 'live')).toMatchObject(sums);
    const days = listOf(body.by_day);
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const dates = [2, 1, 0].map((ago) => new Date(today - ago * DAY_MS).toISOString().slice(0, 10));
    expect(days.map(({ date }) => date)).toEqual(dates);
    expect(days.map(({ live: own }) => memberOf(own, 'settled'))).toEqual([0, 0, 2]);
    expect(body.from).toBe(`${dates[0]}T00:00:00.000Z`);
  });

  it('is for operators, and of no more than ninety days', async () => {
    expect((await ask('GET', '/admin/margin', live)).status).toBe(403);
    const ends = await Promise.all(['0', '91', 'x'].map(async (days) => (await readMargin(`?days=${days}`)).status));
    expect(ends).toEqual([422, 422, 422]);
    expect(listOf((await readMargin('?days=90')).body.by_day)).toHaveLength(90);
  });
});
