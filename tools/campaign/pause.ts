import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { campaignId, campaignOutput, requireMember, showCampaign } from './_shared.ts';

export default defineTool({
  title: 'Pause a campaign',
  description: 'Nothing more of a campaign is sent until it is resumed; the mail that is under way finishes.',
  route: 'POST /api/campaigns/{campaign_id}/pause',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ campaign_id: campaignId }),
  output: campaignOutput,
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    return await showCampaign(await ctx.services.database.write(pauseCampaign, { companyId, id }), ctx);
  },
});
