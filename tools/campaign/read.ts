import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { campaignId, campaignOutput, requireMember, showCampaign } from './_shared.ts';

export default defineTool({
  title: 'Read a campaign',
  description:
    'Get a campaign of the company: its status, the number of emails in each state, and when the remaining ones are sent.',
  route: 'GET /api/campaigns/{campaign_id}',
  effect: 'read',
  keywords: 'campaign status, campaign results, 配信状況, 配信結果, 发送结果, 活动状态',
  input: z.object({ campaign_id: campaignId }),
  output: campaignOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const campaign = await requireCampaign(ctx.services.database.db, requireMember(ctx).companyId, id);
    return await showCampaign(campaign, ctx);
  },
});
