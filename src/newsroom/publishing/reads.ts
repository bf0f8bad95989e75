import { countRows } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';
import type { Language } from '../text/language.ts';

/** Articles whose delivery is due, by their ids. */
export async function listDuePushes(
  db: Db,
  nowMs: number,
  afterId: number,
  most: number,
): Promise<{ id: number; title: string }[]> {
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

export async function countDuePushes(db: Db, nowMs: number): Promise<number> {
  const due = db.selectFrom('article_pushes').select(countRows().as('count')).where('next_at', '<=', nowMs);
  return (await due.executeTakeFirstOrThrow()).count;
}

/** The language that an article is written in. */
export async function findArticleLanguage(db: Db, id: number): Promise<Language | undefined> {
  const article = db.selectFrom('articles').select('language').where('id', '=', id);
  return (await article.executeTakeFirst())?.language;
}

/** Where an analysis was published; undefined when it isn't public. */
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
