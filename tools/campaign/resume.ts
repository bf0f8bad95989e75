import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { resumeCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { campaignId, campaignOutput, requireMember, showCampaign } from './_shared.ts';

export default defineTool({
  title: 'Resume a campaign',
  description: 'Goes on with a paused campaign.',
  route: 'POST /api/campaigns/{campaign_id}/resume',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ campaign_id: campaignId }),
  output: campaignOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const campaign = await ctx.services.database.write(resumeCampaign, { companyId, id });
    ctx.services.sending.wake();
    return await showCampaign(campaign, ctx);
  },
});
