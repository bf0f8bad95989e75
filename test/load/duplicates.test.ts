/** The same call sent twice: together, one after the other, through both doors, on two servers, after a restart. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '../harness/databases.ts';
import { ask, type Reply } from '../harness/paid-caller.ts';
import { openPaidProcesses, openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function opened(engine: Engine, servers = 1): Promise<PaidWorld> {
  const world = await openPaidWorld({ engine, servers });
  undo.push(() => world.close());
  return world;
}

function callIds(replies: readonly Reply[]): (string | undefined)[] {
  return replies.map((reply) => (reply?.ok ? reply.receipt.callId : undefined));
}

describe.each(engines)('the same call on %s', (engine) => {
  it('joins the one that runs, through either door, at one upstream request and one charge', async () => {
    const world = await opened(engine, 2);
    const { apiKey, agentId } = await world.account(1);
    const prompt = 'slow 500 twins';
    const twins = Array.from({ length: 8 }, (_, i) => {
      const url = world.servers[i % world.servers.length]?.url ?? '';
      return ask({ door: i % 4 < 2 ? 'rest' : 'mcp', url, apiKey, prompt, idempotencyKey: 'twins' });
    });
    const ids = callIds(await Promise.all(twins));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^call_/);
    expect(world.upstream.asked.get(prompt)).toBe(1);
    expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ balance: 998_000, settledCount: 1 });
  });

  it('is answered from its record after a restart', async () => {
    const world = await openPaidProcesses({ engine });
    undo.push(() => world.close());
    const { apiKey, agentId } = await world.account(1);
    const call = { door: 'rest' as const, apiKey, prompt: 'ok again', idempotencyKey: 'again' };
    const first = await ask({ ...call, url: world.servers[0]?.url ?? '' });
    expect(await world.servers[0]?.stop()).toBe(0);
    const restarted = await world.start();
    world.servers[0] = restarted;
    const second = await ask({ ...call, url: restarted.url });
    expect(callIds([second])).toEqual(callIds([first]));
    const replay = await restarted.request('POST', '/api/proxy/llm-fast', {
      key: apiKey,
      body: { prompt: 'ok again' },
      headers: { 'idempotency-key': 'again' },
    });
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.body).toMatchObject({ success: true, response: 'An answer to: ok again' });
    expect(world.upstream.asked.get('ok again')).toBe(1);
    expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ settledCount: 1 });
  });

  it('with another input is a conflict, and another account sees nothing of it', async () => {
    const world = await opened(engine);
    const [mine, theirs] = [await world.account(1), await world.account(1)];
    const url = world.servers[0]?.url ?? '';
    const call = { door: 'rest' as const, url, apiKey: mine.apiKey, prompt: 'ok mine', idempotencyKey: 'shared' };
    const [mineId] = callIds([await ask(call)]);
    expect(await ask({ ...call, prompt: 'ok other' })).toMatchObject({ ok: false, code: 'IDEMPOTENCY_CONFLICT' });
    const outsider = await ask({ ...call, apiKey: theirs.apiKey });
    expect(outsider).toMatchObject({ ok: true, receipt: { agentId: theirs.agentId } });
    expect(callIds([outsider])).not.toContain(mineId);
    expect(world.upstream.asked.get('ok mine')).toBe(2);
    expect(world.upstream.asked.has('ok other')).toBe(false);
  });
});
