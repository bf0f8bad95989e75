import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { cancelCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { campaignId, campaignOutput, requireMember, showCampaign } from './_shared.ts';

export default defineTool({
  title: 'Cancel a campaign',
  description: 'Ends a campaign: what has not been sent never is. Mails that are under way finish.',
  route: 'POST /api/campaigns/{campaign_id}/cancel',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ campaign_id: campaignId }),
  output: campaignOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    return await showCampaign(await ctx.services.database.write(cancelCampaign, { companyId, id }), ctx);
  },
});
