/** Operators' reports and settings of the newsroom, empty and with data. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProviders } from '../../../src/config/provider-files.ts';
import { type ProviderDefinition, toVariableName } from '../../../src/kernel/tool/provider.ts';
import { dailyEngines } from '../../harness/databases.ts';
import { listOf } from '../auth/newsroom.ts';
import { type OperatorWorld, openOperatorWorld } from './world.ts';

/** Every upstream, at one address. */
const setUpEvery = (providers: readonly ProviderDefinition[], url: string): Record<string, string> =>
  Object.fromEntries(
    providers
      .filter(({ baseUrl }) => baseUrl !== '')
      .flatMap(({ id, settings }) => [
        ...Object.entries(settings)
          .filter(([, { required }]) => required)
          .map(([name, { kind }]) => [toVariableName(id, name), VALUES[kind] ?? 'x'.repeat(40)]),
        [toVariableName(id, 'baseUrl'), url],
      ]),
  );
const VALUES: Readonly<Record<string, string>> = { flag: 'true', usd: '1', program: process.execPath };

describe.each(dailyEngines(import.meta.url))('reports on %s', (engine) => {
  let world: OperatorWorld;
  let folder: string;
  let admin: OperatorWorld['admin'];
  /** Takes connections and says nothing. */
  const silent = createServer();
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = address !== null && typeof address !== 'string' ? address.port : 0;
    const hanging = setUpEvery(await loadProviders(), `http://127.0.0.1:${port}`);
    folder = await mkdtemp(join(tmpdir(), 'farebox-import-'));
    world = await openOperatorWorld(engine, { DEMO_DATA: 'off', MEDIA_IMPORT_DIR: folder, ...hanging });
    ({ admin } = world);
  });
  afterAll(async () => {
    await world.close();
    silent.close();
    await rm(folder, { recursive: true });
  });

  const zero = { articles: 0, analyzed: 0, sent: 0, opens: 0, clicks: 0, signups: 0 };

  it('are zeros in an empty newsroom', async () => {
    const mail = { queued: 0, sent: 0, failed: 0, unknown: 0, suppressed: 0, by_kind: { campaign: 0, diagnosis: 0 } };
    const nobody = { human: 0, unknown: 0, machine: 0 };
    expect((await admin('GET', '/admin/dashboard')).body).toMatchObject({
      today: { articles: 0, mail, limit: 50, remaining: 50, opens: nobody, clicks: 0 },
      month: { mail, signups: 0 },
      schedule: { next_run_at: expect.stringMatching(/T10:00:00\+09:00$/) },
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

  const importFile = (path: string) => admin('POST', '/admin/media/import', { body: { json_path: path } });

  it('import media from a file, and nothing anew the second time', async () => {
    const media = [
      {
        name: '京都新報',
        type: 'newspaper',
        prefecture: '京都府',
        email: 'desk@kyoto.example',
        url: 'https://kyoto.example/',
      },
      { name: 'Tech Daily', language: 'en', industry: ['it'], refuses_ads: true, email: 'a@tech.example' },
      { name: '', email: 'nobody' },
      'nonsense',
      { media_id: 4711, name: 'Unknown' },
    ];
    await writeFile(join(folder, 'media.json'), JSON.stringify({ media }));
    const first = await importFile('media.json');
    expect(first.body, first.text).toMatchObject({
      status: 'completed',
      total: 5,
      inserted: 2,
      updated: 0,
      skipped: 3,
    });
    expect(listOf(first.body.errors).map(({ index, loc }) => `${index} ${loc}`)).toEqual([
      '2 name',
      '2 email',
      '3 ',
      '4 media_id',
    ]);
    expect((await importFile(join(folder, 'media.json'))).body).toMatchObject({
      inserted: 0,
      unchanged: 2,
      skipped: 3,
    });
    const later = [{ name: 'Tech Daily', refuses_ads: false, profile: 'About computers', consent_basis: 'consent' }];
    await writeFile(join(folder, 'later.json'), JSON.stringify(later));
    expect((await importFile('later.json')).body).toMatchObject({ updated: 1, skipped: 0 });
    expect((await admin('GET', '/admin/media/stats')).body).toMatchObject({
      total: 2,
      by_type: { newspaper: 1, web: 1 },
      by_prefecture: { 京都府: 1 },
      with_email: 2,
      deliverable: 1,
      refusing: 1,
      profiles: { empty: 1, imported: 1, scanned: 0 },
      last_import: { counts: { updated: 1 } },
    });
    const rows = await world.inspector.rows('media_items');
    expect(rows.map(({ consent_basis }) => consent_basis).sort()).toEqual(['consent', 'published_address']);
  });

  it('import nothing from elsewhere', async () => {
    await symlink('/etc/passwd', join(folder, 'link.json'));
    await promisify(execFile)('mkfifo', [join(folder, 'pipe.json')]);
    await writeFile(join(folder, 'large.json'), '');
    await truncate(join(folder, 'large.json'), 10 * 1024 * 1024 + 1);
    await writeFile(join(folder, 'broken.json'), '[\n{"name": }]');
    const ends = await Promise.all(
      ['../x.json', '/etc/passwd', 'link.json', '.', 'pipe.json', 'large.json', 'absent.json', 'broken.json'].map(
        async (path) => {
          const { status, body } = await importFile(path);
          return `${status} ${body.code}`;
        },
      ),
    );
    const outside = '400 path_not_allowed';
    expect(ends).toEqual([...Array.from({ length: 6 }, () => outside), '404 undefined', '400 invalid_json']);
    expect((await importFile('broken.json')).body).toMatchObject({ detail: 'The file is not JSON: line 2' });
  });

  it('are beside what everybody may ask: how the server is', async () => {
    const { status, body } = await world.server.request('GET', '/health');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'ok', time: expect.stringMatching(/\+09:00$/) },
    });
    expect(body.checks).toEqual({ accepting: 'ok', db: 'ok', mailer: 'outbox', llm: 'ok', jobs: 'ok' });
  });

  it('settle no mail that is not there', async () => {
    const settle = (action: string) => admin('POST', '/admin/queue/1/resolve', { body: { action } });
    expect([(await settle('mark_sent')).status, (await settle('send')).status]).toEqual([404, 400]);
  });

  it('wait for no upstream longer than four seconds', async () => {
    const startedMs = performance.now();
    const { status, body } = await admin('GET', '/admin/api-health');
    expect({ status, isSoon: performance.now() - startedMs < 4_000 }).toEqual({ status: 200, isSoon: true });
    expect(body.status).toBe('down');
    const services = listOf(body.services);
    expect(services.length).toBeGreaterThan(30);
    const silence = { status: 'down', latency_ms: null, http_status: null, error: 'It did not respond in time' };
    expect(services).toEqual(services.map(({ service }) => ({ service, ...silence })));
  });
});

describe('health of upstreams', () => {
  const look = async (env: Record<string, string>) => {
    const world = await openOperatorWorld('sqlite', env);
    const { body } = await world.admin('GET', '/admin/api-health');
    await world.close();
    const services = listOf(body.services);
    return { status: body.status, services, asked: services.filter(({ status }) => status !== 'unconfigured') };
  };

  it('is well where nothing is set up, and asks nobody', async () => {
    const { status, services, asked } = await look({});
    expect({ status, asked }).toEqual({ status: 'ok', asked: [] });
    expect(services.length).toBeGreaterThan(30);
  });

  it('looks at a public service once its address is set', async () => {
    const upstream = createHttpServer((_req, res) => res.end()).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const address = upstream.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const reached = await look({ FRANKFURTER_BASE_URL: url });
    await new Promise((resolve) => upstream.close(resolve));
    const { asked } = await look({ FRANKFURTER_BASE_URL: url, OPEN_METEO_BASE_URL: 'off' });
    const service = expect.stringMatching(/:frankfurter$/);
    expect(reached.asked).toMatchObject([{ service }]);
    expect(asked).toMatchObject([{ service, status: 'down' }]);
  });
});
