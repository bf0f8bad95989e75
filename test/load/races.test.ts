/** Many callers and too little money: never one call too many, whichever server they come to. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '../harness/databases.ts';
import { ask, type Reply } from '../harness/paid-caller.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';

const CALLERS = 200;
/** Of llm-fast at 0.002 USD, a hundred calls. */
const BALANCE_USD = 0.2;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function opened(engine: Engine, servers: number): Promise<PaidWorld> {
  const world = await openPaidWorld({ engine, servers });
  undo.push(() => world.close());
  return world;
}

/** All at once, in turn to each server and to both doors. */
async function callers(world: PaidWorld, apiKey: string): Promise<Reply[]> {
  const { servers } = world;
  const calls = Array.from({ length: CALLERS }, (_, i) => {
    const url = servers[i % servers.length]?.url ?? '';
    const door = i % 4 < 2 ? 'rest' : 'mcp';
    return ask({ door, url, apiKey, prompt: `slow ${i % 7} caller ${i}`, idempotencyKey: null });
  });
  return await Promise.all(calls);
}

function outcomes(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const outcome = reply === null ? 'lost' : reply.ok ? 'paid' : reply.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe.each(engines)('200 callers at once on %s', (engine) => {
  it('make exactly the 100 calls that the balance covers', async () => {
    const world = await opened(engine, 1);
    const { apiKey, agentId } = await world.account(BALANCE_USD);
    expect(outcomes(await callers(world, apiKey))).toEqual({ paid: 100, INSUFFICIENT_BALANCE: 100 });
    expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ balance: 0, spent: 200_000 });
    expect(await world.verify()).toMatchObject({ code: 0 });
  });

  it('make exactly the 100 calls that a sub-key’s cap allows, below the balance', async () => {
    const world = await opened(engine, 2);
    const { apiKey, agentId } = await world.account(1);
    const made = await world.servers[0]?.request('POST', '/api/account/keys', {
      key: apiKey,
      body: { name: 'capped', caps: { total: BALANCE_USD } },
    });
    expect(outcomes(await callers(world, String(made?.body.apiKey)))).toEqual({ paid: 100, CAP_REACHED: 100 });
    expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ balance: 800_000, settledCount: 100 });
    expect(await world.verify()).toMatchObject({ code: 0 });
  });
});

describe('200 callers at once on two servers that share a PostgreSQL', () => {
  it('make exactly the 100 calls that the balance covers', async ({ skip }) => {
    const world = await opened('postgres', 2);
    skip(world.servers.length < 2, 'PGlite has one session for everybody');
    const { apiKey, agentId } = await world.account(BALANCE_USD);
    expect(outcomes(await callers(world, apiKey))).toEqual({ paid: 100, INSUFFICIENT_BALANCE: 100 });
    expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ balance: 0, settledCount: 100 });
    expect(await world.verify()).toMatchObject({ code: 0 });
  });
});
