/** Times at which the queued emails of a campaign are due. */
import type { Tx } from '../../../../database/types.ts';
import type { MailItem } from '../../queue/reads.ts';
import type { StoredCampaign } from '../reads.ts';
import { listMailZones } from './local-reads.ts';
import { type LocalSchedule, planZones, type ZonePlan } from './local-time.ts';

/** Emails of one statement. */
const PORTION = 500;

export async function planSchedule(
  { db, nowMs }: Tx,
  { company_id, id }: StoredCampaign,
  schedule: LocalSchedule,
  group?: MailItem['subject_group'],
): Promise<ZonePlan[]> {
  return planZones(await listMailZones(db, company_id, id, group), schedule, nowMs);
}

/** Nobody claims an email before its time, whatever happens to the campaign or the server meanwhile. */
export async function setDueTimes({ db }: Tx, plans: readonly ZonePlan[]): Promise<void> {
  for (const { mailIds, at } of plans) {
    for (let start = 0; start < mailIds.length; start += PORTION) {
      await db
        .updateTable('mail_items')
        .set({ next_attempt_at: at })
        .where('id', 'in', mailIds.slice(start, start + PORTION))
        .where('status', '=', 'queued')
        .execute();
    }
  }
}

/** All of them may go at once again. */
export async function clearDueTimes({ db, nowMs }: Tx, { id }: StoredCampaign): Promise<void> {
  await db
    .updateTable('mail_items')
    .set({ next_attempt_at: nowMs })
    .where('campaign_id', '=', id)
    .where('kind', '=', 'campaign')
    .where('status', '=', 'queued')
    .execute();
}
