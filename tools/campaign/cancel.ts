import { cancelCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { defineStateTool } from './_shared.ts';

export default defineStateTool(cancelCampaign, {
  title: 'Cancel a campaign',
  description: 'Ends a campaign: what has not been sent never is. Mails that are under way finish.',
  route: 'POST /api/campaigns/{campaign_id}/cancel',
});
