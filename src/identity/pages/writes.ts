/** Cookies of pages begin and end here. */
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import type { PageSessionRow } from './tables.ts';

const PURGE_MAX = 500;

export interface NewPageSession extends Pick<PageSessionRow, 'hash' | 'kind' | 'bearer_hash'> {
  lifetimeMs: number;
}

export const openPageSession = defineWrite(
  'pageSessions.open',
  async ({ db, nowMs }: Tx, { lifetimeMs, ...row }: NewPageSession): Promise<void> => {
    await db
      .insertInto('page_sessions')
      .values({ ...row, created_at: nowMs, expires_at: nowMs + lifetimeMs })
      .execute();
  },
);

/** A sign-in ends with it, wherever else it is used; a key goes on. */
export const closePageSession = defineWrite(
  'pageSessions.close',
  async ({ db, nowMs }: Tx, { hash }: Pick<PageSessionRow, 'hash'>): Promise<void> => {
    const ended = await db
      .deleteFrom('page_sessions')
      .where('hash', '=', hash)
      .returning(['kind', 'bearer_hash'])
      .executeTakeFirst();
    if (ended?.kind !== 'session') return;
    await db
      .updateTable('sessions')
      .set({ ended_at: nowMs })
      .where('hash', '=', ended.bearer_hash)
      .where('ended_at', 'is', null)
      .execute();
  },
);

export const purgePageSessions = definePurge('pageSessions', async ({ db, nowMs }) => {
  const expired = await db
    .selectFrom('page_sessions')
    .select('hash')
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  const hashes = expired.map(({ hash }) => hash);
  if (hashes.length > 0) await db.deleteFrom('page_sessions').where('hash', 'in', hashes).execute();
  return hashes.length;
});
