import { cutText } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import { normalizeAddress } from '../sources/addresses.ts';

/** Characters of an address that are indexed: see `schema.ts` of the analyses. */
const INDEXED = 200;

/**
 * Articles of these pages by address: those made of analyses, the company's own or public and the newest first, else those that
 * were collected from a source and are public.
 */
export async function findKnownArticles(
  db: Db,
  companyId: string,
  urls: readonly string[],
): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map();
  return new Map([...(await findCollected(db, urls)), ...(await findAnalysed(db, companyId, urls))]);
}

async function findCollected(db: Db, urls: readonly string[]): Promise<[url: string, id: number][]> {
  const addresses = urls.map(normalizeAddress);
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'canonical_url'])
    .where('company_id', 'is', null)
    .where('canonical_url', 'in', [...new Set(addresses)])
    .where('is_public', '=', 1)
    .execute();
  const ids = new Map(rows.map(({ id, canonical_url }) => [canonical_url, id]));
  return urls.flatMap((url, index): [string, number][] => {
    const id = ids.get(addresses[index] ?? null);
    return id === undefined ? [] : [[url, id]];
  });
}

async function findAnalysed(db: Db, companyId: string, urls: readonly string[]): Promise<[url: string, id: number][]> {
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
  return rows.flatMap(({ id, url }): [string, number][] => (url === null ? [] : [[url, id]]));
}
