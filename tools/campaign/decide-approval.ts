import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findAddresses, readApproval } from '../../src/newsroom/mailing/campaigns/approval/approval-reads.ts';
import { decideApproval } from '../../src/newsroom/mailing/campaigns/approval/approval-writes.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { approvalOutput, noteField, readOwnAddress, sealNews, showApproval } from './_approval.ts';
import { campaignId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Approve or decline a campaign',
  description:
    'Approve or decline a campaign that another member has asked to approve, with a note that they get by email. Nobody can approve their own request. Approving sends nothing.',
  route: 'POST /api/campaigns/{campaign_id}/approval/decide',
  effect: 'write',
  keywords: 'approve a campaign, decline a campaign, sign off, 配信を承認, 差し戻し, 批准活动, 驳回',
  failsWith: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  input: z.object({
    campaign_id: campaignId,
    decision: z.enum(['approve', 'decline']).describe('approve allows sending; decline asks for changes.'),
    note: noteField,
  }),
  output: approvalOutput,
  examples: [{ campaign_id: 4, decision: 'decline', note: 'The date in the first paragraph is wrong.' }],
  async run({ campaign_id: id, decision, note }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database, sending } = ctx.services;
    const campaign = await requireCampaign(database.db, companyId, id);
    const { latest } = await readApproval(database.db, { companyId, campaignId: id });
    const to = [...(await findAddresses(database.db, [latest?.requested_by ?? null])).values()];
    const kind = decision === 'approve' ? ('approvalGiven' as const) : ('approvalDeclined' as const);
    const facts = { kind, campaign: campaign.name, member: await readOwnAddress(ctx), note: note || null };
    await database.write(decideApproval, {
      ...{ companyId, id, userId, note: note || null },
      decision: decision === 'approve' ? 'approved' : 'declined',
      mails: sealNews(
        ctx,
        id,
        to.map((email) => ({ ...facts, to: email })),
      ),
    });
    sending.wake();
    return await showApproval(ctx, id);
  },
});
