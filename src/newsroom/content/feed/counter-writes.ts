/** The feed's one counter. Its row is locked from the first number that a write takes until its commit. */
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { FeedState } from './types.ts';

/** Nobody else changes the feed until this write ends. After rows of articles, never before them. */
export async function lockFeed(tx: Tx): Promise<FeedState> {
  const query = tx.db.selectFrom('feed_state').selectAll().where('id', '=', 1);
  const { epoch, number, horizon, changed_at: changedAt } = await lockRows(tx, query).executeTakeFirstOrThrow();
  return { epoch, number, horizon, changedAt };
}

/** The number of the next line. No reader sees it before all that are lower. */
export async function takeNumber(tx: Tx): Promise<{ epoch: number; number: number }> {
  const { epoch, number: last } = await lockFeed(tx);
  const number = last + 1;
  await tx.db.updateTable('feed_state').set({ number, changed_at: tx.nowMs }).where('id', '=', 1).execute();
  return { epoch, number };
}
