/** The time of the daily mailing as operators have set it, and when it comes next. */
import type { Selectable } from 'kysely';
import type { Db } from '../../../database/types.ts';
import { findLatestJob } from '../../../jobs/reads.ts';
import { findNextRun, type Schedule } from './schedule.ts';
import { readSettings } from './settings-reads.ts';
import type { NewsroomSettingsRow } from './tables.ts';

/** The job that begins it. */
export const MAILING_KIND = 'mail-schedule';

export const readSchedule = ({ hour, minute, schedule_changed_at }: Selectable<NewsroomSettingsRow>): Schedule => ({
  ...{ hour, minute },
  changedAtMs: schedule_changed_at,
});

/** Milliseconds since 1970. */
export async function findNextMailing(db: Db, nowMs: number, zone: string): Promise<number> {
  const last = await findLatestJob(db, MAILING_KIND);
  const { newsroom } = await readSettings(db);
  return findNextRun(readSchedule(newsroom), { lastAtMs: last?.created_at ?? null, nowMs, zone });
}
