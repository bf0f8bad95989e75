/**
 * How SQLite goes about what operators read: pages in the order of an index, figures of a time by its index. Totals of a
 * list are counted over an index on purpose, and a part of a text is looked for in all of them.
 */
import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import type { Tables, View } from '../../src/database/types.ts';
import { type ArticleFilter, listArticles } from '../../src/newsroom/reports/article-reads.ts';
import { listNewestCosts } from '../../src/newsroom/reports/cost-reads.ts';
import { readFigures, readPeriod } from '../../src/newsroom/reports/period-reads.ts';
import { readPushes } from '../../src/newsroom/reports/push-reads.ts';
import { countUnknownMails, listQueue } from '../../src/newsroom/reports/reads.ts';
import { readComplaints } from '../../src/newsroom/reports/response-reads.ts';

const raw = new Database(':memory:');
for (const { sqlite } of await loadMigrations()) raw.exec(sqlite);
let seen: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: raw }),
  log: ({ query }) => {
    seen.push(query);
  },
});
const view: View = { db, engine: 'sqlite', nowMs: 1_000, day: '1970-01-01' };
const span = { fromMs: 0, toMs: 9 };
const filter: ArticleFilter = {
  ...{ q: '', category: '', hasEmail: null, isAnalyzed: null },
  ...{ sort: '-published_at', page: 1, perPage: 30 },
};

// One of each, so that reads that go on from what they find go on.
raw.exec(`
  INSERT INTO articles (id, source_type, title, body, language, created_at, updated_at, is_public, category, published_at,
    analyzed_at, contact_email, nq_score)
    VALUES (1, 'prtimes', 'A', 'B', 'en', 1, 1, 1, 'it', 1, 1, 'a@b.jp', 5);
  INSERT INTO mail_items (id, kind, lane, recipient, address, address_norm, domain, subject, body, language, edited, version,
    status, priority, message_id, attempts, retries, created_at, updated_at, complained_at)
    VALUES (1, 'campaign', 'campaign 1', '', 'a@b.jp', 'a@b.jp', 'b.jp', 'A', 'B', 'ja', 0, 1, 'sent', 1, 'm', 1, 0, 1, 1, 1)`);

const listOf = (more: Partial<ArticleFilter>) => () => listArticles.run(view, { ...filter, ...more });

/** Each with the index that its page comes in the order of. */
const pages: Record<string, [string, () => Promise<unknown>]> = {
  'the newest articles': ['SCAN articles USING INDEX articles_by_time', listOf({})],
  'the oldest articles': ['SCAN articles USING INDEX articles_by_time', listOf({ sort: 'published_at' })],
  'the best articles': ['SCAN articles USING INDEX articles_by_score', listOf({ sort: '-nq_score' })],
  'articles by their titles': ['SCAN articles USING INDEX articles_by_title', listOf({ sort: 'title' })],
  'articles of a category': [
    'SEARCH articles USING INDEX articles_by_category (category=?)',
    listOf({ category: 'it' }),
  ],
  'articles with an address': ['SCAN articles USING INDEX articles_by_time', listOf({ hasEmail: true })],
  'analysed articles': ['SCAN articles USING INDEX articles_by_time', listOf({ isAnalyzed: true })],
  'the queue': ['SCAN mail_items', () => listQueue.run(view, { status: null, page: 1, perPage: 20 })],
  'the queue of a state': [
    'SEARCH mail_items USING INDEX mail_items_by_status (status=?)',
    () => listQueue.run(view, { status: 'sent', page: 1, perPage: 20 }),
  ],
  'the newest costs': [
    'SCAN upstream_costs USING INDEX upstream_costs_by_time',
    () => listNewestCosts.run(view, { most: 100 }),
  ],
};

const figures: Record<string, () => Promise<unknown>> = {
  'the figures of the dashboard': () => readFigures.run(view, { today: span, month: span }),
  'the report of a day': () => readPeriod.run(view, { now: span, before: span, zone: 'Asia/Tokyo' }),
  complaints: () => readComplaints.run(view, span),
  'mails of which nobody knows': () => countUnknownMails(db),
  'what was pushed': () => readPushes.run(view, { isLocal: false, zone: 'UTC' }),
};
/** The articles that wait alone, the public ones, and those of a day before they are put in order. */
const MEANT = /^SCAN (?:articles USING INDEX articles_to_push|feed_entries USING INDEX feed_entries_\w+)$/;

describe('what operators read', () => {
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => db.destroy());

  const planOf = ({ sql, parameters }: CompiledQuery): string[] =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);

  it.each(Object.entries(pages))('comes in the order of an index: %s', async (_name, [step, read]) => {
    await read();
    const page = seen.find(({ sql }) => / order by /.test(sql));
    const plan = page ? planOf(page) : [];
    expect(plan[0]).toBe(step);
    expect(plan.filter((line) => line.includes('TEMP B-TREE') || /^SCAN/.test(line))).toEqual(
      step.startsWith('SCAN') ? [step] : [],
    );
  });

  it.each(Object.entries(figures))('goes by the index of its time: %s', async (_name, read) => {
    await read();
    expect(seen.length).toBeGreaterThan(0);
    const plans = seen.flatMap(planOf);
    expect(plans.filter((line) => /^SCAN/.test(line) && !MEANT.test(line))).toEqual([]);
  });

  it('counts the articles of a report without their texts', async () => {
    await readPeriod.run(view, { now: span, before: span, zone: 'Asia/Tokyo' });
    expect(seen.slice(0, 1).flatMap(planOf)[0]).toContain('COVERING INDEX articles_of_report');
  });
});
