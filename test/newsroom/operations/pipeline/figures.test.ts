/** Operators' figures about costs, translations, deliveries and alerts, against the upstreams' own counts. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../../harness/databases.ts';
import { type ModelUpstream, startModelUpstream } from '../../../harness/model-upstream.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { behind } from '../../../ledger/books.ts';
import { type OperatorWorld, openOperatorWorld } from '../../../tools/admin/world.ts';
import { openTarget, type Target } from '../../../tools/analysis/target.ts';
import { listOf, memberOf } from '../../../tools/auth/newsroom.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const TITLES = ['京都に図書館を開館', '大阪に書店を開店', '奈良に美術館を開館'];
const BUDGET_USD = 2;
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200 };

const items = TITLES.map(
  (title, n) =>
    `<item><title>${title}</title><link>https://press.example/${n}</link><description>${title}しました。どなたでもお越しください。</description></item>`,
);
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`;

const addUp = (rows: readonly Record<string, unknown>[], member: string): number =>
  rows.reduce((sum, row) => sum + Number(row[member]), 0);

describe.each(dailyEngines(import.meta.url))('figures for operators on %s', (engine) => {
  let site: Site;
  let model: ModelUpstream;
  let target: Target;
  let world: OperatorWorld;
  /** Questions that the model was asked. */
  let questions = 0;
  beforeAll(async () => {
    [site, model, target] = await Promise.all([openSite(), startModelUpstream(), openTarget()]);
    site.pages.set('/feed', page(feed, 'application/rss+xml'));
    world = await openOperatorWorld(engine, {
      DEMO_DATA: 'off',
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
      SCRAPE_SOURCES: `mine=${site.url}/feed`,
      SCRAPE_SCHEDULE: 'off',
      GROQ_API_KEY: 'gsk_x',
      GROQ_BASE_URL: model.url,
      LLM_PROVIDER: 'groq',
      LLM_MONTHLY_BUDGET_USD: String(BUDGET_USD),
      AEO_API_URL: target.url,
      AEO_API_KEY: 'the key',
    });
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([site.close(), target.close()]);
    model.close();
  });

  const read = async (path: string) => (await world.admin('GET', path)).body;
  const execute = (statement: string) =>
    behind({ ...world.database, dataDir: join(world.database.dataDir, 'data') }, statement);
  const run = async (path: string): Promise<void> => {
    const { job_id, kind } = (await world.admin('POST', path)).body;
    const readJob = async () => memberOf((await read('/admin/pipeline-status')).jobs, String(kind));
    await expect.poll(readJob, PATIENCE).toMatchObject({ job_id, running: false });
  };

  it('tell what each call of a model has cost, in all, by service, by operation and by day', async () => {
    // Prose where an object is asked for has failed, and is paid all the same.
    model.say(() => 'No opinion.', USAGE);
    await run('/admin/scrape-now');
    await run('/admin/run-pipeline');
    questions = model.asked.length;
    expect(questions).toBeGreaterThanOrEqual(TITLES.length);
    const cost = await read('/admin/cost');
    expect(cost).toMatchObject({
      period: 'today',
      total_calls: questions,
      total_tokens: { input: questions * USAGE.prompt_tokens, output: questions * USAGE.completion_tokens },
      by_service: [{ service: 'llm', provider: 'groq', calls: questions, cost: cost.total_cost, errors: questions }],
      per_mail_sent: 0,
      estimated: false,
    });
    const total = Number(cost.total_cost);
    expect(total).toBeGreaterThan(0);
    const operations = listOf(cost.by_operation);
    expect([addUp(operations, 'calls'), addUp(operations, 'cost')]).toEqual([questions, expect.closeTo(total, 9)]);
    for (const { cost_per_unit, cost: own, calls } of operations)
      expect(cost_per_unit).toBeCloseTo(Number(own) / Number(calls), 6);
    expect(listOf(cost.by_day)).toMatchObject([{ cost: total }]);
    expect(cost.per_article).toBeCloseTo(total / TITLES.length, 6);
    expect(cost.budget).toEqual({ limit: BUDGET_USD, used_share: expect.closeTo(total / BUDGET_USD, 4) });
    for (const period of ['month', 'all'])
      expect(await read(`/admin/cost?period=${period}`)).toMatchObject({ period, total_cost: total });
  });

  it('tell what the same would cost here, and the newest calls', async () => {
    const usage = await read('/admin/api-usage');
    const { total_cost: cost } = await read('/admin/cost');
    expect(usage).toMatchObject({ today: { calls: questions, cost }, month: { calls: questions, cost } });
    const [llm] = listOf(usage.by_service);
    expect(llm).toMatchObject({ service: 'llm', calls: questions, cost });
    expect(Number(llm?.market_price) - Number(cost)).toBeCloseTo(Number(llm?.saved), 9);
    expect(memberOf(usage.market_price, 'total')).toBe(llm?.market_price);
    const detail = listOf(usage.detail);
    expect(detail).toHaveLength(questions);
    const tokens = { input: USAGE.prompt_tokens, output: USAGE.completion_tokens };
    expect(detail[0]).toMatchObject({
      service: 'llm',
      provider: 'groq',
      operation: 'analyze',
      tokens,
      status: 'malformed',
    });
    expect(new Set(detail.map(({ article_id }) => article_id)).size).toBe(TITLES.length);
  });

  it('count what was translated, what failed, and what is left', async () => {
    const [, second = ''] = TITLES;
    model.say(({ data: { text } }) => {
      if (String(text).includes(second)) return 500;
      const lines = String(text).split('\n');
      return { translation: lines.map(() => 'It opens its doors today.').join('\n'), source_lang: 'ja' };
    }, USAGE);
    const translate = (body: object) => world.admin('POST', '/internal/translate-pending', { body });
    const first = await translate({ limit: 2, languages: ['en'] });
    expect(first, first.text).toMatchObject({
      status: 200,
      body: {
        ...{ processed: 2, succeeded: 1, failed: 1, remaining: 2 },
        errors: [{ article_id: 2, language: 'en', error: expect.stringMatching(/./) }],
      },
    });
    expect((await translate({ languages: ['en', 'en'] })).body).toMatchObject({ failed: 1, remaining: 1 });
    const spent = listOf((await read('/admin/cost')).by_operation).find(({ operation }) => operation === 'translate');
    expect(spent).toMatchObject({ calls: model.asked.length });
    const newest = listOf((await read('/admin/api-usage')).detail).slice(0, model.asked.length);
    expect(newest.map(({ operation }) => operation)).toEqual(model.asked.map(() => 'translate'));
    expect(newest.some(({ status, article_id }) => status === 'ok' && article_id === 1)).toBe(true);
    expect(newest.some(({ status, article_id }) => status !== 'ok' && article_id === 2)).toBe(true);
  });

  it('tell what was delivered, and what is tried again when', async () => {
    expect(await read('/admin/aeo-dashboard')).toMatchObject({
      ...{ target: target.url, total: 3, pushed: 3, pending: 0, failed: 0, success_rate: 1, failures: [] },
    });
    expect(target.deliveries).toHaveLength(TITLES.length);
    await execute(
      `UPDATE article_pushes SET state = 'failed', error = 'HTTP 422', next_at = NULL WHERE article_id = 1`,
    );
    const soonMs = Date.now() + 3_600_000;
    await execute(
      `UPDATE article_pushes SET state = 'waiting', error = 'HTTP 503', next_at = ${soonMs} WHERE article_id = 2`,
    );
    const board = await read('/admin/aeo-dashboard');
    expect(board).toMatchObject({ total: 3, pushed: 1, pending: 1, failed: 1, success_rate: 0.5 });
    const failures = listOf(board.failures).sort((a, b) => Number(a.article_id) - Number(b.article_id));
    expect(failures).toMatchObject([
      { article_id: 1, title: TITLES[0], last_error: 'HTTP 422', next_retry_at: null, permanent: true },
      { article_id: 2, title: TITLES[1], last_error: 'HTTP 503', permanent: false },
    ]);
    expect(Date.parse(String(failures[1]?.next_retry_at))).toBe(Math.floor(soonMs / 1_000) * 1_000);
    expect(listOf(board.by_day)).toHaveLength(14);
    expect(listOf(board.by_day).at(-1)).toMatchObject({ pushed: 1, failed: 2 });
  });

  it('alert to what needs a look, and to nothing else', async () => {
    const alerts = async () =>
      listOf((await read('/admin/dashboard')).alerts).map(({ severity, code }) => `${severity} ${code}`);
    expect(await alerts()).toEqual([]);
    await execute(`UPDATE cost_months SET spent_micros = ${BUDGET_USD * 1_000_000}`);
    // Of a kind that this server does not know, so that it takes none over.
    await execute(`INSERT INTO jobs (id, kind, lane, state, owner, claims, lease_until, run_at, failures, total, succeeded, failed,
      created_at) VALUES ('job_0', 'other', 'other', 'running', 'in_0', 1, 1, 1, 0, 1, 0, 0, 1)`);
    const nowMs = Date.now();
    const mail = (status: string, n: number, more: string) =>
      execute(`INSERT INTO mail_items (kind, lane, company_id, campaign_id, article_id, recipient, address, address_norm, domain,
        subject, body, language, edited, version, status, priority, message_id, attempts, retries, created_at, updated_at, sent_at,
        complained_at) VALUES ('campaign', 'campaign 1', 'c_1', 1, 1, '', 'a${n}@b.jp', 'a${n}@b.jp', 'b.jp', 's', 'b', 'ja', 0, 1,
        '${status}', 100, '<m${n}@x>', 1, 0, ${nowMs}, ${nowMs}, ${more})`);
    await mail('unknown', 1, 'NULL, NULL');
    await mail('sent', 2, `${nowMs}, ${nowMs}`);
    expect(await alerts()).toEqual([
      'warn unknown_mail',
      'warn complaint_rate',
      'warn budget_reached',
      'error job_stuck',
    ]);
  });
});
