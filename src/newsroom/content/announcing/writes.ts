import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';

/** Search engines are told what changes from now on; where it was begun before, what has changed since. */
export const beginAnnouncing = defineWrite('announcing.begin', async ({ db }: Tx, _none: null): Promise<void> => {
  const { number } = await db.selectFrom('feed_state').select('number').where('id', '=', 1).executeTakeFirstOrThrow();
  const none = { tried_at: null, http_status: null, error: null, told_at: null };
  await db
    .insertInto('search_announcements')
    .values({ id: 1, number, failures: 0, next_at: 0, ...none })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

export interface AnnouncementOutcome {
  /** The last line that the request told of. */
  number: number;
  httpStatus: number | null;
  /** Null when it was taken. */
  error: string | null;
  /** Milliseconds that the search engine has asked to wait. */
  retryAfterMs?: number | undefined;
}

/** Changes that come together are told together. */
const PAUSE_MS = 60_000;
const WAIT_MS_MAX = 6 * 3_600_000;
const DOUBLINGS_MAX = 10;

/** Of a failure nothing is lost: its lines are told again with those that come. */
export const recordAnnouncement = defineWrite(
  'announcing.record',
  async (tx: Tx, { number, httpStatus, error, retryAfterMs = 0 }: AnnouncementOutcome): Promise<void> => {
    const { db, nowMs } = tx;
    const query = db.selectFrom('search_announcements').selectAll().where('id', '=', 1);
    const row = await lockRows(tx, query).executeTakeFirstOrThrow();
    const failures = error === null ? 0 : row.failures + 1;
    const ownWaitMs = PAUSE_MS * 2 ** Math.min(Math.max(failures - 1, 0), DOUBLINGS_MAX);
    const waitMs = Math.min(Math.max(ownWaitMs, retryAfterMs), WAIT_MS_MAX);
    const outcome = { failures, next_at: nowMs + waitMs, tried_at: nowMs, http_status: httpStatus, error };
    const change = error === null ? { number: Math.max(row.number, number), told_at: nowMs } : {};
    await db
      .updateTable('search_announcements')
      .set({ ...outcome, ...change })
      .where('id', '=', 1)
      .execute();
  },
);
