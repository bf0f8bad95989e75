/** Media that an embedding model has not read yet, or not as they are now. */
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { selectShared } from '../contacts/seen-by-reads.ts';
import { hashMeaning, readMeaning } from './meaning.ts';

export interface UnreadMedium {
  id: number;
  name: string;
  text: string;
  textHash: string;
}

export interface UnreadQuery {
  /** Of the model that reads: see `Embedder`. */
  space: string;
  /** Only media behind this one. */
  afterId: number;
  most: number;
}

/** Looked through at once. */
const PORTION = 500;

/** By their ids. Media without a word are left out. */
export const listUnreadMedia = defineRead(
  'media.listUnread',
  async ({ db }: View, { space, afterId, most }: UnreadQuery): Promise<UnreadMedium[]> => {
    const unread: UnreadMedium[] = [];
    for (let after = afterId; unread.length < most; ) {
      const rows = await selectMeanings(db)
        .where('media_items.id', '>', after)
        .orderBy('media_items.id')
        .limit(PORTION)
        .execute();
      unread.push(...rows.flatMap((row) => describeUnread(row, space)));
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) break;
      after = last.id;
    }
    return unread.slice(0, most);
  },
);

export const countUnreadMedia = defineRead(
  'media.countUnread',
  async (view: View, { space }: { space: string }): Promise<number> =>
    (await listUnreadMedia.run(view, { space, afterId: 0, most: Number.MAX_SAFE_INTEGER })).length,
);

/** Whether this one waits. */
export async function isUnread(db: Db, space: string, id: number): Promise<boolean> {
  const row = await selectMeanings(db).where('media_items.id', '=', id).executeTakeFirst();
  return row !== undefined && describeUnread(row, space).length > 0;
}

const selectMeanings = (db: Db) =>
  selectShared(db)
    .leftJoin('media_vectors', 'media_vectors.media_id', 'media_items.id')
    .select(['media_items.id', 'name', 'profile', 'recent_articles', 'media_vectors.text_hash']);

type MeaningRow = Awaited<ReturnType<ReturnType<typeof selectMeanings>['execute']>>[number];

function describeUnread(row: MeaningRow, space: string): UnreadMedium[] {
  const text = readMeaning(row);
  const textHash = hashMeaning(space, text);
  return text === '' || row.text_hash === textHash ? [] : [{ id: row.id, name: row.name, text, textHash }];
}
