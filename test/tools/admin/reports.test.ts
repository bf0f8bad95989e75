/** What operators read and set for the newsroom: with nothing in it, and with a few articles and mails. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { listOf } from '../auth/newsroom.ts';
import { type OperatorWorld, openOperatorWorld } from './world.ts';

describe.each(engines)('reports on %s', (engine) => {
  let world: OperatorWorld;
  let admin: OperatorWorld['admin'];
  /** Takes connections and says nothing. */
  const silent = createServer();
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = address !== null && typeof address !== 'string' ? address.port : 0;
    const hanging = { GROQ_BASE_URL: `http://127.0.0.1:${port}`, GROQ_API_KEY: 'x'.repeat(30) };
    world = await openOperatorWorld(engine, { DEMO_DATA: 'off', ...hanging });
    ({ admin } = world);
  });
  afterAll(async () => {
    await world.close();
    silent.close();
  });

  const zero = { articles: 0, analyzed: 0, sent: 0, opens: 0, clicks: 0, signups: 0 };

  it('are zeros in an empty newsroom', async () => {
    const mail = { queued: 0, sent: 0, failed: 0, unknown: 0, suppressed: 0, by_kind: { campaign: 0, diagnosis: 0 } };
    expect((await admin('GET', '/admin/dashboard')).body).toMatchObject({
      today: { articles: 0, mail, limit: 50, remaining: 50 },
      month: { mail, signups: 0 },
      alerts: [],
    });
    for (const query of ['', '?period=week', '?period=month&date=2024-02-29', '?date=2199-12-31']) {
      const { body } = await admin('GET', `/admin/daily-report${query}`);
      expect(body, query).toMatchObject({ totals: zero, previous: zero, change: { articles: null } });
      expect([listOf(body.by_hour).length, listOf(body.by_weekday).length]).toEqual([24, 7]);
    }
    expect((await admin('GET', '/admin/daily-report?period=week&date=2026-11-21')).body).toMatchObject({
      from: '2026-11-16T00:00:00+09:00',
      to: '2026-11-23T00:00:00+09:00',
    });
    expect((await admin('GET', '/admin/articles')).body).toMatchObject({
      items: [],
      total: 0,
      page: 1,
      per_page: 30,
      pages: 0,
    });
    expect((await admin('GET', '/admin/queue')).body).toMatchObject({
      items: [],
      total: 0,
      counts: { queued: 0, sent: 0 },
    });
    for (const period of ['today', 'month', 'all']) {
      const none = { total_cost: 0, total_calls: 0, by_day: [], per_article: 0, budget: { limit: 10, used_share: 0 } };
      expect((await admin('GET', `/admin/cost?period=${period}`)).body).toMatchObject(none);
    }
    expect((await admin('GET', '/admin/api-usage')).body).toMatchObject({ today: { calls: 0 }, detail: [] });
    const { body } = await admin('GET', '/admin/aeo-dashboard');
    expect(body).toMatchObject({ target: 'local', total: 0, success_rate: 0, failures: [] });
    expect(listOf(body.by_day)).toHaveLength(14);
  });

  it.each([
    ['/admin/daily-report?period=year', 400],
    ['/admin/daily-report?date=2026-02-30', 400],
    ['/admin/daily-report?date=9999-12-31', 400],
    ['/admin/queue?status=draft', 400],
    ['/admin/cost?period=never', 400],
    ['/admin/articles?page=x', 422],
    ['/admin/articles?page=-5&per_page=100000&sort=nothing&has_email=maybe', 200],
  ])('answer %s with %i', async (path, status) => {
    expect((await admin('GET', path)).status).toBe(status);
  });

  it('keep what operators set, and stop all mailing', async () => {
    expect((await admin('PUT', '/admin/settings/daily-limit', { body: { limit: 7 } })).body).toMatchObject({
      daily_limit: 7,
    });
    for (const limit of [-1, 100_001]) {
      expect((await admin('PUT', '/admin/settings/daily-limit', { body: { limit } })).status).toBe(422);
    }
    const categories = ['food', 'it', 'food'];
    await admin('PUT', '/admin/settings/categories', { body: { categories } });
    await admin('PUT', '/admin/settings/schedule', { body: { hour: 23, minute: 59 } });
    expect((await admin('PUT', '/admin/settings/schedule', { body: { hour: 24, minute: 0 } })).status).toBe(422);
    expect((await admin('POST', '/admin/pause')).body).toMatchObject({
      paused: true,
      changed: true,
      by: 'ADMIN_TOKEN',
    });
    expect((await admin('POST', '/admin/pause')).body).toMatchObject({ paused: true, changed: false });
    expect((await admin('GET', '/admin/settings')).body).toMatchObject({
      daily_limit: 7,
      schedule: { hour: 23, minute: 59, timezone: 'Asia/Tokyo' },
      categories: ['food', 'it'],
      paused: true,
      paused_reason: 'operator',
      outreach_enabled: false,
      updated_by: 'ADMIN_TOKEN',
    });
    expect((await admin('GET', '/admin/dashboard')).body).toMatchObject({
      schedule: { paused: true, hour: 23 },
      alerts: [{ severity: 'info', code: 'paused' }],
    });
    expect((await admin('POST', '/admin/resume')).body).toMatchObject({ paused: false, changed: true });
    const audit = await admin('GET', '/admin/audit?action=newsroom.change');
    expect(listOf(audit.body.items).map(({ subject }) => subject)).toEqual([
      'paused',
      'paused',
      'schedule',
      'categories',
      'dailyLimit',
    ]);
  });

  it('settle no mail that is not there', async () => {
    const settle = (action: string) => admin('POST', '/admin/queue/1/resolve', { body: { action } });
    expect([(await settle('mark_sent')).status, (await settle('send')).status]).toEqual([404, 400]);
  });

  it('wait for no upstream longer than four seconds', async () => {
    const startedMs = performance.now();
    const { status, body } = await admin('GET', '/admin/api-health');
    expect({ status, tookMs: performance.now() - startedMs < 4_000 }).toEqual({ status: 200, tookMs: true });
    const groq = listOf(body.services).find(({ service }) => service === 'llm:groq');
    expect(groq).toMatchObject({ status: 'down', http_status: null, error: 'It did not answer in time' });
    expect(listOf(body.services).find(({ service }) => service === 'llm:openai')).toMatchObject({
      status: 'unconfigured',
    });
  });
});
