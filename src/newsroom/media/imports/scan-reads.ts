/** Media whose pages can be read. The demonstration ones have none. */
import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import { selectShared } from '../contacts/seen-by-reads.ts';

const selectScannable = (db: Db) => selectShared(db).where('url', 'is not', null).where('is_demo', '=', 0);

export const listScannable = (db: Db, afterId: number, most: number): Promise<{ id: number; name: string }[]> =>
  selectScannable(db).select(['id', 'name']).where('id', '>', afterId).orderBy('id').limit(most).execute();

export async function countScannable(db: Db): Promise<number> {
  return (await selectScannable(db).select(countRows().as('count')).executeTakeFirstOrThrow()).count;
}
