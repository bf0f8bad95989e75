/** Articles in period reports, on both databases. */
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { openPool } from '../../src/database/postgres/open.ts';
import type { Tables, View } from '../../src/database/types.ts';
import { readPeriod } from '../../src/newsroom/operations/reports/period-reads.ts';
import { type Engine, engines, freshDatabase } from '../harness/databases.ts';

const HOUR_MS = 3_600_000;
/** A Monday, 00:00 in Kathmandu, whose clocks are 5:45 ahead of UTC. */
const MONDAY_MS = Date.UTC(2026, 10, 22, 18, 15);
const SPAN = { fromMs: MONDAY_MS, toMs: MONDAY_MS + 7 * 24 * HOUR_MS };
const BEFORE = { fromMs: MONDAY_MS - 7 * 24 * HOUR_MS, toMs: MONDAY_MS };

/** Hours after the span's begin, category, tags, score. */
const ARTICLES: readonly [number, string | null, string[], number | null][] = [
  [0, 'it', ['AI', '京都'], 70.5],
  [23.99, 'it', ['AI'], null],
  [24, 'food', ['b', 'B', '京都'], 90],
  [24.24, null, [], 70.5],
  [7 * 24 - 0.01, 'food', ['京都'], 12],
  [-0.01, 'before', ['before'], 100],
  [7 * 24, 'after', ['after'], 100],
];

async function openView(engine: Engine): Promise<View> {
  const at = { nowMs: 1_000, day: '1970-01-01' };
  if (engine === 'sqlite') {
    const raw = new Database(':memory:');
    await migrateSqlite(raw);
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) });
    onTestFinished(() => db.destroy());
    return { db, engine, ...at };
  }
  const database = await freshDatabase(engine);
  const pool = openPool({ url: database.url ?? '', name: 'report' }, () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return { db, engine, ...at };
}

describe.each(engines)('a report on %s', (engine) => {
  it('counts the articles of its span by clock, category, tag and source, and names the best', async () => {
    const view = await openView(engine);
    const article = { title: 'A', body: 'B', language: 'ja', updated_at: 1 } as const;
    const rows = ARTICLES.map(([hours, category, tags, nq_score], index) => ({
      ...{ ...article, source_type: index < 3 ? 'rss' : 'wire', category, nq_score },
      ...{ created_at: MONDAY_MS + hours * HOUR_MS, tags: JSON.stringify(tags) },
    }));
    await view.db.insertInto('articles').values(rows).execute();
    const report = await readPeriod.run(view, { now: SPAN, before: BEFORE, zone: 'Asia/Kathmandu' });
    expect(report).toMatchObject({
      now: { articles: 5 },
      before: { articles: 1 },
      byWeekday: [2, 2, 0, 0, 0, 0, 1],
      categories: [
        { key: 'food', count: 2 },
        { key: 'it', count: 2 },
      ],
      keywords: [
        { term: '京都', count: 3 },
        { term: 'AI', count: 2 },
        { term: 'B', count: 1 },
        { term: 'b', count: 1 },
      ],
      sources: [
        { source_type: 'rss', count: 3 },
        { source_type: 'wire', count: 2 },
      ],
      top: [
        { article_id: 3, title: 'A', nq_score: 90 },
        { article_id: 1, title: 'A', nq_score: 70.5 },
        { article_id: 4, title: 'A', nq_score: 70.5 },
        { article_id: 5, title: 'A', nq_score: 12 },
      ],
    });
    expect(report.byHour.map((count, hour) => [hour, count]).filter(([, count]) => count !== 0)).toEqual([
      [0, 3],
      [23, 2],
    ]);
  });
});
