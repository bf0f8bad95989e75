import { resumeCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { defineStateTool } from './_shared.ts';

export default defineStateTool(
  resumeCampaign,
  {
    title: 'Resume a campaign',
    description: 'Resume a paused campaign.',
    route: 'POST /api/campaigns/{campaign_id}/resume',
  },
  { wakes: true },
);
