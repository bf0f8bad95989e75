/** A root key is replaced while 32 callers use it: it ends there and then, and no call is lost or paid twice. */
import { afterEach, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { ask, type Reply } from '../harness/paid-caller.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';

const CALLERS = 32;
const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
/** Calls that have come to their end before the key is replaced. */
const CALLS_BEFORE = 300;
const PAGE = 200;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Ended {
  reply: Reply;
  /** The answer that told the new key had come before this call was sent. */
  isLate: boolean;
}

/** Each calls again and again, in turn at both doors of each server, until the key is refused. */
class Callers {
  readonly ended: Ended[] = [];
  isReplaced = false;
  readonly done: Promise<unknown>;
  readonly warm: Promise<void>;
  #warmed: () => void = () => {};

  constructor(world: PaidWorld, apiKey: string) {
    this.warm = new Promise((resolve) => {
      this.#warmed = resolve;
    });
    this.done = Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#call(world, apiKey, caller)));
  }

  async #call({ servers }: PaidWorld, apiKey: string, caller: number): Promise<void> {
    const url = servers[caller % servers.length]?.url ?? '';
    const door = caller % 4 < 2 ? 'rest' : 'mcp';
    for (let i = 0; ; i++) {
      const isLate = this.isReplaced;
      const reply = await ask({
        door,
        url,
        apiKey,
        prompt: `slow 15 caller ${caller} call ${i}`,
        idempotencyKey: null,
      });
      this.ended.push({ reply, isLate });
      if (this.ended.length === CALLS_BEFORE) this.#warmed();
      if (reply === null || !reply.ok) return;
    }
  }
}

/** The calls that the history charges for, from its newest page to its oldest. */
async function charged({ servers: [server] }: PaidWorld, key: string): Promise<unknown[]> {
  const calls: unknown[] = [];
  let cursor = '';
  do {
    const page = await server?.request('GET', `/api/proxy/account/history?limit=${PAGE}${cursor}`, { key });
    const { transactions, nextCursor } = page?.body ?? {};
    if (!Array.isArray(transactions)) throw new Error(`No history: ${page?.text}`);
    calls.push(...transactions.filter(({ type }) => type === 'charge').map(({ callId }) => callId));
    cursor = typeof nextCursor === 'string' ? `&cursor=${nextCursor}` : '';
  } while (cursor !== '');
  return calls;
}

type Replace = (world: PaidWorld, account: { apiKey: string; agentId: string }) => Promise<unknown>;

const ways: Record<string, Replace> = {
  'its owner rotates it': async ({ servers: [server] }, { apiKey }) =>
    (await server?.request('POST', '/api/proxy/account/rotate-key', { key: apiKey, body: {} }))?.body.newApiKey,
  'the operator rekeys': async ({ servers: [server] }, { agentId }) =>
    (await server?.request('POST', `/admin/accounts/${agentId}/rekey`, { key: ADMIN_TOKEN }))?.body.apiKey,
};

describe.each(engines)('a root key on %s, when 32 callers use it', (engine) => {
  it.each(Object.entries(ways))('ends at once when %s', async (_way, replace) => {
    const world = await openPaidWorld({ engine, servers: 2, env: { ADMIN_TOKEN } });
    undo.push(() => world.close());
    const account = await world.account(100);
    const callers = new Callers(world, account.apiKey);
    await callers.warm;
    const newKey = String(await replace(world, account));
    callers.isReplaced = true;
    await callers.done;

    expect(newKey).toMatch(/^fbx_live_\w{43}$/);
    const refused = callers.ended.filter(({ reply }) => reply === null || !reply.ok);
    expect(refused).toHaveLength(CALLERS);
    for (const { reply } of refused)
      expect(reply).toMatchObject({ ok: false, text: expect.stringContaining('invalid') });
    expect(callers.ended.filter(({ reply, isLate }) => isLate && reply?.ok)).toEqual([]);

    const paid = callers.ended.flatMap(({ reply }) => (reply?.ok ? reply.receipt.callId : []));
    expect(paid.length).toBeGreaterThanOrEqual(CALLS_BEFORE);
    expect(new Set(paid).size).toBe(paid.length);
    expect(await world.inspector.settledCalls(account.agentId)).toEqual(new Set(paid));
    expect([...world.upstream.asked.values()].filter((times) => times !== 1)).toEqual([]);
    expect(world.upstream.asked.size).toBe(paid.length);
    expect((await charged(world, newKey)).sort()).toEqual([...paid].sort());
    expect(await world.verify()).toMatchObject({ code: 0 });
  });
});
