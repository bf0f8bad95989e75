/** A server that dies in the middle of a composed call: everything is refunded, and the call can be made again. */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import type { FareboxProcess } from '../../harness/farebox.ts';
import { openPaidProcesses, type PaidWorld } from '../../harness/paid-world.ts';
import { until } from '../../ledger/books.ts';

const worlds: PaidWorld<FareboxProcess>[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const parts = (name: string, ...hows: string[]) => ({
  tools: hows.map((how, n) => ({ tool: 'llm-fast', input: { prompt: `${how} ${name}-${n}` } })),
});

describe.each(engines)('kill -9 on %s', (engine) => {
  it('refunds the fee and every part, and frees the key', async () => {
    const world = await openPaidProcesses({ engine });
    worlds.push(world);
    const { apiKey, agentId } = await world.account(1);
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    const headers = { 'idempotency-key': 'once' };
    const body = parts('a', 'ok', 'slow 60000');
    const lost = server.request('POST', '/api/v2/smart', { key: apiKey, body, headers }).catch(() => null);
    // A message of its own: the fee is charged as well.
    const message = { message: 'What is the capital of Japan, and why is it there?' };
    const routed = server.request('POST', '/api/v2/smart', { key: apiKey, body: message }).catch(() => null);
    await until(() => world.upstream.asked.has('slow 60000 a-1'));
    await routed;
    const before = (await world.inspector.accounts()).get(agentId);
    expect(await world.inspector.openCalls()).toBeGreaterThanOrEqual(3);
    const exit = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await exit;
    expect(await lost).toBeNull();
    world.servers[0] = await world.start();
    await until(async () => (await world.inspector.openCalls()) === 0);
    const after = (await world.inspector.accounts()).get(agentId);
    expect(after?.balance).toBe((before?.balance ?? 0) + 4_000);
    expect(after?.spent).toBe(after?.settled);
    const fresh = await world.servers[0].request('POST', '/api/v2/smart', {
      key: apiKey,
      body: parts('b', 'ok', 'ok'),
      headers,
    });
    expect(fresh).toMatchObject({
      status: 200,
      body: { totalCost: 0.004, receipt: { amount: 0.004, parts: [{}, {}] } },
    });
    const receipt = await world.servers[0].request('GET', `/api/account/receipts/${callIdOf(fresh.body.receipt)}-1`, {
      key: apiKey,
    });
    expect(receipt.body).toMatchObject({ receipt: { tool: 'smart', amount: 0.004 }, jws: expect.any(String) });
    expect(await world.verify()).toMatchObject({ code: 0 });
  });
});

function callIdOf(receipt: unknown): string {
  return receipt !== null && typeof receipt === 'object' && 'callId' in receipt ? String(receipt.callId) : '';
}
