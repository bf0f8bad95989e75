/** No read of the newsroom goes through a whole table; what counts everything on purpose is named. */
import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import type { Tables, View } from '../../src/database/types.ts';
import { listAudit } from '../../src/ledger/record-reads.ts';
import * as analyses from '../../src/newsroom/analyses/reads.ts';
import * as articles from '../../src/newsroom/articles/reads.ts';
import * as desk from '../../src/newsroom/contacts/desk-reads.ts';
import * as contacts from '../../src/newsroom/contacts/reads.ts';
import { readDiff } from '../../src/newsroom/feed/diff-reads.ts';
import * as feed from '../../src/newsroom/feed/reads.ts';
import * as pipeline from '../../src/newsroom/pipeline/reads.ts';
import * as publishing from '../../src/newsroom/publishing/reads.ts';
import { findRelease, listReleases } from '../../src/newsroom/releases/reads.ts';
import * as costs from '../../src/newsroom/reports/cost-reads.ts';
import * as sources from '../../src/newsroom/sources/reads.ts';

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
const site = { baseUrl: 'https://news.example', zone: 'UTC' };
const after = { publishedAt: 5, id: 7 };
const afterAct = { at: 5, id: 'aud_1' };

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
  INSERT INTO media_lists (id, company_id, name, created_at, updated_at) VALUES (1, 'c_1', 'A', 1, 1);
  INSERT INTO media_list_members (list_id, media_id, place, added_at) VALUES (1, 1, 1, 1)`);

const reads: Record<string, () => Promise<unknown>> = {
  state: () => feed.readFeedState(db),
  changes: () => readDiff.run(view, { after: 0, limit: 10, language: 'ja', site }),
  articles: () => feed.listFeedArticles.run(view, { language: 'ja', limit: 10, after: null, site }),
  'articles behind a cursor': () => feed.listFeedArticles.run(view, { language: 'ja', limit: 10, after, site }),
  'articles of a shop': () =>
    feed.listFeedArticles.run(view, { language: null, limit: 10, after: null, shopId: 1, site }),
  'one article': () => feed.findFeedArticle(db, 1, 'en', site),
  bodies: () => feed.listFeedBodies.run(view, { articles: [{ id: 1, lang: 'en' }] }),
  shop: () => feed.findShop(db, 'a'),
  'an article of a company': () => articles.findVisibleArticle(db, 'c_1', 1),
  translations: () => articles.listTranslations(db, 1),
  glossary: () => articles.findGlossary(db, 'c_1'),
  'lists of media': () => contacts.listLists.run(view, { companyId: 'c_1', isStrict: false }),
  'a list of media': () => contacts.readListMembers.run(view, { companyId: 'c_1', listId: 1 }),
  media: () => contacts.listCompanyMedia.run(view, { companyId: 'c_1', ids: [1, 2] }),
  'changes of media': () => desk.listMediaChanges.run(view, { revision: 5, id: 3 }),
  'a company’s side of a ranking': () => desk.readCompanySide.run(view, { companyId: 'c_1' }),
  release: () => findRelease(db, 'c_1', 1),
  releases: () =>
    listReleases.run(view, { companyId: 'c_1', text: '', status: undefined, sort: '-created_at', page: 1, perPage: 5 }),
  'articles that wait for a stage': () => pipeline.listWaiting(db, 'analyze', 0, 10),
  'articles that lack a language': () => pipeline.listUntranslated(db, ['ja', 'en', 'zh'], 0, 10),
  'what is to be pushed': () => publishing.listPushes(db, 1_000, 0, 10),
  'whether something is to be pushed': () => publishing.lookForPushes(db, 1_000),
  'a source': () => sources.readSource.run(view, { type: 'press_release', zone: 'UTC' }),
  costs: () => costs.readCosts.run(view, { from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }),
  'the audit of somebody': () => listAudit.run(view, { actor: 'a', fromMs: 0, toMs: 9, before: null, limit: 5 }),
  'the audit of something': () => listAudit.run(view, { subject: 'a', fromMs: 0, toMs: 9, before: afterAct, limit: 5 }),
  result: () => analyses.findResult(db, 'c_1', 'res_1'),
  results: () => analyses.listResults.run(view, { companyId: 'c_1', beforeId: 'res_9', limit: 5 }),
};

describe('reads of the newsroom', () => {
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => db.destroy());

  const planOf = ({ sql, parameters }: CompiledQuery): string[] =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);

  it.each(Object.entries(reads))('go by an index: %s', async (_name, read) => {
    await read();
    const plans = seen.flatMap(planOf);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!entry USING INDEX feed_entries_public)|TEMP B-TREE/.test(line))).toEqual(
      [],
    );
  });

  it('count a publisher’s articles by its own index alone', async () => {
    await feed.readShopFacts.run(view, { shopId: 1 });
    expect(seen.flatMap(planOf)[0]).toMatch(/^SEARCH feed_entries USING INDEX feed_entries_by_shop \(shop_id=\?/);
  });
});
