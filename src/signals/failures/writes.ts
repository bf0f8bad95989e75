/** Adds failures to the lists of their provider, tool and account, and keeps each list short. */
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { RecentFailureRow } from './tables.ts';

/** Of one provider, tool or account. */
export const FAILURES_KEPT = 50;
const KEPT_MS = 30 * DAY_MS;
const PURGE_MAX = 500;

export type NewFailure = Omit<RecentFailureRow, 'at'>;

export const addFailures = defineWrite(
  'failures.add',
  async (tx: Tx, { failures }: { failures: readonly NewFailure[] }): Promise<null> => {
    const rows = failures.map((failure) => ({ ...failure, at: tx.nowMs }));
    await tx.db.insertInto('recent_failures').values(rows).execute();
    const lists = new Map(failures.map((failure) => [`${failure.mode} ${failure.subject} ${failure.name}`, failure]));
    // In the order of the lists: two servers that trim the same ones can't block each other.
    for (const key of [...lists.keys()].sort()) {
      const list = lists.get(key);
      if (list) await trimList(tx, list);
    }
    return null;
  },
);

async function trimList({ db }: Tx, { mode, subject, name }: NewFailure): Promise<void> {
  const oldest = await db
    .selectFrom('recent_failures')
    .select('id')
    .where('mode', '=', mode)
    .where('subject', '=', subject)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .offset(FAILURES_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const list = db.deleteFrom('recent_failures').where('mode', '=', mode).where('subject', '=', subject);
  await list.where('name', '=', name).where('id', '<=', oldest.id).execute();
}

export const purgeFailures = definePurge('recent_failures', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('recent_failures')
    .select(['mode', 'subject', 'name', 'id'])
    .where('at', '<=', nowMs - KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { mode, subject, name, id } of old) {
    const list = db.deleteFrom('recent_failures').where('mode', '=', mode).where('subject', '=', subject);
    await list.where('name', '=', name).where('id', '=', id).execute();
  }
  return old.length;
});
