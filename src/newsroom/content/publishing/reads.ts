import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';

export interface DuePush {
  id: number;
  title: string;
}

/** Is there a collected article that is to become public, and a delivery that is due? */
export async function lookForPushes(db: Db, nowMs: number): Promise<{ isNew: boolean; isDue: boolean }> {
  const [fresh, due] = [await listFreshPushes(db, 0, 1), await listDuePushes(db, nowMs, 0, 1)];
  return { isNew: fresh.length > 0, isDue: due.length > 0 };
}

/** Collected articles that are to become public, and articles whose delivery is due, by their ids. */
export async function listPushes(db: Db, nowMs: number, afterId: number, most: number): Promise<DuePush[]> {
  const pushes = [...(await listFreshPushes(db, afterId, most)), ...(await listDuePushes(db, nowMs, afterId, most))];
  const byId = new Map(pushes.map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(0, most);
}

const listFreshPushes = (db: Db, afterId: number, most: number): Promise<DuePush[]> =>
  db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where('push_due', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();

/** Articles whose delivery is due. */
async function listDuePushes(db: Db, nowMs: number, afterId: number, most: number): Promise<DuePush[]> {
  return await db
    .selectFrom('article_pushes')
    .innerJoin('articles', 'articles.id', 'article_pushes.article_id')
    .select(['articles.id', 'articles.title'])
    .where('next_at', '<=', nowMs)
    .where('article_pushes.article_id', '>', afterId)
    .orderBy('article_pushes.article_id')
    .limit(most)
    .execute();
}

export async function countPushes(db: Db, nowMs: number): Promise<number> {
  const due = db.selectFrom('article_pushes').select(countRows().as('count')).where('next_at', '<=', nowMs);
  const fresh = db.selectFrom('articles').select(countRows().as('count')).where('push_due', 'is not', null);
  return (await due.executeTakeFirstOrThrow()).count + (await fresh.executeTakeFirstOrThrow()).count;
}

/** The language that an article is written in. */
export async function findArticleLanguage(db: Db, id: number): Promise<Language | undefined> {
  const article = db.selectFrom('articles').select('language').where('id', '=', id);
  return (await article.executeTakeFirst())?.language;
}

/** Publication of an analysis; undefined when it isn't public. */
export async function findPublishedResult(
  db: Db,
  companyId: string,
  resultId: string,
): Promise<{ id: number; publishedAt: number } | undefined> {
  const row = await db
    .selectFrom('articles')
    .select(['id', 'published_at'])
    .where('source_type', '=', 'result')
    .where('external_id', '=', resultId)
    .where('company_id', '=', companyId)
    .where('is_public', '=', 1)
    .executeTakeFirst();
  return row && { id: row.id, publishedAt: row.published_at ?? 0 };
}
