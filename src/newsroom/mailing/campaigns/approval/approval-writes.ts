/** Requests to approve a campaign, and decisions by a second member. */
import { defineWrite } from '../../../../database/define.ts';
import type { Tx } from '../../../../database/types.ts';
import { createReasonError } from '../../../../kernel/errors/reasons.ts';
import { createStateError } from '../../../common/campaign-states.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from '../../queue/service-writes.ts';
import { lockCampaign, type OwnCampaign } from '../lock-writes.ts';
import { listApprovers, readApproval } from './approval-reads.ts';

/** States in which approval can be requested. */
const WAITING = ['draft', 'scheduled', 'missed', 'paused'];

export interface ApprovalRequest extends OwnCampaign {
  userId: number | null;
  note: string | null;
  /** To those who can approve. */
  mails: readonly EnqueueServiceMail[];
}

/** False: it is requested or approved already, and nobody gets another email. Throws NOT_FOUND and `campaign_state`. */
export const requestApproval = defineWrite(
  'campaigns.requestApproval',
  async (tx: Tx, { companyId, id, userId, note, mails }: ApprovalRequest): Promise<boolean> => {
    const row = await lockCampaign(tx, { companyId, id });
    if (!WAITING.includes(row.status)) throw createStateError(row.status);
    const { state, mark } = await readApproval(tx.db, { companyId, campaignId: id });
    if (state === 'requested' || state === 'approved') return false;
    await tx.db
      .insertInto('campaign_approvals')
      .values({
        ...{ company_id: companyId, campaign_id: id, mark, state: 'requested' },
        ...{ requested_by: userId, requested_at: tx.nowMs, request_note: note },
        ...{ decided_by: null, decided_at: null, decision_note: null },
      })
      .execute();
    for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return true;
  },
);

export interface ApprovalDecision extends OwnCampaign {
  userId: number | null;
  decision: 'approved' | 'declined';
  note: string | null;
  /** To whoever asked. */
  mails: readonly EnqueueServiceMail[];
}

/** Throws NOT_FOUND, `own_request`, `session_required` for whoever is no person, `campaign_state` and `version_conflict`. */
export const decideApproval = defineWrite(
  'campaigns.decideApproval',
  async (tx: Tx, { companyId, id, userId, decision, note, mails }: ApprovalDecision): Promise<null> => {
    await lockCampaign(tx, { companyId, id });
    const { state, latest } = await readApproval(tx.db, { companyId, campaignId: id });
    if (latest?.state !== 'requested')
      throw createReasonError('campaign_state', { message: 'No approval is requested for this campaign' });
    if (userId === null) throw createReasonError('session_required');
    const approvers = await listApprovers(tx.db, companyId, latest.requested_by);
    if (!approvers.some((approver) => approver.id === userId)) throw createReasonError('own_request');
    if (state === 'outdated') {
      const message = 'An email was changed after the request. Request approval again';
      throw createReasonError('version_conflict', { message });
    }
    await tx.db
      .updateTable('campaign_approvals')
      .set({ state: decision, decided_by: userId, decided_at: tx.nowMs, decision_note: note })
      .where('id', '=', latest.id)
      .execute();
    for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return null;
  },
);
