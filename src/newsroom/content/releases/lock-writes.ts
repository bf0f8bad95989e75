/** Locks a release for a write that changes it or what belongs to it. */
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReleaseMissingError, type StoredRelease } from './reads.ts';

/** Throws NOT_FOUND for a release of another company, too. */
export async function lockRelease(tx: Tx, companyId: string, id: number): Promise<StoredRelease> {
  const query = tx.db.selectFrom('press_releases').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) throw createReleaseMissingError();
  return row;
}
