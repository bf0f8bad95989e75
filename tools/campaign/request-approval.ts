import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listApprovers } from '../../src/newsroom/mailing/campaigns/approval/approval-reads.ts';
import { requestApproval } from '../../src/newsroom/mailing/campaigns/approval/approval-writes.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { approvalOutput, noteField, readOwnAddress, sealNews, showApproval } from './_approval.ts';
import { campaignId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Request approval of a campaign',
  description:
    'Ask the other members of your company by email to approve a campaign before it is sent. The approval is for the emails as they are: a later edit needs a new one. Repeating an open request sends no more email.',
  route: 'POST /api/campaigns/{campaign_id}/approval/request',
  effect: 'write',
  keywords: 'request approval, ask for sign-off, four-eyes check, 承認を依頼, 承認申請, 提交审批, 申请批准',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ campaign_id: campaignId, note: noteField }),
  output: approvalOutput,
  examples: [{ campaign_id: 4, note: 'Please check the figures.' }],
  async run({ campaign_id: id, note }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database, sending } = ctx.services;
    const campaign = await requireCampaign(database.db, companyId, id);
    const approvers = await listApprovers(database.db, companyId, userId);
    const facts = { campaign: campaign.name, member: await readOwnAddress(ctx), note: note || null };
    const news = approvers.map(({ email }) => ({ ...facts, kind: 'approvalRequested' as const, to: email }));
    const mails = sealNews(ctx, id, news);
    if (await database.write(requestApproval, { companyId, id, userId, note: note || null, mails })) sending.wake();
    return await showApproval(ctx, id);
  },
});
