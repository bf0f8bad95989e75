/** Operators are told of each alert once, by signed webhook and email, through kill -9. */
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertRow } from '../../src/signals/alerts/tables.ts';
import { decideTransitions } from '../../src/signals/alerts/transitions.ts';
import type { Condition } from '../../src/signals/alerts/types.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { grant } from '../harness/operator.ts';
import { mailsIn } from '../harness/outbox.ts';
import { serverEnv } from '../harness/server-env.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const EMAIL = 'ops@studio.example';
const WAIT = { timeout: 30_000, interval: 100 };

describe.each(dailyEngines('alerts.test.ts'))('alerts (%s)', (engine) => {
  let isKeyValid = false;
  let upstream: Server;
  let receiver: HookReceiver;
  let database: FreshDatabase;
  let env: Record<string, string>;
  let server: FareboxProcess;

  beforeAll(async () => {
    upstream = createServer((_request, response) => {
      const answer = {
        choices: [{ index: 0, message: { role: 'assistant', content: 'Good.' }, finish_reason: 'stop' }],
      };
      const facts = { id: 'c', object: 'chat.completion', created: 1, model: 'openai/gpt-oss-20b' };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response
        .writeHead(isKeyValid ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify(isKeyValid ? { ...facts, ...answer, usage } : { error: { message: 'Invalid API Key' } }));
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const address = upstream.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    receiver = await startHookReceiver(() => SECRET);
    database = await freshDatabase(engine);
    env = {
      ...{ ADMIN_TOKEN, REFUNDS_PER_HOUR: '1000000', ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' },
      ...{ GROQ_API_KEY: 'test', GROQ_BASE_URL: `http://127.0.0.1:${port}/v1` },
      ...{ ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_SECRET: SECRET, ALERT_EMAILS: EMAIL },
      ALERT_DISK_FREE_PERCENT: '0',
    };
    server = await startFareboxProcess({ database, env });
  });

  afterAll(async () => {
    upstream.close();
    receiver.close();
    await server.stop('SIGKILL');
    await database.drop();
  });

  const mails = (): Promise<string[]> => mailsIn(join(database.dataDir, 'data', 'outbox'), EMAIL);
  const messagesOf = (type: string): string[] => [
    ...new Set(receiver.hooks.flatMap((hook) => (hook.type === type ? [hook.id] : []))),
  ];
  const restart = async (): Promise<void> => {
    await server.stop('SIGKILL');
    server = await startFareboxProcess({ database, env });
  };

  it('opens once, is told once on each way, and is resolved once, whenever its server is killed', async () => {
    const { apiKey, agentId } = await server.account('live');
    await grant({ ...serverEnv(database), ...env }, agentId, 5);
    const call = () => server.request('POST', '/api/proxy/llm-fast', { key: apiKey, body: { prompt: 'Hello' } });
    receiver.statuses.push(503);
    expect((await call()).status).toBe(502);
    await expect.poll(() => messagesOf('alert.opened'), WAIT).toHaveLength(1);
    await restart();
    await call();
    await sleep(300);
    await restart();
    await expect
      .poll(() => receiver.hooks.filter(({ type }) => type === 'alert.opened').length, WAIT)
      .toBeGreaterThan(1);
    await expect.poll(mails, WAIT).toHaveLength(1);
    const [opened] = receiver.hooks;
    expect(opened).toMatchObject({
      isGenuine: true,
      data: { code: 'provider_key_refused', subject: 'groq', severity: 'error', resolvedAt: null },
    });
    expect((await mails())[0]).toContain('groq refused our API key (HTTP 401). Check GROQ_API_KEY.');

    const { body } = await server.request('GET', '/admin/alerts', { key: ADMIN_TOKEN });
    expect(body.items).toMatchObject([{ code: 'provider_key_refused', subject: 'groq', notified: 'open' }]);

    isKeyValid = true;
    await restart();
    expect((await call()).status).toBe(200);
    // A killed server is believed for another minute.
    await expect.poll(() => messagesOf('alert.resolved'), { ...WAIT, timeout: 90_000 }).toHaveLength(1);
    await expect.poll(mails, WAIT).toHaveLength(2);
    expect(messagesOf('alert.opened')).toHaveLength(1);
    expect(receiver.hooks.every(({ isGenuine }) => isGenuine)).toBe(true);

    // Within the quiet period nobody is told again.
    isKeyValid = false;
    await call();
    const isOpen = async (): Promise<unknown> =>
      (await server.request('GET', '/admin/alerts', { key: ADMIN_TOKEN })).body.items;
    await expect
      .poll(isOpen, WAIT)
      .toMatchObject([{ code: 'provider_key_refused', state: 'open', notified: 'resolved' }]);
    await sleep(2_500);
    expect(messagesOf('alert.opened')).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  }, 240_000);
});

describe('transitions', () => {
  const condition: Condition = { code: 'disk_low', subject: '', severity: 'error', text: 'Low.' };
  const quietMs = 60_000;
  const step = (known: readonly AlertRow[], isOpen: boolean, nowMs: number) => {
    const [next] = decideTransitions(known, isOpen ? [condition] : [], { nowMs, quietMs });
    const rows = next ? [{ ...next.alert, version: next.from + 1 }] : known;
    return { rows, tell: next?.tell ?? null };
  };

  it('tell an opening after the quiet period, and its end only if the opening was told', () => {
    const times: [number, boolean, 'open' | 'resolved' | null][] = [
      [0, true, 'open'],
      [1_000, true, null],
      [2_000, false, 'resolved'],
      [3_000, true, null],
      [4_000, false, null],
      [5_000, true, null],
      [61_000, true, 'open'],
      [62_000, false, 'resolved'],
    ];
    let rows: readonly AlertRow[] = [];
    for (const [nowMs, isOpen, tell] of times) {
      const next = step(rows, isOpen, nowMs);
      expect([nowMs, next.tell]).toEqual([nowMs, tell]);
      rows = next.rows;
    }
  });
});
