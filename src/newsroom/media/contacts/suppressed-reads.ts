/** Reads the outlets whose address is suppressed for a company. */
import type { Db, View } from '../../../database/types.ts';
import { findSuppressed } from '../../suppression-list/reads.ts';
import type { MediaItem } from './types.ts';

/** Those of these media: exact, also where an address was erased and only its hash is left. */
export async function findSuppressedMedia(
  { db, nowMs }: View,
  companyId: string,
  media: ReadonlyMap<number, Pick<MediaItem, 'emailNorm'>>,
): Promise<Set<number>> {
  const norms = [...media.values()].flatMap(({ emailNorm }) => emailNorm ?? []);
  const suppressed = await findSuppressed(db, companyId, [...new Set(norms)], nowMs);
  const isSuppressed = (norm: string | null): boolean => norm !== null && suppressed.has(norm);
  return new Set([...media].flatMap(([id, { emailNorm }]) => (isSuppressed(emailNorm) ? [id] : [])));
}

/** The same of the whole media database, as a query of ids. Whoever has an address erased is not in it any more either. */
export const selectSuppressedMedia = (db: Db, companyId: string, nowMs: number) =>
  db
    .selectFrom('suppressions')
    .innerJoin('media_items as addressed', 'addressed.email_norm', 'suppressions.address_norm')
    .select('addressed.id')
    .where('suppressions.company_id', 'in', ['', companyId])
    .where((is) => is.or([is('suppressions.until', 'is', null), is('suppressions.until', '>', nowMs)]));
