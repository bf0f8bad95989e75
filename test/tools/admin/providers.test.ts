/** Operators pause a provider on all servers: nothing is sent or charged until it is resumed. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { startFarebox } from '../../harness/farebox.ts';
import { ADMIN_TOKEN, type OperatorWorld, openOperatorWorld } from './world.ts';

describe.each(dailyEngines('providers.test.ts'))('a paused provider (%s)', (engine) => {
  let upstream: Server;
  let asked = 0;
  let world: OperatorWorld;
  let env: Record<string, string>;
  beforeAll(async () => {
    upstream = createServer((_request, response) => {
      asked++;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ translations: [{ detected_source_language: 'EN', text: 'おはよう' }] }));
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const address = upstream.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    env = { DEEPL_API_KEY: 'test', DEEPL_BASE_URL: `http://127.0.0.1:${port}` };
    world = await openOperatorWorld(engine, env);
  });
  afterAll(async () => {
    await world?.close();
    upstream?.closeAllConnections();
    upstream?.close();
  });

  it('is not asked, charges nothing, is on the list of alerts, and serves again once it is resumed', async () => {
    const { server, admin } = world;
    const { apiKey } = await server.account('live');
    const call = (text: string, at = server) =>
      at.request('POST', '/api/proxy/translate-premium', { key: apiKey, body: { text, targetLang: 'JA' } });
    const readBalance = async (): Promise<unknown> =>
      (await server.request('GET', '/api/account/balance', { key: apiKey })).body.balance;
    const readTexts = async (): Promise<string> => (await admin('GET', '/admin/alerts')).text;
    expect((await call('Good morning')).status).toBe(200);
    const before = { asked, balance: await readBalance() };

    expect((await admin('POST', '/admin/providers/deepl/pause')).body).toEqual({
      provider: 'deepl',
      paused: true,
      changed: true,
    });
    expect((await admin('POST', '/admin/providers/deepl/pause')).body).toMatchObject({ changed: false });
    const refused = await call('Good evening');
    expect(refused.body).toMatchObject({ error: { code: 'TOOL_UNAVAILABLE' } });
    expect(refused.text).toContain('The operator has paused');
    expect({ asked, balance: await readBalance() }).toEqual(before);
    expect(await readTexts()).toContain('provider_held');

    // A server that starts later knows of it.
    const second =
      engine === 'postgres' ? await startFarebox({ database: world.database, env: { ...env, ADMIN_TOKEN } }) : null;
    if (second) expect((await call('Good night', second)).body).toMatchObject({ error: { code: 'TOOL_UNAVAILABLE' } });

    expect((await admin('POST', '/admin/providers/deepl/resume')).body).toMatchObject({ paused: false, changed: true });
    expect((await call('Good evening')).status).toBe(200);
    if (second) {
      await expect.poll(async () => (await call('Good night', second)).status, { timeout: 10_000 }).toBe(200);
      await second.stop();
    }
    const { items } = (await admin('GET', '/admin/audit?subject=deepl')).body;
    expect(items).toMatchObject([{ action: 'provider.resume' }, { action: 'provider.pause' }]);
    expect((await admin('POST', '/admin/providers/nobody/pause')).status).toBe(404);
    expect((await server.request('POST', '/admin/providers/deepl/pause', { key: apiKey })).status).toBe(403);
  });

  it('counts attempts, failures and latency of calls', async () => {
    const read = async () => (await world.admin('GET', '/admin/traffic')).body;
    // Counts are saved once a minute.
    await expect.poll(read, { timeout: 120_000, interval: 1_000 }).toMatchObject({
      total: { failures: 0, error_rate: 0, p95_ms: expect.any(Number) },
      tools: expect.arrayContaining([expect.objectContaining({ name: 'translate-premium', failures: 0 })]),
      providers: [{ name: 'deepl', attempts: expect.any(Number) }],
    });
  }, 150_000);
});
