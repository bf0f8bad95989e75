import { cutText } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';

/** Characters of an address that are indexed: see the migration. */
const INDEXED = 200;

/** Articles made of analyses of these pages, the company's own or public: the newest id by address. */
export async function findKnownArticles(
  db: Db,
  companyId: string,
  urls: readonly string[],
): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom('analyses')
    .innerJoin('articles', (join) =>
      join.onRef('articles.external_id', '=', 'analyses.id').on('articles.source_type', '=', 'result'),
    )
    .select(['articles.id', 'analyses.url'])
    .where(cutText<string>('analyses.url', INDEXED), 'in', [...new Set(urls.map((url) => url.slice(0, INDEXED)))])
    .where('analyses.url', 'in', urls)
    .where((is) => is.or([is('articles.is_public', '=', 1), is('articles.company_id', '=', companyId)]))
    .orderBy('articles.id')
    .execute();
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[url, id]])));
}
