/** Fixes in the database: along indexes, in turns, and without the rights that a server may not have. */

import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examinePostgres } from '../../src/database/examine.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import type { Tables } from '../../src/database/types.ts';
import { decideFix, seedFixes } from '../../src/fixes/moderation-writes.ts';
import * as store from '../../src/fixes/reads.ts';
import { Search } from '../../src/fixes/search/search.ts';
import { buildShippedFix, buildShippedKnowledge } from '../../src/fixes/shipped/shipped.ts';
import { addFix, fileReport } from '../../src/fixes/writes.ts';
import { dailyEngines, postgresServer } from '../harness/databases.ts';
import { addCrowd } from './crowd.ts';
import { type FixesWorld, knownFixes, onPostgres, openFixesWorld, seed } from './world.ts';

describe('on SQLite', () => {
  it('no read goes through a table', async () => {
    const raw = new Database(':memory:');
    await migrateSqlite(raw);
    const seen: CompiledQuery[] = [];
    const log = ({ query }: { query: CompiledQuery }): void => {
      seen.push(query);
    };
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }), log });
    await store.countTerms(db, ['a', 'b']);
    const wanted = [
      { term: 'a', worth: 1 },
      { term: 'b', worth: 2 },
    ];
    await store.listFixesWithTerms(db, 'sqlite', wanted, { perTerm: 10, limit: 10 });
    await store.listFixesByNumber(db, [1, 2]);
    await store.findFixById(db, 'x');
    await store.listFixesInBuckets(db, [1, 2], 10);
    await store.listFixes(db, { limit: 10, before: 5 });
    await store.listFixes(db, { limit: 10, status: 'pending' });
    await store.listShippedDigests(db);
    await store.listVectors(db, 'space', 10);
    await store.listPublishedDigests(db, 10);
    expect(seen).toHaveLength(10);
    for (const { sql: text, parameters } of seen) {
      const plan = raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...parameters);
      const scans = plan.map(({ detail }) => detail).filter((line) => /^SCAN (fix|bug)/.test(line));
      // The newest fixes of any status: from the end of the table, no further than the page.
      expect
        .soft(
          scans.filter((line) => !/^SCAN fixes$/.test(line) || !/order by "num" desc limit/.test(text)),
          text,
        )
        .toEqual([]);
    }
    await db.destroy();
  });
});

