import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import { readFeedState } from '../feed/reads.ts';
import type { AnnouncementRow } from './tables.ts';

/** Undefined before the first start with INDEXNOW_KEY. */
export const findAnnouncement = (db: Db): Promise<AnnouncementRow | undefined> =>
  db.selectFrom('search_announcements').selectAll().where('id', '=', 1).executeTakeFirst();

/** Something has changed, and the pause since the last request is over. */
export async function isAnnouncementDue(db: Db, nowMs: number): Promise<boolean> {
  const row = await findAnnouncement(db);
  return row !== undefined && row.next_at <= nowMs && (await readFeedState(db)).number > row.number;
}

/** Lines of the feed behind the last one that was told. */
export async function countUntold(db: Db, { number }: Pick<AnnouncementRow, 'number'>): Promise<number> {
  const lines = db.selectFrom('feed_entries').select(countRows().as('count')).where('number', '>', number);
  return (await lines.executeTakeFirstOrThrow()).count;
}

/** In order. What is gone is told as well: its address answers that now. */
export async function listUntold(db: Db, after: number, most: number): Promise<{ id: number; number: number }[]> {
  return await db
    .selectFrom('feed_entries')
    .select(['article_id as id', 'number'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute();
}
