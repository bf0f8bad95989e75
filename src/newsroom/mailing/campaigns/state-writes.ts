/** Changes the state of a campaign together with its emails. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineFollower, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { type CampaignStatus, decideDue, findNextStatus, moveCampaign } from '../../common/campaign-states.ts';
import { isInUse } from '../../content/releases/uses-reads.ts';
import { listRemoval } from '../../media/contacts/list-writes.ts';
import {
  cancelMailing,
  holdMailing,
  type QueuedMailing,
  queueMailing,
  resumeMailing,
} from '../queue/campaign-writes.ts';
import { mailingChanged } from '../queue/lane-writes.ts';
import type { MailLimits } from '../queue/limits.ts';
import { type PlannedCampaign, planCampaign } from './create-writes.ts';
import {
  checkDrafts,
  checkEmbargo,
  createUnsendableError,
  findUnapproved,
  GUARDS,
  lacksEmbargo,
  printEmbargo,
  requireApproved,
  type SendChecks,
} from './guard-writes.ts';
import { isFurtherList } from './list-reads.ts';
import type { LocalSchedule } from './local/local-time.ts';
import { clearDueTimes, planSchedule, setDueTimes } from './local/local-writes.ts';
import { changeCampaign, lockCampaign, lockRow, type OwnCampaign } from './lock-writes.ts';
import { type Campaign, requireCampaign } from './reads.ts';
import { splitSubjects } from './subjects/subject-writes.ts';

export interface SendCampaign extends OwnCampaign, SendChecks {
  /** Null: at once. */
  sendAt: number | null;
  /** Each at this time on its recipient's clock, instead of `sendAt`. */
  local: LocalSchedule | null;
  maxLatenessMinutes: number | undefined;
  onlyFailed: boolean;
  limits: MailLimits;
  claim: WriteClaim | undefined;
}

export interface SentCampaign extends QueuedMailing, PlannedCampaign {}

/** Throws NOT_FOUND, `campaign_state`, `not_sendable`, `nothing_to_send`, and `version_conflict` when a mail was changed meanwhile. */
export const sendCampaign = defineWrite(
  'campaigns.send',
  (tx: Tx, input: SendCampaign): Promise<FinishedWrite<SentCampaign>> =>
    writeOnce(tx, input.claim, () => (input.onlyFailed ? resendFailed(tx, input) : sendDrafts(tx, input))),
);

async function sendDrafts(tx: Tx, input: SendCampaign): Promise<SentCampaign> {
  const { companyId, id, userId, local, maxLatenessMinutes } = input;
  const row = await lockCampaign(tx, { companyId, id });
  const plans = local === null ? [] : await planSchedule(tx, row, local);
  const sendAt = plans[0]?.at ?? input.sendAt;
  const isLater = sendAt !== null && sendAt > tx.nowMs;
  const status = moveCampaign(row.status, isLater ? 'schedule' : 'send');
  // What was scheduled before has its mails queued already.
  const isFirst = row.status === 'draft';
  const at = isLater ? sendAt : tx.nowMs;
  await (isFirst ? checkDrafts : checkEmbargo)(tx, row, input, at);
  await printEmbargo(tx, row, input.embargo, at);
  const times = isLater
    ? { send_at: sendAt, max_lateness_minutes: maxLatenessMinutes ?? row.max_lateness_minutes }
    : { send_at: row.send_at, started_at: tx.nowMs };
  const local_schedule = local === null ? null : JSON.stringify(local);
  await changeCampaign(tx, row, { status, blocked_by: null, local_schedule, ...times });
  const mailing = { companyId, campaignId: id };
  const queued = isFirst ? await queueMailing.run(tx, { ...mailing, userId, of: 'drafts' }) : await countQueued(tx, id);
  // Whoever was left has unsubscribed meanwhile.
  if (queued.queued === 0) throw createUnsendableError([{ code: 'no_recipients', text: GUARDS.no_recipients }]);
  if (local !== null) await setDueTimes(tx, plans);
  else if (row.local_schedule !== null) await clearDueTimes(tx, row);
  await splitSubjects(tx, row, at);
  if (isLater) await holdMailing.run(tx, mailing);
  else if (!isFirst) await resumeMailing.run(tx, mailing);
  return { ...queued, ...(await planCampaign(tx, companyId, id, input.limits)) };
}

async function resendFailed(tx: Tx, { companyId, id, userId, limits }: SendCampaign): Promise<SentCampaign> {
  const row = await lockCampaign(tx, { companyId, id });
  const status = moveCampaign(row.status, 'resend');
  await requireApproved(tx, row, userId);
  await changeCampaign(tx, row, { status, blocked_by: null, finished_at: null });
  const queued = await queueMailing.run(tx, { companyId, campaignId: id, userId, of: 'failed' });
  if (queued.queued === 0) throw createReasonError('nothing_to_send');
  return { ...queued, ...(await planCampaign(tx, companyId, id, limits)) };
}

