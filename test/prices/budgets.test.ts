/** Daily budgets of providers and upstreams: used up, nothing is charged; another provider answers where there is one. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startChatUpstream } from '../harness/chat-upstream.ts';
import { engines, freshDatabase } from '../harness/databases.ts';
import { startFareboxProcess } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { callTool, HOSTILE, nodeServer, readBalance, untilOffered, writeFareboxFile } from '../upstreams/world.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';

describe.each(engines)('on %s', (engine) => {
  it('stops at the budget without a charge, over a restart, and falls back where it can', async () => {
    const database = await freshDatabase(engine);
    const chat = await startChatUpstream();
    // One call costs 0.00000375 USD.
    const file = writeFareboxFile({
      providers: { groq: { budget: 0.000007 } },
      upstreams: { odd: { mcp: nodeServer(HOSTILE, 'good'), price: 0.01, cost: 0.004, budget: 0.008 } },
    });
    const env = { ADMIN_TOKEN, FAREBOX_CONFIG: file, GROQ_API_KEY: 'a-key-of-the-test', GROQ_BASE_URL: chat.url };
    const first = await startFareboxProcess({ database, env });
    await untilOffered(first, 'odd-echo');
    const { apiKey: key } = await first.account('live');
    const ask = (server: typeof first, prompt: string) =>
      server.request('POST', '/api/v2/llm', { key, body: { prompt, maxTokens: 10 } });
    expect((await ask(first, 'one')).body).toMatchObject({ success: true, sourceUsed: 'groq' });
    await expect
      .poll(() => first.output(), { timeout: 10_000 })
      .toMatch(/"provider":"groq","percent":50.*provider budget is running out/);
    expect((await ask(first, 'two')).status).toBe(200);
    for (const text of ['a', 'b']) expect((await callTool(first, key, 'odd/echo', { text })).status).toBe(200);
    const balance = await readBalance(first, key);
    const third = await ask(first, 'three');
    expect([third.status, third.body.error]).toMatchObject([
      503,
      { code: 'TOOL_UNAVAILABLE', message: expect.stringContaining('budget') },
    ]);
    expect((await callTool(first, key, 'odd/echo', { text: 'c' })).body).toMatchObject({
      error: { code: 'TOOL_UNAVAILABLE' },
    });
    expect(await readBalance(first, key)).toBe(balance);
    expect(chat.asked.has('three')).toBe(false);
    const capabilities = await first.request('GET', '/api/v2/smart/capabilities', { key });
    expect(JSON.stringify(capabilities.body)).toMatch(/"id":"smart-llm"(?:(?!"available").)*"available":false/);
    await expect.poll(() => first.output(), { timeout: 5_000 }).toContain('provider budget used up');
    const openAlerts = async (): Promise<string[]> => {
      const { body } = await first.request('GET', '/admin/alerts', { key: ADMIN_TOKEN });
      const items = z.object({ items: z.array(z.object({ code: z.string(), subject: z.string() })) }).parse(body).items;
      return items
        .filter(({ code }) => code.startsWith('provider_budget_'))
        .map(({ code, subject }) => `${subject} ${code}`);
    };
    const levels = [100, 50, 80, 95].map((percent) => `provider_budget_${percent}`);
    await expect
      .poll(async () => (await openAlerts()).sort(), { timeout: 20_000 })
      .toEqual(['groq', 'odd'].flatMap((id) => levels.map((level) => `${id} ${level}`)));
    await first.stop();

    const second = await startFareboxProcess({ database, env: { ...env, OLLAMA_BASE_URL: chat.url } });
    const answer = await ask(second, 'four');
    expect(answer.body).toMatchObject({ success: true, sourceUsed: 'ollama', fallbackUsed: true });
    expect(second.output()).not.toContain('budget');
    await second.stop();
    const { code } = await runFarebox(serverEnv(database), 'verify', '--all');
    expect(code).toBe(0);
    chat.close();
    await database.drop();
  }, 240_000);
});

it('names a provider that does not exist', async () => {
  const database = await freshDatabase('sqlite');
  const file = writeFareboxFile({ providers: { depl: { budget: 1 } } });
  await expect(startFareboxProcess({ database, env: { FAREBOX_CONFIG: file } })).rejects.toThrow(
    /farebox\.yaml:2:3: providers\.depl is not a provider\. Did you mean deepl\?/,
  );
  await database.drop();
}, 60_000);
