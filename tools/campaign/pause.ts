import { pauseCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { defineStateTool } from './_shared.ts';

export default defineStateTool(pauseCampaign, {
  title: 'Pause a campaign',
  description: 'Pause a campaign until it is resumed; emails being sent are completed.',
  route: 'POST /api/campaigns/{campaign_id}/pause',
});
