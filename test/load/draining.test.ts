/** SIGTERM under load: what runs is answered, what comes later is refused, nothing is lost, exit code 0. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { ask } from '../harness/paid-caller.ts';
import { openPaidProcesses } from '../harness/paid-world.ts';

const RUNNING = 40;

describe.each(engines)('SIGTERM with paid calls under way on %s', (engine) => {
  it('lets them finish and exits with 0', async () => {
    const world = await openPaidProcesses({ engine });
    try {
      const { apiKey, agentId } = await world.account(1);
      const [server] = world.servers;
      if (!server) throw new Error('No server');
      const send = (prompt: string, door: 'rest' | 'mcp') =>
        ask({ door, url: server.url, apiKey, prompt, idempotencyKey: null });
      const prompts = Array.from({ length: RUNNING }, (_, i) => `slow 800 draining ${i}`);
      const running = prompts.map((prompt, i) => send(prompt, i % 2 === 0 ? 'rest' : 'mcp'));
      await expect.poll(() => world.upstream.asked.size).toBe(RUNNING);
      const exit = once(server.child, 'exit');
      server.child.kill('SIGTERM');
      const replies = await Promise.all(running);
      expect(replies.filter((reply) => reply?.ok)).toHaveLength(RUNNING);
      expect(await exit).toEqual([0, null]);
      expect((await world.inspector.accounts()).get(agentId)).toMatchObject({ settledCount: RUNNING });
      expect(await world.inspector.openCalls()).toBe(0);
      expect(await world.verify()).toMatchObject({ code: 0 });
    } finally {
      await world.close();
    }
  });
});
