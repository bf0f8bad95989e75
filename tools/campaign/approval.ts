import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { approvalOutput, showApproval } from './_approval.ts';
import { campaignId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Get the approval of a campaign',
  description:
    'Return whether a campaign is approved, requested, declined or outdated, with notes, and which members can approve it.',
  route: 'GET /api/campaigns/{campaign_id}/approval',
  effect: 'read',
  keywords: 'campaign approval, who can approve, approval status, 承認状況, 承認者, 审批状态',
  failsWith: ['NOT_FOUND'],
  input: z.object({ campaign_id: campaignId }),
  output: approvalOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    await requireCampaign(ctx.services.database.db, requireMember(ctx).companyId, id);
    return await showApproval(ctx, id);
  },
});
