/** Further lists of a campaign, beside its first. */
import { defineSchema } from '../../../database/schema.ts';

export const campaignLists = defineSchema(
  182,
  'campaign lists',
  `
CREATE TABLE campaign_lists (
  campaign_id BIGINT NOT NULL,
  list_id BIGINT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, list_id)
) KEYED;
CREATE INDEX campaign_lists_by_list ON campaign_lists (list_id);
`,
);
