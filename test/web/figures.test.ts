/** Pages of measured figures: what live calls took, how providers did, when releases appear; and that nothing is made up. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { parseHTML } from 'linkedom';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import type { Tables } from '../../src/database/types.ts';
import { findLatencyClass, findPercentile } from '../../src/ledger/statistics/latency-classes.ts';
import { type ChatUpstream, startChatUpstream } from '../harness/chat-upstream.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { grant } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENED = 120;

/** Last week's Monday at 09:30 in Tokyo. */
function findMonday(): number {
  const weekAgo = Date.now() - 7 * DAY_MS;
  const midnight = weekAgo - (weekAgo % DAY_MS);
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  return midnight - weekday * DAY_MS + HOUR_MS / 2;
}

describe.each(dailyEngines(import.meta.url))('figures on %s', (engine) => {
  let database: FreshDatabase;
  let upstream: ChatUpstream;
  let farebox: Farebox;
  let env: Record<string, string>;
  beforeAll(async () => {
    [database, upstream] = await Promise.all([freshDatabase(engine), startChatUpstream()]);
    env = { DEMO_DATA: 'off', TIMEZONE: 'Asia/Tokyo', GROQ_API_KEY: 'test', GROQ_BASE_URL: upstream.url };
    farebox = await startFarebox({ database, env });
  });
  afterAll(async () => {
    await farebox.stop();
    upstream.close();
    await database.drop();
  });

  const readPage = async (path: string) => {
    const reply = await farebox.request('GET', path, { headers: { accept: 'text/html' } });
    expect([path, reply.status]).toEqual([path, 200]);
    return parseHTML(reply.text).document;
  };
  const textOf = async (path: string): Promise<string> =>
    ((await readPage(path)).querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ');

  it('say so while nothing was measured', async () => {
    expect(await textOf('/api-benchmark/en/')).toContain('No live calls in the last 30 days');
    expect(await textOf('/api-benchmark/ja/')).toContain('過去30日間に本番の呼び出しはありません');
    expect(await textOf('/time-report.html')).toContain('No releases collected');
    const status = await textOf('/status');
    expect(status).toContain('Groq');
    expect(status).toContain('No incidents in the last 90 days');
    expect((await readPage('/time-report.html')).querySelector('svg.week')).toBeNull();
  });

  it('tell what live calls took, and leave out the sandbox', async () => {
    const { apiKey, agentId } = await farebox.account('live');
    await grant({ ...serverEnv(database), ...env }, agentId, 10);
    const ask = async (key: string, prompt: string): Promise<number> =>
      (await farebox.request('POST', '/api/proxy/llm-fast', { key, body: { prompt } })).status;
    for (const prompt of ['one', 'two', 'three']) expect(await ask(apiKey, prompt)).toBe(200);
    expect(await ask(apiKey, 'cut short')).toBeGreaterThanOrEqual(500);
    expect(await ask((await farebox.account('test')).apiKey, 'four')).toBe(200);
    await farebox.stop();
    await writeTimes(database);
    farebox = await startFarebox({ database, env });
    const rows = [...(await readPage('/api-benchmark/en/')).querySelectorAll('table.figures tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
    );
    expect(rows).toEqual([
      ['llm-fast', '4', '75%', expect.stringMatching(/^\d/), expect.stringMatching(/^\d/)],
      [
        'Groq',
        expect.stringMatching(/^[4-9]$/),
        expect.stringMatching(/%$/),
        expect.stringMatching(/^\d/),
        expect.anything(),
      ],
    ]);
    const today = await readPage('/status');
    expect(today.querySelectorAll('svg.days rect:not(.none)')).toHaveLength(1);
    expect(today.querySelector('svg.days rect.bad title')?.textContent).toMatch(/of \d failed/);
  });

  it('show when releases are published and read, in the zone of the service', async () => {
    const page = await readPage('/time-report.html');
    const titles = [...page.querySelectorAll('svg.week title')].map((title) => title.textContent);
    expect(titles.filter((title) => !title.endsWith(': 0'))).toEqual(['Mon 9:00: 3', `Mon 9:00: ${OPENED}`]);
    const text = page.querySelector('main')?.textContent ?? '';
    for (const part of ['3 releases', 'Asia/Tokyo', 'Food and drink', 'some-source']) expect(text).toContain(part);
    const food = await textOf('/time-report.html?category=food');
    expect(food).toContain('Published · Food and drink');
    expect(food).toContain('2 releases');
    expect(await textOf('/time-report.html?category=%3Cb%3E&lang=zh')).toContain('共 3 篇');
  });
});

async function writeTimes({ url, dataDir }: FreshDatabase): Promise<void> {
  const db = new Kysely<Tables>({
    dialect:
      url === undefined
        ? new SqliteDialect({ database: new Sqlite(buildDatabasePath(join(dataDir, 'data'))) })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  const at = findMonday();
  const article = (n: number, category: string | null, more: object = {}) => ({
    ...{ source_type: 'some-source', external_id: String(n), title: 'News', body: 'News', language: 'en' as const },
    ...{ category, published_at: at, created_at: at, updated_at: at, company_id: null, subtitle: null, ...more },
  });
  const old = { published_at: at - 400 * DAY_MS };
  const articles = [
    ...[article(1, 'food'), article(2, 'food'), article(3, null), article(4, 'food', old)],
    ...[article(5, 'food', { is_demo: 1 }), article(6, 'food', { duplicate_of: 1 })],
    article(7, 'food', { company_id: 'c_1' }),
  ];
  for (const row of articles) await db.insertInto('articles').values(row).execute();
  const event = { kind: 'open' as const, article_id: 1, email_id: null, campaign_id: 1, ip_prefix: null, ua: '' };
  const opened = Array.from({ length: OPENED }, () => 'human' as const);
  const events = [...opened, 'machine' as const].map((actor_class) => ({
    ...{ ...event, at, is_trap: 0 as const, actor_class, reasons: '[]', url: null },
  }));
  await db.insertInto('mail_events').values(events).execute();
  await db.destroy();
}

it('counts durations in classes that are at most a fifth too long', () => {
  for (let ms = 1; ms < 100_000; ms += Math.max(1, Math.floor(ms / 37))) {
    const upTo = findLatencyClass(ms);
    expect(upTo).toBeGreaterThanOrEqual(ms);
    expect(upTo).toBeLessThanOrEqual(Math.ceil(ms * 2 ** 0.25));
  }
  const classes = [
    { ms: 100, count: 94 },
    { ms: 900, count: 6 },
  ];
  expect([0.5, 0.94, 0.95].map((share) => findPercentile(classes, share))).toEqual([100, 100, 900]);
  expect(findPercentile([], 0.5)).toBeNull();
});
