import { cancelCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { defineStateTool } from './_shared.ts';

export default defineStateTool(cancelCampaign, {
  title: 'Cancel a campaign',
  description: 'Cancel a campaign. Unsent emails are never sent; emails being sent are completed.',
  route: 'POST /api/campaigns/{campaign_id}/cancel',
});
