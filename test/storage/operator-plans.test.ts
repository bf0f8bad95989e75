/**
 * SQLite query plans of operators' reads: pages and time ranges use an index. Totals of a list are counted over an
 * index on purpose, and a part of a text is searched in all rows.
 */
import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../src/database/migrate.ts';
import type { Tables, View } from '../../src/database/types.ts';
import { readPeriod } from '../../src/newsroom/operations/reports/period-reads.ts';
import { listFigures, listPages, seed, span } from './operator-reads.ts';

const raw = new Database(':memory:');
await migrateSqlite(raw);
let seen: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: raw }),
  log: ({ query }) => {
    seen.push(query);
  },
});
const view: View = { db, engine: 'sqlite', nowMs: 1_000, day: '1970-01-01' };
raw.exec(seed);

const pages = listPages(view);
const figures = listFigures(view);
/** The articles that wait alone, the public ones, those of a day before they are put in order, and what an index has found already. */
const MEANT =
  /^SCAN (?:articles USING INDEX articles_to_push|feed_entries USING INDEX feed_entries_\w+|(?:newest|best|tag)\b.*)$/;

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
    const plans = seen.filter(({ sql }) => sql.includes('"newest"')).map(planOf);
    expect(plans.length).toBe(5);
    for (const plan of plans) expect(plan.join()).toMatch(/COVERING INDEX articles_(?:of_report|by_creation)/);
  });
});
