/** Part `newsroom`: what operators read, over ten thousand articles and as many mails, in the thread that does it, without the way there. */
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrateSqlite } from '../../src/database/migrate.ts';
import type { Tables, View } from '../../src/database/types.ts';
import {
  ARTICLE_SORTS,
  type ArticleFilter,
  listArticles,
} from '../../src/newsroom/operations/reports/article-reads.ts';
import { readCosts } from '../../src/newsroom/operations/reports/cost-reads.ts';
import { readFigures, readPeriod } from '../../src/newsroom/operations/reports/period-reads.ts';
import { readPushes } from '../../src/newsroom/operations/reports/push-reads.ts';
import { listQueue } from '../../src/newsroom/operations/reports/reads.ts';
import { judge, print, printTable, short } from './measure.ts';

const ROWS = 10_000;
/** 28 days hold them all. */
const APART_MS = 240_000;
const DAY_MS = 86_400_000;
const BODY_BYTES = 2_000;
const ROUNDS = 20;
const READ_MS_MAX = 50;
const NOW_MS = Date.UTC(2026, 10, 21);
const zone = 'Asia/Tokyo';

const numbers = (rows: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
const at = `${NOW_MS} - i * ${APART_MS}`;

const FILLING = `
  ${numbers(ROWS)} INSERT INTO articles (id, source_type, external_id, title, body, language, created_at, updated_at, is_public,
    category, tags, nq_score, published_at, analyzed_at, contact_email, url, canonical_url, content_hash)
    SELECT i, 'source' || (i % 4), 'x' || i, 'title ' || i, hex(randomblob(${BODY_BYTES})), 'ja', ${at}, ${at}, 1,
      'category' || (i % 12), '["AI","t' || (i % 300) || '"]', (i % 1000) / 10.0, ${at}, ${at},
      CASE WHEN i % 3 = 0 THEN 'a' || i || '@b.jp' END, 'https://p.jp/' || i, 'https://p.jp/' || i, 'h' || i FROM n;
  ${numbers(ROWS)} INSERT INTO feed_entries (article_id, number, rev, hash, language, shop_id, published_at, updated_at)
    SELECT i, i, 1, 'h', 'ja', 1, ${at}, ${at} FROM n;
  ${numbers(ROWS)} INSERT INTO article_pushes (article_id, hash, state, attempts, tried_at, error)
    SELECT i, 'h', CASE i % 50 WHEN 0 THEN 'failed' ELSE 'pushed' END, 1, ${at}, CASE i % 50 WHEN 0 THEN 'No' END FROM n;
  ${numbers(ROWS)} INSERT INTO mail_items (kind, lane, company_id, campaign_id, article_id, recipient, address, address_norm,
    domain, subject, body, language, edited, version, status, priority, message_id, attempts, retries, created_at,
    updated_at, sent_at, queued_at, opened_at, clicked_at)
    SELECT CASE i % 5 WHEN 0 THEN 'diagnosis' ELSE 'campaign' END, 'campaign ' || (i % 200), 'c_' || (i % 200), i % 200, i,
      '', 'a' || i || '@b.jp', 'a' || i || '@b.jp', 'b.jp', 's', 'b', 'ja', 0, 1,
      CASE i % 20 WHEN 0 THEN 'queued' WHEN 1 THEN 'failed' ELSE 'sent' END, 100, 'm' || i, 1, 0, ${at}, ${at}, ${at}, ${at},
      CASE i % 4 WHEN 0 THEN ${at} + 60000 END, CASE i % 9 WHEN 0 THEN ${at} + 60000 END FROM n;
  ${numbers(2 * ROWS)} INSERT INTO mail_events (kind, article_id, email_id, campaign_id, at, ua, is_trap, actor_class, reasons)
    SELECT CASE i % 3 WHEN 0 THEN 'click' ELSE 'open' END, 1 + i % ${ROWS}, 1 + i % ${ROWS}, i % 200,
      ${NOW_MS} - i * ${APART_MS / 2}, 'ua', 0, CASE i % 3 WHEN 0 THEN 'machine' WHEN 1 THEN 'human' ELSE 'unknown' END, '[]' FROM n;`;

const filter: ArticleFilter = {
  ...{ q: '', category: '', hasEmail: null, isAnalyzed: null },
  ...{ sort: '-published_at', page: 1, perPage: 30 },
};

function listWork(view: View): Record<string, () => Promise<unknown>> {
  const list = (more: Partial<ArticleFilter>) => () => listArticles.run(view, { ...filter, ...more });
  const day = { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS };
  const month = { fromMs: NOW_MS - 28 * DAY_MS, toMs: NOW_MS };
  const before = { fromMs: NOW_MS - 56 * DAY_MS, toMs: month.fromMs };
  return {
    ...Object.fromEntries(ARTICLE_SORTS.map((sort) => [`articles, ${sort}`, list({ sort })])),
    'articles, the last page': list({ page: Math.ceil(ROWS / filter.perPage) }),
    'articles of a category': list({ category: 'category3', sort: '-nq_score' }),
    'articles without an address': list({ hasEmail: false }),
    queue: () => listQueue.run(view, { status: null, page: 1, perPage: 20 }),
    'queue, the last page': () => listQueue.run(view, { status: null, page: ROWS / 20, perPage: 20 }),
    dashboard: () => readFigures.run(view, { today: day, month }),
    'report of a month': () => readPeriod.run(view, { now: month, before, zone }),
    costs: () => readCosts.run(view, { from: '2026-11-01', to: '2026-11-21', zone }),
    publishing: () => readPushes.run(view, { isLocal: true, zone }),
    'publishing to a target': () => readPushes.run(view, { isLocal: false, zone }),
  };
}

/** Of the processor, since there is nothing to wait for: what else the machine does counts for nothing. */
async function findSlow(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1_000);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.NaN;
}

export async function benchOperator(): Promise<void> {
  const raw = new Database(':memory:');
  await migrateSqlite(raw);
  raw.exec(FILLING);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) });
  const view: View = { db, engine: 'sqlite', nowMs: NOW_MS, day: '2026-11-21' };
  const rows: [string, number][] = [];
  for (const [name, work] of Object.entries(listWork(view))) rows.push([name, await findSlow(work)]);
  const searchMs = await findSlow(() => listArticles.run(view, { ...filter, q: 'nowhere' }));
  await db.destroy();
  print(
    `\n${ROWS} articles and mails, what operators read: milliseconds of the processor, the 95th percentile of ${ROUNDS}`,
  );
  printTable([['list or report', 'ms'], ...rows.map(([name, ms]) => [name, short(ms)])]);
  print(`  A part of a text, looked for in ${ROWS} articles of ${2 * BODY_BYTES} characters: ${short(searchMs)} ms`);
  judge('the slowest list or report, ms', Math.max(...rows.map(([, ms]) => ms)), READ_MS_MAX, 'at most');
}
