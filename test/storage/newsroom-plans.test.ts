/** No read of the newsroom goes through a whole table; what counts everything on purpose is named. */
import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadWrites } from '../../src/database/definitions.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { openPool } from '../../src/database/postgres/open.ts';
import { createTx } from '../../src/database/tx.ts';
import type { Tables, View } from '../../src/database/types.ts';
import * as feed from '../../src/newsroom/content/feed/reads.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { listReads } from './newsroom-reads.ts';
import { fillNewsroom } from './newsroom-rows.ts';

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

// One public article, so that reads that go on from what they find go on.
raw.exec(`
  INSERT INTO articles (id, company_id, source_type, title, body, language, created_at, updated_at, is_public)
    VALUES (1, 'c_1', 'press_release', 'A', 'B', 'en', 1, 1, 1);
  UPDATE feed_state SET number = 1;
  INSERT INTO feed_entries (article_id, number, rev, hash, language, shop_id, published_at, updated_at)
    VALUES (1, 1, 1, 'h', 'en', 1, 1, 1);
  INSERT INTO feed_documents (article_id, language, document) VALUES (1, 'en', '{}');
  INSERT INTO sources (source_type, name, method, status, interval_minutes, body_policy, terms_note, notes, tags, updated_at)
    VALUES ('press_release', 'A', 'internal', 'active', 60, 'full', '', '', '[]', 1);
  INSERT INTO press_releases (company_id, article_id, title, body, source_type, status, language, nq_stale, word_count,
    char_count, search, version, created_at, updated_at)
    VALUES ('c_1', 1, 'A', 'B', 'scratch', 'draft', 'en', 0, 1, 1, 'a', 1, 1, 1);
  INSERT INTO media_items (id, revision, name, type, scope, country, language, industry, topics, delivery, email,
    email_norm, name_key, profile_status, recent_articles, accepts_pitches, refuses_ads, consent_basis, is_demo,
    created_at, updated_at)
    VALUES (1, 6, 'A', 'web', 'local', 'JP', 'ja', '[]', '[]', '[]', 'a@b.jp', 'a@b.jp', 'a', 'empty', '[]', 1, 0, 'none', 0, 1, 1);
  INSERT INTO mail_state (id, paused, daily_limit, transport_errors, claims, next_at, salt, updated_at)
    VALUES (1, 0, 50, 0, 0, 0, 's', 1);
  INSERT INTO mail_items (id, kind, lane, recipient, address, address_norm, domain, subject, body, language, edited, version,
    status, priority, message_id, attempts, retries, created_at, updated_at)
    VALUES (1, 'campaign', 'campaign 1', '', 'a@b.jp', 'a@b.jp', 'b.jp', 'A', 'B', 'ja', 0, 1, 'sent', 1, 'm', 1, 0, 1, 1);
  INSERT INTO suppressions (scope, company_id, address_hash, reason, created_at) VALUES ('company', 'c_1', 'h', 'manual', 1);
  INSERT INTO media_lists (id, company_id, name, created_at, updated_at) VALUES (1, 'c_1', 'A', 1, 1);
  INSERT INTO media_list_members (list_id, media_id, place, added_at) VALUES (1, 1, 1, 1)`);

/** They find a handful of rows before they sort them. */
const SORTS_FEW = new Set(['articles made of these pages', 'jobs that wait or run']);

describe('reads of the newsroom on sqlite', () => {
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => db.destroy());

  const planOf = ({ sql, parameters }: CompiledQuery): string[] =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);

  it.each(Object.entries(listReads(view)))('go by an index: %s', async (name, read) => {
    await read();
    const plans = seen.flatMap(planOf);
    expect(plans.length).toBeGreaterThan(0);
    const whole = plans.filter((line) => /^SCAN (?!entry USING INDEX feed_entries_public)/.test(line));
    const sorted = plans.filter((line) => line.includes('TEMP B-TREE') && !SORTS_FEW.has(name));
    expect([...whole, ...sorted]).toEqual([]);
  });

  it('count a publisher’s articles by its own index alone', async () => {
    await feed.readShopDetails.run(view, { shopId: 1 });
    expect(seen.flatMap(planOf)[0]).toMatch(/^SEARCH feed_entries USING INDEX feed_entries_by_shop \(shop_id=\?/);
  });
});

/** Whom the lists of a company reach is counted over all media where that costs less than to look up each. */
const READS_ALL_WHERE_CHEAPER = new Set(['lists of media']);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

describe('reads of the newsroom on postgres', () => {
  let database: FreshDatabase;
  let client: pg.Client;
  let large: ReadonlySet<string>;
  let asked: CompiledQuery[] = [];
  const pool = async (): Promise<pg.Pool> => openPool({ url: database.url ?? '', name: 'plans' }, () => {});
  const filled = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const filledView: View = { ...view, db: filled, engine: 'postgres' };

  beforeAll(async () => {
    database = await freshDatabase('postgres');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    large = new Set(await fillNewsroom(client));
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await filled.destroy();
    await client.end();
    await database.drop();
  });

  const explain = async ({ sql, parameters }: CompiledQuery): Promise<PlanNode[]> => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (FORMAT JSON) ${sql}`, [
      ...parameters,
    ]);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => listNodes(Plan)));
  };
  const listWhole = async (query: CompiledQuery): Promise<string[]> => {
    const nodes = await explain(query);
    const whole = nodes.filter((node) => /Seq Scan/.test(node['Node Type']) && large.has(node['Relation Name'] ?? ''));
    return whole.map((node) => `${node['Relation Name']}: ${query.sql}`);
  };
  const listAllWhole = async (): Promise<string[]> => {
    expect(asked.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const query of asked)
      if (/^(?:select|delete|update)/i.test(query.sql)) found.push(...(await listWhole(query)));
    return found;
  };

  const ofIndexes = Object.entries(listReads(filledView)).filter(([name]) => !READS_ALL_WHERE_CHEAPER.has(name));
  it.each(ofIndexes)('go by an index: %s', async (_name, read) => {
    await read();
    expect(await listAllWhole()).toEqual([]);
  });

  it.each(['releases', 'releases by their last change'])('take the order of an index: %s', async (name) => {
    await listReads(filledView)[name]?.();
    const page = asked.at(-1);
    const types = page ? (await explain(page)).map((node) => node['Node Type']) : [];
    expect(types).toContain('Index Scan');
    expect(types.filter((type) => /Sort/.test(type))).toEqual([]);
  });

  it('would be found if one did not', async () => {
    await filled.selectFrom('articles').select('id').where('body', '=', 'x').execute();
    expect(await listAllWhole()).toHaveLength(1);
  });

  it('are told from what removes the old, which goes by an index as well', async () => {
    const writes = await loadWrites();
    for (const { run } of writes.purges) {
      const rolledBack = filled.transaction().execute(async (trx) => {
        await run(createTx({ db: trx, engine: 'postgres', nowMs: 1_000 }, writes));
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
    }
    expect(asked.length).toBeGreaterThan(writes.purges.length);
    expect(await listAllWhole()).toEqual([]);
  });
});