describe('on PostgreSQL', () => {
  let world: FixesWorld;
  beforeAll(async () => {
    world = await openFixesWorld('postgres');
    await seed(world);
    await addCrowd(world, ['connection refused by the server', 'permission denied'], 3_000);
  });
  afterAll(() => world.close());

  it('terms are read in the order of their weight, and equal words not by trigrams', async () => {
    const { db } = world.database;
    const plan = async (text: string): Promise<string> => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(text)}`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const best = await plan(
      "SELECT fix, weight FROM fix_terms WHERE term = '~refused' ORDER BY weight DESC, fix DESC LIMIT 100",
    );
    expect(best).toContain('Index Only Scan Backward using fix_terms_pkey');
    expect(best).not.toContain('Sort');
    expect(await plan("SELECT term FROM fix_words WHERE term IN ('a', 'b')")).not.toContain('fix_words_trigrams');
    const { rows } = await sql<{ indexdef: string }>`SELECT indexdef FROM pg_indexes
      WHERE indexname = 'fix_words_trigrams'`.execute(db);
    expect(rows[0]?.indexdef).toContain('gin (lower(term) gin_trgm_ops)');
  });
});

async function expectCounted({ database: { db } }: FixesWorld): Promise<void> {
  const counts = await store.countTerms(db, [store.EVERY_FIX]);
  const published = await store.listPublishedDigests(db, 100_000);
  expect(counts.get(store.EVERY_FIX)).toBe(published.length);
  const wrong = await sql<{ term: string }>`SELECT w.term FROM fix_words w WHERE w.term <> '*'
    AND w.fixes <> (SELECT count(*) FROM fix_terms t WHERE t.term = w.term)`.execute(db);
  expect(wrong.rows).toEqual([]);
}

describe.each(dailyEngines(import.meta.url))('seeding on %s', (engine) => {
  let world: FixesWorld;
  beforeAll(async () => {
    world = await openFixesWorld(engine);
    await seed(world);
  });
  afterAll(() => world.close());

  it('writes what is new, and nothing the next time', async () => {
    expect((await store.listShippedDigests(world.database.db)).length).toBeGreaterThanOrEqual(120);
    expect(await seed(world)).toBe(0);
  });

  it('goes on after a crash between two writes', async () => {
    const other = await openFixesWorld(engine);
    const { database } = other;
    let writes = 0;
    const write: typeof database.write = (name, input) => {
      if (++writes === 3) throw new Error('crashed');
      return database.write(name, input);
    };
    await expect(seed({ database: { ...database, write } })).rejects.toThrow('crashed');
    const written = await store.listShippedDigests(database.db);
    expect(written.length).toBeGreaterThan(0);
    expect(await seed(other)).toBe(knownFixes.length - written.length);
    await expectCounted(other);
    await other.close();
  });

  it('indexes anew what another version says otherwise', async () => {
    const other = await openFixesWorld(engine);
    const reworded = knownFixes.map((fix) =>
      fix.id === 'jwt-expired' ? { ...fix, symptoms: ['grumblefax overflow', ...fix.symptoms.slice(1)] } : fix,
    );
    await seed(other, buildShippedKnowledge(reworded));
    const search = new Search(other.database.db, engine);
    const found = async (): Promise<string[]> => (await search.find('grumblefax', 3)).map(({ fix }) => fix.id);
    expect(await found()).toEqual(['jwt-expired']);
    expect(await seed(other)).toBe(1);
    expect(await found()).toEqual([]);
    await expectCounted(other);
    await other.close();
  });

  it('writes each fix once when several servers do it at once', async () => {
    const other = await openFixesWorld(engine);
    await Promise.all([seed(other), seed(other), seed(other)]);
    expect((await store.listShippedDigests(other.database.db)).length).toBe(knownFixes.length);
    await expectCounted(other);
    await other.close();
  });

  it('removes nothing when a fix is missing that should be there', async () => {
    const [first] = knownFixes;
    const { digests } = buildShippedKnowledge(first ? [first] : []);
    const missing = { digests: { ...digests, 'another-one': 'x' }, readFixes: () => [] };
    await expect(seed(world, missing)).rejects.toThrow('run npm run build');
    expect(await seed(world)).toBe(0);
  });

  it('removes what does not ship any more, and keeps rejected what an operator has rejected', async () => {
    const { database } = world;
    const decide = {
      fixId: 'tls-self-signed',
      status: 'rejected',
      terms: [],
      rewardMicros: 0,
      actor: 'a test',
    } as const;
    await database.write(decideFix, decide);
    const other = await store.findFixById(database.db, 'jwt-expired');
    expect(other?.status).toBe('published');
    await database.write(seedFixes, { fixes: [], removedIds: ['jwt-expired'] });
    expect(await store.findFixById(database.db, 'jwt-expired')).toBeUndefined();
    const search = new Search(database.db, engine);
    const found = await search.find('TokenExpiredError: jwt expired; DEPTH_ZERO_SELF_SIGNED_CERT', 10);
    expect(found.map(({ fix }) => fix.id)).not.toContain('jwt-expired');
    expect(found.map(({ fix }) => fix.id)).not.toContain('tls-self-signed');
    expect(await seed(world)).toBe(1);
    expect((await store.findFixById(database.db, 'jwt-expired'))?.status).toBe('published');
    expect((await store.findFixById(database.db, 'tls-self-signed'))?.status).toBe('rejected');
  });

  it('counts every published fix once in its words', () => expectCounted(world));

  it('finds misspelt words', async () => {
    const search = new Search(world.database.db, engine);
    const found = await search.find('certificat expirred', 3);
    expect(found.map(({ fix }) => fix.id)).toContain('tls-cert-expired');
  });
});

describe.each(dailyEngines(import.meta.url))('contributions and reports on %s', (engine) => {
  let world: FixesWorld;
  beforeAll(async () => {
    world = await openFixesWorld(engine);
  });
  afterAll(() => world.close());

  const add = (n: number, pendingMax: number, digest = `digest ${n}`) =>
    world.database.write(addFix, {
      fix: {
        id: `fix_${n}`,
        digest,
        title: 'A title',
        error: `error ${n}`,
        cause: '',
        fix: `remedy ${n}`,
        steps: '[]',
        profile: '[[]]',
        flags: '[]',
        contributed_by: 'x',
        account_id: null,
        mode: null,
      },
      buckets: [n],
      pendingMax,
    });

  it('wait for a moderator up to a number, the same text once', async () => {
    expect(await add(1, 2)).toEqual({ fixId: 'fix_1', merged: false });
    expect(await add(2, 2)).toEqual({ fixId: 'fix_2', merged: false });
    await expect(add(3, 2)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(await add(4, 2, 'digest 1')).toEqual({ fixId: 'fix_1', merged: true });
    expect((await store.findFixById(world.database.db, 'fix_1'))?.merged).toBe(1);
    const decide = { fixId: 'fix_1', status: 'rejected', terms: [], rewardMicros: 0, actor: 'a test' } as const;
    await world.database.write(decideFix, decide);
    await expect(add(5, 9, 'digest 1')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are ordered by what accounts say of them, where they fit alike', async () => {
    const known = { title: 'Zibbel', cause: 'A cause', verify: 'It runs', versions: 'all', tags: ['zibbel'] };
    const fixes = ['one', 'two'].map((id) =>
      buildShippedFix({ ...known, id, symptoms: ['zibbel wurz overflow'], steps: [`Take ${id}`] }),
    );
    await world.database.write(seedFixes, { fixes, removedIds: [] });
    const order = async (): Promise<string[]> =>
      (await new Search(world.database.db, engine).find('zibbel wurz overflow', 5)).map(({ fix }) => fix.id);
    expect(await order()).toEqual(['one', 'two']);
    await world.database.db.updateTable('fixes').set({ successes: 2 }).where('id', '=', 'two').execute();
    expect(await order()).toEqual(['two', 'one']);
  });

  it('are counted by fingerprint and forgotten after ninety days', async () => {
    const file = (n: number, fingerprint: string) =>
      world.database.write(fileReport, { id: `bug_${n}`, fingerprint, pattern: 'p', lobster_id: 'x' });
    expect(await file(1, 'a')).toEqual({ similar: 0 });
    expect(await file(2, 'a')).toEqual({ similar: 1 });
    expect(await file(3, 'b')).toEqual({ similar: 0 });
    await world.purgeIn(89);
    expect(await file(4, 'a')).toEqual({ similar: 2 });
    await world.purgeIn(91);
    expect(await file(5, 'a')).toEqual({ similar: 0 });
  });
});

const server = await postgresServer();

describe.skipIf(server === null)('a PostgreSQL user who may create no extension', () => {
  const role = `farebox_plain_${randomBytes(4).toString('hex')}`;
  const admin = async (database: string, ...statements: string[]): Promise<void> => {
    const url = new URL(server ?? '');
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const url = new URL(server ?? 'postgres://127.0.0.1');
  url.pathname = `/${role}`;
  url.username = role;
  let db: Kysely<Tables>;

  beforeAll(async () => {
    await admin('postgres', `CREATE ROLE ${role} LOGIN`, `CREATE DATABASE ${role} TEMPLATE template0`);
    await admin(role, `GRANT CREATE, USAGE ON SCHEMA public TO ${role}`);
    db = await onPostgres(url.href);
  });
  afterAll(async () => {
    await db.destroy();
    await admin('postgres', `DROP DATABASE IF EXISTS ${role} WITH (FORCE)`, `DROP ROLE IF EXISTS ${role}`);
  });

  it('has all but the trigrams, is told by doctor, and gets them later', async () => {
    expect(await store.findTrigramSupport(db, 'postgres')).toBe('none');
    await db.insertInto('fix_words').values({ term: 'certificat', fixes: 1 }).execute();
    expect(await store.listWordsLike(db, 'none', 'certifikate', 5)).toEqual(['certificat']);
    const finding = async () => (await examinePostgres(url.href)).find(({ what }) => what === 'pg_trgm');
    expect(await finding()).toMatchObject({ state: 'warning', detail: expect.stringContaining('CREATE EXTENSION') });
    await store.ensureTrigrams(db, 'postgres');
    expect(await store.findTrigramSupport(db, 'postgres')).toBe('none');
    await admin(role, 'CREATE EXTENSION pg_trgm');
    await store.ensureTrigrams(db, 'postgres');
    expect(await store.findTrigramSupport(db, 'postgres')).toBe('pg_trgm');
    expect(await finding()).toMatchObject({ state: 'ok' });
    expect(await store.listWordsLike(db, 'pg_trgm', 'certifikate', 5)).toEqual(['certificat']);
  });
});
