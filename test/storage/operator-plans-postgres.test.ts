/**
 * The same on PostgreSQL: what could be answered along an index is, and nothing is put in order that an index has in
 * order. The rows are few, so the planner is told that reading all of a table, or sorting it, costs far more.
 */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tables, View } from '../../src/database/types.ts';
import { type FreshDatabase, freshDatabase, postgresServer } from '../harness/databases.ts';
import { listFigures, listPages, seed } from './operator-reads.ts';

const hasServer = (await postgresServer()) !== null;
/** Tables that grow with the newsroom. */
const LARGE = /Seq Scan on (?:articles|mail_items|mail_events|upstream_costs|article_pushes|feed_entries)\b/;

describe.skipIf(!hasServer)('what operators read on PostgreSQL', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let db: Kysely<Tables>;
  let view: View;
  let seen: CompiledQuery[] = [];

  beforeAll(async () => {
    database = await freshDatabase('postgres');
    pool = new pg.Pool({
      connectionString: database.url,
      max: 1,
      options: '-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off -c jit=off',
    });
    db = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => {
        seen.push(query);
      },
    });
    view = { db, engine: 'postgres', nowMs: 1_000, day: '1970-01-01' };
    await pool.query(seed);
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  async function planOf({ sql, parameters }: CompiledQuery): Promise<string> {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  const names = {
    pages: Object.keys(listPages(Object.create(null))),
    figures: Object.keys(listFigures(Object.create(null))),
  };

  it.each(names.pages)('comes in the order of an index: %s', async (name) => {
    await listPages(view)[name]?.[1]();
    const page = seen.find(({ sql }) => / order by /.test(sql));
    const plan = page ? await planOf(page) : 'none';
    expect(plan).toMatch(/Index (?:Only )?Scan/);
    expect(plan).not.toMatch(LARGE);
    // What is in order by time needs little to be in order within a millisecond: that is an incremental sort.
    expect(plan).not.toMatch(/^\s*(?:->)?\s*Sort$/m);
  });

  it.each(names.figures)('goes by an index: %s', async (name) => {
    await listFigures(view)[name]?.();
    expect(seen.length).toBeGreaterThan(0);
    for (const query of [...seen]) expect(await planOf(query)).not.toMatch(LARGE);
  });
});
