/** Lines of mails: opened, held, blocked and done. Lock a line before its mails. */
import { defineEvent } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { MailLaneRow } from './tables.ts';
import { type Blockage, type MailingChange, type MailStatus, UNDER_WAY } from './types.ts';

/** Told in the transaction that changes it: `defineFollower(mailingChanged, …)` keeps a campaign's state in step. */
export const mailingChanged = defineEvent<MailingChange>('mailing.changed');

export function lockLane(tx: Tx, lane: string): Promise<MailLaneRow | undefined> {
  return lockRows(tx, tx.db.selectFrom('mail_lanes').selectAll().where('lane', '=', lane)).executeTakeFirst();
}

export async function changeLane(
  { db, nowMs }: Pick<Tx, 'db' | 'nowMs'>,
  lane: string,
  changes: Partial<Pick<MailLaneRow, 'state' | 'is_sending' | 'blocked_by'>>,
): Promise<void> {
  await db
    .updateTable('mail_lanes')
    .set({ ...changes, updated_at: nowMs })
    .where('lane', '=', lane)
    .execute();
}

/** Whether a line has a mail in one of these states. Along an index. */
async function hasMail({ db }: Tx, { lane, campaign_id }: MailLaneRow, statuses: readonly MailStatus[]) {
  const mails = db.selectFrom('mail_items').select('id').where('status', 'in', statuses).limit(1);
  const own = campaign_id === null ? mails.where('lane', '=', lane) : mails.where('campaign_id', '=', campaign_id);
  const query = own.where('kind', 'in', campaign_id === null ? ['test', 'diagnosis'] : ['campaign']);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Closes an open line of which nothing waits any more, and tells how it ended. Call it after a mail of it has ended. */
export async function settleLane(tx: Tx, lane: MailLaneRow): Promise<void> {
  if (lane.state !== 'open' || (await hasMail(tx, lane, UNDER_WAY))) return;
  await changeLane(tx, lane.lane, { state: 'done', is_sending: 0, blocked_by: null });
  if (lane.campaign_id === null || lane.company_id === null) return;
  const isSent = await hasMail(tx, lane, ['sent', 'unknown']);
  const needsAttention = await hasMail(tx, lane, ['failed', 'unknown']);
  await tx.tell(mailingChanged, {
    companyId: lane.company_id,
    campaignId: lane.campaign_id,
    is: isSent ? 'sent' : 'failed',
    blockedBy: null,
    needsAttention: needsAttention || !isSent,
  });
}

/** The same where the line may be closed already: how its campaign ended may read otherwise now. */
export function settleLaneAgain(tx: Tx, lane: MailLaneRow): Promise<void> {
  return settleLane(tx, lane.state === 'done' ? { ...lane, state: 'open' } : lane);
}

/** An open line that can't go on for now, and why; null: it waits for its turn. Tells what was not known. */
export async function blockLane(tx: Tx, lane: MailLaneRow, blockedBy: Blockage | null): Promise<void> {
  if (lane.state !== 'open' || (lane.blocked_by === blockedBy && lane.is_sending === 0)) return;
  await changeLane(tx, lane.lane, { is_sending: 0, blocked_by: blockedBy });
  await tellLane(tx, lane, 'waiting', blockedBy);
}

/** A mail of the line is claimed. */
export async function startLane(tx: Tx, lane: MailLaneRow): Promise<void> {
  if (lane.is_sending === 1) return;
  await changeLane(tx, lane.lane, { is_sending: 1, blocked_by: null });
  await tellLane(tx, lane, 'sending', null);
}

async function tellLane(
  tx: Tx,
  { campaign_id, company_id }: MailLaneRow,
  is: MailingChange['is'],
  blockedBy: Blockage | null,
): Promise<void> {
  if (campaign_id === null || company_id === null) return;
  const change = { companyId: company_id, campaignId: campaign_id, is, blockedBy, needsAttention: false };
  await tx.tell(mailingChanged, change);
}
