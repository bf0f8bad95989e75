/** Logs exports and pitches of companies, and purges the log. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { definePurge, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';

export interface MediaExport {
  companyId: string;
  userId: number | null;
  listId: number | null;
  count: number;
}

export const logExport = defineWrite(
  'media.logExport',
  async ({ db, nowMs }: Tx, { companyId, userId, listId, count }: MediaExport): Promise<void> => {
    const row = { company_id: companyId, user_id: userId, list_id: listId, count, at: nowMs };
    await db.insertInto('media_exports').values(row).execute();
  },
);

export interface TriedPitch {
  mediaId: number;
  subject: string;
  body: string;
}

export interface TriedPitches {
  companyId: string;
  userId: number | null;
  articleId: number;
  pitches: readonly TriedPitch[];
}

/** Nothing is sent: the numbers of the notes, in the order of the pitches. */
export const logPitches = defineWrite(
  'media.logPitches',
  (
    tx: Tx,
    { tried, claim }: { tried: TriedPitches; claim?: WriteClaim | undefined },
  ): Promise<FinishedWrite<number[]>> =>
    writeOnce(tx, claim, async () => {
      const { companyId, userId, articleId, pitches } = tried;
      const ids: number[] = [];
      for (const { mediaId, subject, body } of pitches) {
        const about = { company_id: companyId, user_id: userId, article_id: articleId, media_id: mediaId };
        const row = { ...about, subject, body, at: tx.nowMs };
        const { id } = await tx.db.insertInto('pitch_log').values(row).returning('id').executeTakeFirstOrThrow();
        ids.push(id);
      }
      return ids;
    }),
);

const KEPT_MS = 400 * 86_400_000;
const PURGE_MAX = 500;

export const purgeMediaLogs = definePurge('media logs', async ({ db, nowMs }) => {
  let most = 0;
  for (const table of ['media_exports', 'pitch_log'] as const) {
    const old = db
      .selectFrom(table)
      .select('id')
      .where('at', '<=', nowMs - KEPT_MS)
      .orderBy('at')
      .limit(PURGE_MAX);
    const ids = (await old.execute()).map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute();
    most = Math.max(most, ids.length);
  }
  return most;
});
