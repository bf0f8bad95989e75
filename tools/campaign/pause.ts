import { pauseCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { defineStateTool } from './_shared.ts';

export default defineStateTool(pauseCampaign, {
  title: 'Pause a campaign',
  description: 'Nothing more of a campaign is sent until it is resumed; the mail that is under way finishes.',
  route: 'POST /api/campaigns/{campaign_id}/pause',
});
