/** The article of a release: made, changed and removed in the transaction of the release itself. */
import type { Tx } from '../../database/types.ts';
import type { ArticleRow } from './tables.ts';

type Text = Pick<ArticleRow, 'title' | 'subtitle' | 'body' | 'language'>;

/** Says its id. Nobody but the company sees it until it is published. */
export async function insertReleaseArticle({ db, nowMs }: Tx, companyId: string, text: Text): Promise<number> {
  const row = { company_id: companyId, source_type: 'press_release', ...text, created_at: nowMs, updated_at: nowMs };
  const { id } = await db.insertInto('articles').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateReleaseArticle({ db, nowMs }: Tx, id: number, text: Text): Promise<void> {
  const { title, subtitle, body, language } = text;
  const changes = { title, subtitle, body, language, updated_at: nowMs };
  await db.updateTable('articles').set(changes).where('id', '=', id).execute();
}

export async function deleteReleaseArticle({ db }: Tx, id: number): Promise<void> {
  await db.deleteFrom('articles').where('id', '=', id).execute();
}
