/** Compares articles that became public with the releases that they can be about. */
import { setImmediate } from 'node:timers/promises';
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { createMatcher, type WatchedRelease } from './matcher.ts';

/** Lines of the feed that are compared at once. */
const PORTION = 200;
/** Newest releases of all companies that articles are compared with. */
const WATCHED_MAX = 10_000;

export const readScanned = async (db: Db): Promise<number> =>
  (await db.selectFrom('coverage_scan').select('number').where('id', '=', 1).executeTakeFirstOrThrow()).number;

/** Last lines of the next portions. */
export async function listPortions(db: Db, after: number, most: number): Promise<number[]> {
  const lines = await db
    .selectFrom('feed_entries')
    .select('number')
    .where('number', '>', after)
    .orderBy('number')
    .limit(PORTION * most)
    .execute();
  const ends = lines.filter((_, at) => at % PORTION === PORTION - 1 || at === lines.length - 1);
  return ends.map(({ number }) => number);
}

export async function hasUnscanned(db: Db): Promise<boolean> {
  const state = await db.selectFrom('feed_state').select('number').where('id', '=', 1).executeTakeFirstOrThrow();
  const scanned = await readScanned(db);
  return state.number > scanned && (await listPortions(db, scanned, 1)).length > 0;
}

export interface FoundCoverage {
  companyId: string;
  releaseId: number;
  url: string;
  title: string;
  outlet: string | null;
  publishedAt: number;
}

/** Articles of the lines behind `after` up to `last`, each with the releases that it is about. */
export const matchArticles = defineRead(
  'coverage.match',
  async ({ db }: View, { after, last }: { after: number; last: number }): Promise<FoundCoverage[]> => {
    const articles = await db
      .selectFrom('feed_entries')
      .innerJoin('articles', 'articles.id', 'feed_entries.article_id')
      .select(['articles.title', 'articles.body', 'articles.url', 'articles.source_name', 'articles.company_name'])
      .select(['articles.published_at', 'articles.created_at'])
      .where('feed_entries.number', '>', after)
      .where('feed_entries.number', '<=', last)
      .where('feed_entries.reason', 'is', null)
      .where('articles.company_id', 'is', null)
      .where('articles.is_demo', '=', 0)
      .execute();
    if (articles.length === 0) return [];
    const findReleases = await createMatcher(await listWatched(db));
    const found: FoundCoverage[] = [];
    for (const { title, body, url, source_name: outlet, company_name: publisher, ...times } of articles) {
      // A few milliseconds each: others get their turn.
      await setImmediate();
      if (url === null) continue;
      const publishedAt = times.published_at ?? times.created_at;
      for (const { id: releaseId, companyId } of findReleases({ title, body, url, publishedAt, publisher }))
        found.push({ companyId, releaseId, url, title, outlet, publishedAt });
    }
    return found;
  },
);

/** Published ones, and those that a campaign has sent. */
async function listWatched(db: Db): Promise<WatchedRelease[]> {
  const published = await selectReleases(db)
    .innerJoin('articles', 'articles.id', 'press_releases.article_id')
    .select('articles.published_at as outAt')
    .where('press_releases.status', '=', 'published')
    .orderBy('press_releases.id', 'desc')
    .limit(WATCHED_MAX)
    .execute();
  const sent = await selectReleases(db)
    .innerJoin('campaigns', 'campaigns.press_release_id', 'press_releases.id')
    .select('campaigns.started_at as outAt')
    .where('campaigns.started_at', 'is not', null)
    .orderBy('campaigns.started_at', 'desc')
    .limit(WATCHED_MAX)
    .execute();
  const byId = new Map<number, WatchedRelease>();
  for (const { name, name_en, outAt, ...release } of [...published, ...sent]) {
    const first = Math.min(byId.get(release.id)?.outAt ?? Number.MAX_SAFE_INTEGER, outAt ?? Number.MAX_SAFE_INTEGER);
    byId.set(release.id, { ...release, outAt: first, names: [name, name_en] });
  }
  return [...byId.values()];
}

const selectReleases = (db: Db) =>
  db
    .selectFrom('press_releases')
    .innerJoin('companies', 'companies.id', 'press_releases.company_id')
    .select(['press_releases.id', 'press_releases.company_id as companyId', 'press_releases.title'])
    .select(['press_releases.language', 'companies.name', 'companies.name_en', 'companies.domain']);
