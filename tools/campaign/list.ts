import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { CAMPAIGN_STATUSES } from '../../src/newsroom/common/campaign-states.ts';
import { forecastCampaign } from '../../src/newsroom/mailing/campaigns/forecast-reads.ts';
import { listCampaigns } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { campaignOutput, formatCampaign, readOwnBudget, requireMember } from './_shared.ts';

const PER_PAGE_MAX = 500;

export default defineTool({
  title: 'List campaigns',
  description: 'The campaigns of the company, the newest first, page by page.',
  route: 'GET /api/campaigns',
  effect: 'read',
  input: z.object({
    status: z.enum(CAMPAIGN_STATUSES).optional().describe('Only those in this state.'),
    page: z.number().int().min(1).default(1).describe('From 1.'),
    per_page: z.number().int().min(1).default(50).describe(`More than ${PER_PAGE_MAX} is read as ${PER_PAGE_MAX}.`),
  }),
  output: z.object({
    items: z.array(campaignOutput).describe('Empty behind the last page.'),
    total: z.number().int().describe('On all pages.'),
    page: z.number().int().describe('This one.'),
    per_page: z.number().int().describe('The most on a page.'),
    pages: z.number().int().describe('How many there are.'),
  }),
  examples: [{}, { status: 'sending' }],
  async run({ status, page, per_page }, ctx) {
    const { companyId } = requireMember(ctx);
    const perPage = Math.min(per_page, PER_PAGE_MAX);
    const { campaigns, total } = await ctx.services.database.read(listCampaigns, { companyId, status, page, perPage });
    const budget = await readOwnBudget(ctx, companyId);
    const items = campaigns.map((campaign) => formatCampaign(campaign, forecastCampaign(budget, campaign), ctx));
    return { items, total, page, per_page: perPage, pages: Math.ceil(total / perPage) };
  },
});
