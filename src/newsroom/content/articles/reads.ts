/** Articles as their company, or everybody, may see them. */
import type { Selectable } from 'kysely';
import type { Db } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { ArticleRow, TranslationRow } from '../article-tables.ts';

/** The same sentence for an article that there isn't and for one that is not the caller's to see. */
export const createArticleMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Article not found' });

export type Article = Selectable<ArticleRow>;

export const findArticle = (db: Db, id: number): Promise<Article | undefined> =>
  db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether there is any article at all. */
export const hasArticles = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The company's own, or a public one; undefined for every other. */
export function findVisibleArticle(db: Db, companyId: string, id: number): Promise<Selectable<ArticleRow> | undefined> {
  if (!Number.isSafeInteger(id)) return Promise.resolve(undefined);
  return db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('company_id', '=', companyId), is('is_public', '=', 1)]))
    .executeTakeFirst();
}

/** Of all languages that the article is held in but its own. */
export const listTranslations = (db: Db, articleId: number): Promise<TranslationRow[]> =>
  db.selectFrom('article_translations').selectAll().where('article_id', '=', articleId).execute();

export async function findGlossary(db: Db, companyId: string): Promise<Record<string, string>> {
  const query = db.selectFrom('company_glossaries').select('terms').where('company_id', '=', companyId);
  const row = await query.executeTakeFirst();
  const terms: Record<string, string> = row ? JSON.parse(row.terms) : {};
  return terms;
}
