import type { Db } from '../../../database/types.ts';

export interface ReleaseOfArticle {
  contact_info: string | null;
  embargo_until: number | null;
}

/** Facts of the company's release besides the text of its article; undefined for articles without a release. */
export const findReleaseOfArticle = (
  db: Db,
  companyId: string,
  articleId: number,
): Promise<ReleaseOfArticle | undefined> =>
  db
    .selectFrom('press_releases')
    .select(['contact_info', 'embargo_until'])
    .where('article_id', '=', articleId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
