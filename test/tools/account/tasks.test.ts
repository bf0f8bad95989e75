/** Limits of tasks as callers see them: over REST and MCP, in the call log and in the usage report. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { openPaidWorld, type PaidWorld } from '../../harness/paid-world.ts';

describe.each(engines)('tasks on %s', (engine) => {
  let world: PaidWorld;
  beforeAll(async () => {
    world = await openPaidWorld({ engine });
  });
  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
  });

  const send = (method: string, path: string, options: object): Promise<Answer> => {
    const [server] = world.servers;
    if (!server) throw new Error('No server');
    return server.request(method, path, options);
  };
  const PATH = '/api/proxy/llm-fast';

  it('share one limit over the doors and keys of an account, and stand in log and report', async () => {
    const { apiKey: key } = await world.account(1);
    const { body: made } = await send('POST', '/api/account/keys', { key, body: { name: 'second' } });
    const second = String(made.apiKey);
    const headers = { 'x-task-ref': 'job-7', 'x-max-total': '0.006' };
    const rest = (prompt: string, apiKey = key) => send('POST', PATH, { key: apiKey, headers, body: { prompt } });
    const mcp = (meta: object) =>
      send('POST', '/mcp/proxy', {
        key,
        headers: { accept: 'application/json, text/event-stream' },
        body: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'llm-fast', arguments: { prompt: `say ${engine} mcp` }, _meta: meta },
        },
      });
    expect((await rest(`say ${engine} 1`)).status).toBe(200);
    expect((await rest(`refuse ${engine} 2`)).status).toBe(422);
    expect((await rest(`say ${engine} 3`, second)).status).toBe(200);
    const meta = { 'dev.farebox/taskRef': 'job-7', 'dev.farebox/maxTotal': 0.006 };
    expect((await mcp(meta)).text).toContain('settled');
    const over = await rest(`say ${engine} 4`, second);
    expect(over).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'CAP_REACHED',
          message: expect.stringContaining('Task job-7 has spent 0.006 of at most 0.006 USD'),
          details: { cap: 'task', taskRef: 'job-7', spent: 0.006, maxTotal: 0.006, price: 0.002 },
        },
      },
    });
    expect((await mcp({ 'dev.farebox/taskRef': 'job-7' })).text).toContain('CAP_REACHED');
    const log = await send('GET', '/api/account/calls?outcome=settled', { key });
    expect(log.body.calls).toMatchObject(Array(3).fill({ taskRef: 'job-7', price: 0.002 }));
    const exported = await send('GET', '/api/account/calls/export?format=jsonl', { key });
    expect(exported.text.match(/"taskRef":"job-7"/g)?.length).toBeGreaterThanOrEqual(4);
    const capabilities = await send('GET', '/api/v2/smart/capabilities', {});
    expect(Object(capabilities.body.ai_integration).taskLimit).toContain('X-Task-Ref');
    const usage = await send('GET', '/api/proxy/account/report?by=task', { key });
    expect(Object(usage.body.report).breakdown).toEqual([
      { taskRef: 'job-7', maxTotal: 0.006, count: 4, settled: 3, spent: 0.006 },
    ]);
  });

  it('need a name, and amounts that are some', async () => {
    const { apiKey: key } = await world.account(1);
    for (const headers of [
      { 'x-max-total': '1' },
      { 'x-task-ref': '', 'x-max-total': '1' },
      { 'x-task-ref': 'a b' },
      { 'x-task-ref': 'job', 'x-max-total': '-1' },
    ]) {
      const refused = await send('POST', PATH, { key, headers, body: { prompt: 'say no' } });
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    }
  });
});