async function countQueued({ db }: Tx, campaignId: number): Promise<QueuedMailing> {
  const rows = await db
    .selectFrom('mail_items')
    .select('status')
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'campaign')
    .where('status', 'in', ['queued', 'retry', 'suppressed', 'skipped'])
    .execute();
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  return { queued: count('queued') + count('retry'), suppressed: count('suppressed'), skipped: count('skipped') };
}

/** Null for a key that nobody of the company has made. */
export type ActingMember = OwnCampaign & { userId: number | null };

/** Throws NOT_FOUND, `campaign_state`; so do the next two. */
export const pauseCampaign = defineWrite('campaigns.pause', async (tx: Tx, own: OwnCampaign): Promise<Campaign> => {
  const row = await lockCampaign(tx, own);
  await changeCampaign(tx, row, { status: moveCampaign(row.status, 'pause'), blocked_by: null });
  await holdMailing.run(tx, { companyId: own.companyId, campaignId: row.id });
  return await requireCampaign(tx.db, own.companyId, row.id);
});

export const resumeCampaign = defineWrite('campaigns.resume', async (tx: Tx, own: ActingMember): Promise<Campaign> => {
  const row = await lockCampaign(tx, own);
  const started = { started_at: row.started_at ?? tx.nowMs };
  const status = moveCampaign(row.status, 'resume');
  await requireApproved(tx, row, own.userId);
  await changeCampaign(tx, row, { status, ...started });
  await resumeMailing.run(tx, { companyId: own.companyId, campaignId: row.id });
  return await requireCampaign(tx.db, own.companyId, row.id);
});

export const cancelCampaign = defineWrite('campaigns.cancel', async (tx: Tx, own: OwnCampaign): Promise<Campaign> => {
  const row = await lockCampaign(tx, own);
  const status = moveCampaign(row.status, 'cancel');
  await changeCampaign(tx, row, { status, blocked_by: null, finished_at: tx.nowMs });
  await cancelMailing.run(tx, { companyId: own.companyId, campaignId: row.id });
  return await requireCampaign(tx.db, own.companyId, row.id);
});

/**
 * A scheduled campaign whose time has come: it goes out, or it has missed its time. So has one whose release got an embargo
 * after it was scheduled, or that nobody has approved: nobody has allowed that. Nothing for any other.
 */
export const startDueCampaign = defineWrite(
  'campaigns.startDue',
  async (tx: Tx, { embargo, ...own }: OwnCampaign & Pick<SendChecks, 'embargo'>): Promise<void> => {
    const row = await lockCampaign(tx, own);
    if (row.status !== 'scheduled' || row.send_at === null) return;
    const decision = decideDue({ sendAt: row.send_at, maxLatenessMinutes: row.max_lateness_minutes }, tx.nowMs);
    if (decision === 'wait') return;
    const isKept = (await lacksEmbargo(tx, row, embargo)) || (await findUnapproved(tx, row, null)) !== null;
    const status = moveCampaign(row.status, isKept ? 'miss' : decision);
    await changeCampaign(tx, row, { status, ...(status === 'queued' ? { started_at: tx.nowMs } : {}) });
    if (status === 'queued') await resumeMailing.run(tx, { companyId: own.companyId, campaignId: row.id });
  },
);

/** Updates a campaign by the outcome of its emails. */
export const followMailing = defineFollower(mailingChanged, async (tx: Tx, change): Promise<void> => {
  const { companyId, campaignId, is, blockedBy, needsAttention } = change;
  const row = await lockRow(tx, { companyId, id: campaignId });
  if (!row) return;
  if (is === 'sending' || is === 'waiting') {
    const status = findNextStatus(row.status, is === 'sending' ? 'claim' : 'hold');
    if (status !== null) await changeCampaign(tx, row, { status, blocked_by: blockedBy, finished_at: null });
    return;
  }
  if (findNextStatus(row.status, 'finish') === null) return;
  await changeCampaign(tx, row, {
    status: is,
    blocked_by: null,
    needs_attention: needsAttention ? 1 : 0,
    finished_at: row.finished_at ?? tx.nowMs,
  });
});

const NEEDING_LIST: readonly CampaignStatus[] = ['draft', 'scheduled', 'queued', 'sending', 'paused'];

export const keepListInUse = defineFollower(listRemoval, async ({ db }: Tx, { listId }): Promise<void> => {
  if ((await isInUse(db, { listId }, NEEDING_LIST)) || (await isFurtherList(db, listId, NEEDING_LIST))) {
    throw createReasonError('in_use', { message: 'An unfinished campaign uses this list' });
  }
});
