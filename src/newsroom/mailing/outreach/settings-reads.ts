/** Newsroom settings that operators have made, with the state of all mail. */
import type { Selectable } from 'kysely';
import type { Db } from '../../../database/types.ts';
import { findMailState } from '../queue/worker/worker-reads.ts';
import type { MailStateRow } from '../state-tables.ts';
import { DAILY_LIMIT } from '../state-writes.ts';
import type { NewsroomSettingsRow } from './tables.ts';

/** Before anything was sent or set. */
const FIRST: Pick<MailStateRow, 'paused' | 'paused_reason' | 'daily_limit' | 'updated_at' | 'updated_by'> = {
  paused: 0,
  paused_reason: null,
  daily_limit: DAILY_LIMIT,
  updated_at: 0,
  updated_by: null,
};

export async function readSettings(db: Db): Promise<{ mail: typeof FIRST; newsroom: Selectable<NewsroomSettingsRow> }> {
  const newsroom = await db.selectFrom('newsroom_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  return { mail: (await findMailState(db)) ?? FIRST, newsroom };
}
