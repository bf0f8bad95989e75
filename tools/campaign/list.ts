import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { CAMPAIGN_STATUSES } from '../../src/newsroom/common/campaign-states.ts';
import { forecastCampaign } from '../../src/newsroom/mailing/campaigns/forecast-reads.ts';
import { listCampaigns } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { bringIntoRange, companyPage, describePage, rangeFields } from '../../src/newsroom/operations/reports/pages.ts';
import { campaignOutput, formatCampaign, readOwnBudget, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List campaigns',
  description: 'List the campaigns of the company, newest first, page by page.',
  route: 'GET /api/campaigns',
  effect: 'read',
  keywords: 'list campaigns, 配信一覧, 邮件活动列表',
  input: z.object({
    status: z.enum(CAMPAIGN_STATUSES).optional().describe('Return only campaigns with this status.'),
    ...rangeFields,
  }),
  output: z.object({
    ...companyPage(campaignOutput),
  }),
  examples: [{}, { status: 'sending' }],
  async run({ status, page, per_page }, ctx) {
    const { companyId } = requireMember(ctx);
    const range = bringIntoRange(page, per_page);
    const { campaigns, total } = await ctx.services.database.read(listCampaigns, { companyId, status, ...range });
    const budget = await readOwnBudget(ctx, companyId);
    const items = campaigns.map((campaign) => formatCampaign(campaign, forecastCampaign(budget, campaign), ctx));
    return { items, ...describePage(total, range) };
  },
});
