/** The row of a campaign in writes that change it. */
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { lockLane } from '../queue/lane-writes.ts';
import { campaignLane } from '../queue/types.ts';
import { createCampaignMissingError, type StoredCampaign } from './reads.ts';

export interface OwnCampaign {
  companyId: string;
  id: number;
}

/** Nobody else changes it until this write ends; its line of mails is locked before it, as senders do. Throws NOT_FOUND. */
export async function lockCampaign(tx: Tx, own: OwnCampaign): Promise<StoredCampaign> {
  await lockLane(tx, campaignLane(own.id));
  const row = await lockRow(tx, own);
  if (!row) throw createCampaignMissingError();
  return row;
}

/** Locks the row; not needed if the line is locked already or nobody else could change it. */
export async function lockRow(tx: Tx, { companyId, id }: OwnCampaign): Promise<StoredCampaign | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const query = tx.db.selectFrom('campaigns').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  return await lockRows(tx, query).executeTakeFirst();
}

type Changes = Partial<
  Pick<
    StoredCampaign,
    | 'status'
    | 'blocked_by'
    | 'needs_attention'
    | 'send_at'
    | 'local_schedule'
    | 'subject_test'
    | 'subject_check_at'
    | 'subject_winner'
    | 'subject_decided_at'
    | 'subject_decided_by'
    | 'max_lateness_minutes'
    | 'started_at'
    | 'finished_at'
    | 'release_version'
    | 'template'
  >
>;

export async function changeCampaign(
  { db, nowMs }: Tx,
  { company_id, id }: StoredCampaign,
  changes: Changes,
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ ...changes, updated_at: nowMs })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
}
